"""How long a sharp bot thinks about a move, without view and choices."""

from itertools import islice
from random import Random
from time import process_time

from games.kinds import KINDS as GAMES
from games.rules.base import Kind
from games.rules.dealers import FairDealer
from games.rules.registry import KINDS
from tests.bench.measure import quantile, report
from tests.bench.playouts import setups

SECONDS = 10  # for each kind, and at least as many games as there are numbers of seats
GOAL = 150


def bots() -> None:
    for slug, kind in KINDS.items():
        times = decisions(kind)
        half, most = quantile(times, 0.5), quantile(times, 0.95)
        figure = f"p50 {half:.3f} ms, p95 {most:.3f} ms"
        report(f"sharp decisions of {slug} ({len(times):,})", figure, f"< {GOAL} ms", most < GOAL)


def decisions(kind: Kind) -> list[float]:
    """The milliseconds of every decision, sharp bots in all seats."""
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
