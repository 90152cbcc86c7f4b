"""How long a sharp bot takes to choose a move, not counting view and choices."""

from itertools import islice
from random import Random
from time import process_time

from games.kinds import KINDS as GAMES
from games.rules.base import Kind
from games.rules.dealers import FairDealer
from games.rules.registry import KINDS
from tests.bench.measure import quantile, report
from tests.bench.playouts import setups

SECONDS = 10  # for each kind, but at least one game for each number of seats
GOAL = 150


def measure_bots() -> None:
    for slug, kind in KINDS.items():
        times = time_decisions(kind)
        half, most = quantile(times, 0.5), quantile(times, 0.95)
        figure = f"p50 {half:.3f} ms, p95 {most:.3f} ms"
        report(f"sharp decisions of {slug} ({len(times):,})", figure, f"< {GOAL} ms", most < GOAL)


def time_decisions(kind: Kind) -> list[float]:
    """Measure every decision of games between sharp bots, in milliseconds."""
    dice, times, began = Random("decisions"), list[float](), process_time()
    counts = len(kind.SEATS)
    for number, setup in enumerate(islice(setups(kind), 10_000)):
        if number >= counts and process_time() - began > SECONDS:
            break
        dealer = FairDealer(dice.randbytes(32))
        state = kind.start(setup, dealer)
        while waiting := kind.waiting(state):
            view, choices = kind.view(state, waiting[0]), kind.choices(state, waiting[0])
            before = process_time()
            move = GAMES[kind.SLUG].bots["sharp"](view, choices, dice)
            times.append((process_time() - before) * 1_000)
            state, _events = kind.play(state, waiting[0], move, dealer)
    return times
