"""`make bench`: measure every figure the project promises on this machine, and compare it with its goal."""

from tests.bench.bots import bots
from tests.bench.playouts import playouts
from tests.bench.replaying import replaying
from tests.bench.reviewing import reviewing
from tests.bench.scoring import scoring
from tests.bench.site import site
from tests.bench.site.peers import peers
from tests.bench.verifying import verifying

for part in (playouts, scoring, verifying, bots, reviewing, replaying, site, peers):
    part()
