"""`make bench`: measure every figure the project promises on this machine, and compare it with its goal."""

from tests.bench.bots import measure_bots
from tests.bench.playouts import measure_playouts
from tests.bench.replaying import measure_replay
from tests.bench.reviewing import measure_reviews
from tests.bench.scoring import measure_scoring
from tests.bench.site import site
from tests.bench.site.peers import peers
from tests.bench.verifying import measure_verification

for part in (
    measure_playouts,
    measure_scoring,
    measure_verification,
    measure_bots,
    measure_reviews,
    measure_replay,
    site,
    peers,
):
    part()
