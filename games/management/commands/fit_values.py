"""`manage.py fit_values`: fit the models of what a game is worth, on games of bots."""

import json
from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand

from games.kinds.samples import Course
from games.labs.arena import make_map
from games.labs.fitting import COURSES, Pair, Score, fit, play_pairs, score
from games.management import arguments
from games.rules.base import Plain

MOST_GAMES = 100_000
KEPT = 4  # keep every fourth game to score the weights on
DIGITS = 5
Play = Callable[[Callable[[int], list[Pair]], Iterable[int]], Iterable[list[Pair]]]


class Command(BaseCommand):
    """Fit the models."""

    help = "Fit the models behind luck and skill to bot games, write their weights and print their accuracy."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        models = ", ".join(course.model for course in COURSES)
        parser.add_argument("models", nargs="*", metavar="MODEL", help=f"only these: {models} (all)")
        parser.add_argument(
            "--games", default="180", metavar="N", help="how many games; some models play a multiple of it (180)"
        )
        parser.add_argument(
            "--seed", default="values", metavar="TEXT", help="the same text gives the same weights (values)"
        )
        parser.add_argument("--jobs", default="1", metavar="J", help="how many processes to use (1)")

    def handle(self, *_args: Any, **given: Any) -> None:
        games = arguments.parse_whole_number("games", given["games"], MOST_GAMES)
        self.stdout.write(f"{'model':<12}{'games':>7}{'pairs':>8}   log loss: model, simple  Brier  off\n")
        with make_map(arguments.parse_jobs(given)) as play:
            for course in COURSES:
                if not given["models"] or course.model in given["models"]:
                    one = fit_model(course, given["seed"], int(games * course.share), play)
                    store_weights(course, one)
                    self.stdout.write(format_line(course.model, one))


def store_weights(course: Course, found: Plain) -> None:
    """Store the weights next to the other models of the kind."""
    known: Plain = json.loads(course.weights.read_text()) if course.weights.exists() else {}
    course.weights.write_text(json.dumps(known | {course.model: found}, indent=1) + "\n")


def fit_model(course: Course, seed: str, games: int, play: Play) -> Plain:
    """Fit a model, and score it on other games."""
    tables = list(play(partial(play_pairs, course, seed), range(games)))
    known = [pair for number, pairs in enumerate(tables) if number % KEPT for pair in pairs]
    kept = [pair for pairs in tables[::KEPT] for pair in pairs]
    names = course.names
    weights = [round(weight, DIGITS) for weight in fit(known, len(names))]
    ours, simple = score(kept, weights), fit_simple_model(course, names, known, kept)
    return {
        "games": games,
        "pairs": len(known),
        "held out": {"pairs": len(kept), **{name: round(value, 4) for name, value in ours._asdict().items()}},
        "simple": {name: round(value, 4) for name, value in simple._asdict().items()},
        "weights": dict(zip(names, weights, strict=True)),
    }


def fit_simple_model(course: Course, names: tuple[str, ...], known: list[Pair], kept: list[Pair]) -> Score:
    """Score a simple model that sees little."""
    places = [place for place, name in enumerate(names) if name.startswith(course.simple)]
    few, others = ([Pair([pair.vector[at] for at in places], pair.ahead) for pair in some] for some in (known, kept))
    return score(others, fit(few, len(places)))


def format_line(model: str, found: Plain) -> str:
    ours, simple = found["held out"], found["simple"]
    counts = f"{model:<12}{found['games']:>7,}{ours['pairs']:>8,}"
    return f"{counts}   {ours['log_loss']:.3f}, {simple['log_loss']:.3f}  {ours['brier']:.3f}  {ours['off']:.3f}\n"
