"""How many games of push are verified per second, including reading, dealing, replaying and comparing."""

from collections.abc import Iterator
from itertools import cycle
from statistics import median

from games.labs.arena import make_match, play_match
from games.rules.record import write
from games.rules.registry import KINDS
from games.rules.verify import verify
from tests.bench.measure import ROUNDS, rate, report

GAMES = 40  # for each number of seats
GOAL = 300


def measure_verification() -> None:
    for bot in ("steady", "random"):
        matches = [make_match("push", seats, {}, (bot,), "bench") for seats in KINDS["push"].SEATS if seats > 1]
        lines = cycle([write(play_match(match, number)) for number in range(GAMES) for match in matches])

        def one(lines: Iterator[str] = lines) -> int:
            assert verify(next(lines)) == ()
            return 1

        value = median(rate(one) for _round in range(ROUNDS))
        report(f"verify, push, {bot} bots", f"{value:,.0f} games/s", f">= {GOAL}", value >= GOAL)
