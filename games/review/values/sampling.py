"""What the models are fitted on: tables of games that bots played against each other."""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from games.bots.arena import Match, make_match, play_match
from games.review.values import FAMILIES
from games.review.values.fitting import Pair
from games.rules.base import Plain
from games.rules.replay import Replay, replay
from games.rules.swap.state import State as SwapState

SAMPLES = 24  # tables of one game
BOTS = ("steady", "easy", "steady", "sharp", "steady", "easy")  # all of one game are alike: a lead tells no strength


class Course(NamedTuple):
    """Games that one model is fitted on: setups that take turns, and how many games for each one asked for."""

    model: str
    kind: str
    setups: tuple[tuple[int, Plain], ...]
    share: float
    simple: str  # how the names begin that a simple model has, to compare


PUSH: tuple[tuple[int, Plain], ...] = tuple(
    (seats, options)
    for options in ({}, {"edition": "gamefactory"}, {"bust_buy": True})
    for seats in (2, 3, 2, 4, 3, 5, 2, 3, 4)
)
SOLO: tuple[tuple[int, Plain], ...] = tuple(
    (1, {"solo": level, "bust_buy": level % 2 == 0, "edition": "gamefactory" if level in (5, 8, 9) else "aeg"})
    for level in (4, 5, 6, 7, 8, 9, 10)
)
SWAP: tuple[tuple[int, Plain], ...] = tuple(
    (seats, {"blocking": "ask" if seats % 3 == 0 else "auto", "carry_on": seats != 5})
    for seats in (4, 5, 6, 7, 8, 10, 12)
)
COURSES = (
    Course("push", "push", PUSH, 3.0, "points now"),
    Course("push solo", "push", SOLO, 3.0, "points now"),
    Course("tiles", "tiles", ((2, {}),), 3.0, "to move"),
    Course("tiles open", "tiles", ((2, {"open": True}),), 2.0, "to move"),
    Course("swap", "swap", SWAP, 4.0, "tokens: 1"),
)


def match_of(course: Course, seed: str, number: int) -> Match:
    """A match of the course, by the number alone."""
    setups = course.setups
    seats, options = setups[number % len(setups)]
    return make_match(course.kind, seats, options, [BOTS[number // len(setups) % len(BOTS)]], seed)


def pairs_of(course: Course, seed: str, number: int) -> list[Pair]:
    """What the game with that number tells."""
    match = match_of(course, seed, number)
    game = replay(play_match(match, number))
    family, dice = FAMILIES[course.kind], Random(f"{seed}|tables|{number}")  # noqa: S311 (no secret)  # nosec
    model = family.make(match.setup, [0.0] * len(family.names))
    places = _places(game)
    states = [state for state in (game.start, *(step.state for step in game.steps[:-1])) if _tells(state)]
    found = []
    for state in dice.sample(states, min(SAMPLES, len(states))):
        vectors = model.vectors(state)
        for one, other in _compared(state, len(vectors)):
            vector = [first - second for first, second in zip(vectors[one], vectors[other], strict=True)]
            ahead = (places[one] < places[other]) + (places[one] == places[other]) / 2
            found.append(Pair(vector, ahead))
    return found


def _tells(state: Any) -> bool:
    """In swap the cards that are dealt are played out: only what comes after the hand is fitted."""
    return not (isinstance(state, SwapState) and state.turns)


def _compared(state: Any, players: int) -> Iterator[tuple[int, int]]:
    for one, other in combinations(range(players), 2):
        if not isinstance(state, SwapState) or state.tokens[one] or state.tokens[other]:
            yield one, other


def _places(game: Replay) -> tuple[int, ...]:
    """By player; alone, that of the opponent too."""
    standing = game.kind.standing(game.state)
    if standing is None:
        raise AssertionError("bots play to the end")
    places = standing.places
    return places if len(places) > 1 else (places[0], 3 - places[0])
