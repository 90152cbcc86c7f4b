"""`python -m tests.bench.site.peers`; see `--help` for comparing with a commit and for shorter runs."""

from argparse import ArgumentParser

from tests.bench.site.peers import BASELINE, WHOLE, peers
from tests.bench.site.peers.launch import Size

parser = ArgumentParser(prog="python -m tests.bench.site.peers", description="Measure the site beside boardgame.io.")
parser.add_argument("--baseline", nargs="?", const=BASELINE, default="", metavar="COMMIT", help=f"or {BASELINE}")
parser.add_argument("--rounds", type=int, default=WHOLE.rounds)
parser.add_argument("--seconds", type=float, default=WHOLE.seconds, help="of each measurement in each round")
parser.add_argument("--tables", type=int, nargs="+", default=WHOLE.counts)
given = parser.parse_args()
peers(Size(given.rounds, given.seconds, tuple(given.tables)), given.baseline)
