"""`manage.py tournament`: how strong the bots are against each other."""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from math import sqrt
from typing import Any

from django.core.management.base import BaseCommand

from games.kinds import KINDS
from games.kinds.bots import LEVELS, RANDOM
from games.labs.arena import Match, make_map, play_match
from games.management import arguments
from games.rules.base import short

PAIRS = (("steady", "easy"), ("sharp", "steady"), ("sharp", "easy"))  # stronger bot first
NORMAL = 1.959964  # 95 % of a normal distribution are within this many standard deviations
Play = Callable[[Callable[[int], str], Iterable[int]], Iterable[str]]


class Command(BaseCommand):
    """Let bots play against each other."""

    help = "Let bots of different levels play each other: one against a table of others, in each seat in turn."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        arguments.add_arguments(parser)

    def handle(self, *_args: Any, **given: Any) -> None:
        games = arguments.parse_whole_number("games", given["games"], arguments.MOST_GAMES)
        match = arguments.parse_match(given, [RANDOM])
        options = ", ".join(f"{name}={short(value)}" for name, value in match.setup.options.items())
        self.stdout.write(f"{match.kind}, {match.setup.seats} seats, {options}, seed {match.seed}\n")
        self.stdout.write(f"{'one':<8}{'among':<10}{'games':>7}{'won':>7}{'shared':>8}{'lost':>7}  won, 95 %\n")
        with make_map(arguments.parse_jobs(given)) as play:
            for strong, weak in list_pairs(match):
                self.stdout.write(format_line(strong, weak, games, match, play))
        self.stdout.write(f"A bot of equal strength would win {100 / max(match.setup.seats, 2):.0f}%.\n")


def list_pairs(match: Match) -> Iterator[tuple[str, str]]:
    """Return who plays whom; in a solo game, each level against the game itself."""
    known = [level for level in LEVELS if level in KINDS[match.kind].bots]
    if match.setup.seats == 1:
        return iter([(level, "alone") for level in known or [RANDOM]])
    if len(known) < 2:  # nothing else to compare with
        return iter([(level, RANDOM) for level in known])
    return iter([pair for pair in PAIRS if set(pair) <= set(known)])


def format_line(strong: str, weak: str, games: int, match: Match, play: Play) -> str:
    ends = Counter(play(partial(play_outcome, match, strong, weak), range(1, games + 1)))
    low, high = wilson_interval(ends["won"], games)
    counts = f"{games:>7}{ends['won']:>7}{ends['shared']:>8}{ends['lost']:>7}"
    return f"{strong:<8}{weak:<10}{counts}  {100 * ends['won'] / games:.1f} % ({100 * low:.1f} to {100 * high:.1f})\n"


def play_outcome(match: Match, strong: str, weak: str, number: int) -> str:
    """Return how the stronger bot fared in a game, sitting in each seat in turn."""
    seat = number % match.setup.seats
    bots = tuple(strong if other == seat else weak for other in range(match.setup.seats))
    result = play_match(replace(match, bots=bots), number).result
    places = result.places if result and result.places else ()
    if places[seat] > 1:
        return "lost"
    return "shared" if places.count(1) > 1 else "won"


def wilson_interval(won: int, games: int) -> tuple[float, float]:
    """Return the 95% Wilson interval of a share."""
    share, square = won / games, NORMAL**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = NORMAL * sqrt(share * (1 - share) / games + square / (4 * games**2)) / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)
