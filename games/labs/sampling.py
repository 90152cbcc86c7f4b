"""The samples that models are fitted on: games between bots."""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from games.kinds import KINDS
from games.kinds.samples import Course, all_samples
from games.labs.arena import Match, make_match, play_match
from games.labs.fitting import Pair
from games.rules.replay import Replay, replay

SAMPLES = 24  # tables of one game
BOTS = ("steady", "easy", "steady", "sharp", "steady", "easy")  # all of one game are alike: a lead tells no strength


COURSES = tuple(course for _kind, samples in all_samples(KINDS.values()) for course in samples.COURSES)


def make_course_match(course: Course, seed: str, number: int) -> Match:
    """Make a match that depends only on the number."""
    setups = course.setups
    seats, options = setups[number % len(setups)]
    return make_match(course.kind, seats, options, [BOTS[number // len(setups) % len(BOTS)]], seed)


def play_pairs(course: Course, seed: str, number: int) -> list[Pair]:
    match = make_course_match(course, seed, number)
    game = replay(play_match(match, number))
    dice = Random(f"{seed}|tables|{number}")  # noqa: S311 (no secret)  # nosec
    model = course.make(match.setup, [0.0] * len(course.names))
    places = _rank_players(game)
    states = [state for state in (game.start, *(step.state for step in game.steps[:-1])) if course.tells(state)]
    found = []
    for state in dice.sample(states, min(SAMPLES, len(states))):
        vectors = model.vectors(state)
        for one, other in _compare(course, state, len(vectors)):
            vector = [first - second for first, second in zip(vectors[one], vectors[other], strict=True)]
            ahead = (places[one] < places[other]) + (places[one] == places[other]) / 2
            found.append(Pair(vector, ahead))
    return found


def _compare(course: Course, state: Any, players: int) -> Iterator[tuple[int, int]]:
    for one, other in combinations(range(players), 2):
        if course.counts(state, one) or course.counts(state, other):
            yield one, other


def _rank_players(game: Replay) -> tuple[int, ...]:
    """Return each player's rank; in a solo game, also the opponent's."""
    result = game.kind.result(game.state)
    if result is None:
        raise AssertionError("bots play to the end")
    places = result.places
    return places if len(places) > 1 else (places[0], 3 - places[0])
