"""What the value models of all kinds share: strengths that become values, results, and cards in another order."""

import hashlib
import json
import random
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from math import exp
from pathlib import Path
from typing import Any, Protocol

from games.rules.base import Kind, Plain, Result, Setup
from games.rules.replay import Step

Values = list[float]  # by seat: the result that can be expected
Vector = list[float]  # what a model sees of a player, in the order of its names
WEIGHTS = "weights.json"  # beside the model of a kind


class Model(Protocol):
    """What a game is worth to its seats, as it stands; and how far the cards of a move were better than others."""

    names: tuple[str, ...]
    weights: Vector

    def __init__(self, setup: Setup, weights: Vector) -> None: ...

    def vectors(self, state: Any) -> list[Vector]:
        """What the model sees of each player while the game goes on."""

    def values(self, state: Any) -> Values:
        """What each seat can expect, from what is known; in the end, what it got."""

    def dealt(self, start: Any, dice: random.Random) -> Values:
        """What the first cards were worth to each seat, against all others that could have come."""

    def luck(self, before: Any, step: Step, dice: random.Random) -> Values | None:
        """The same for the cards that came in a move; None: none did."""


@cache
def load_fit(path: Path) -> Plain:
    """What was fitted for a kind: by model its weights, and how well it foretells."""
    found: Plain = json.loads(path.read_text())
    return found


def load_weights(path: Path, model: str, names: Sequence[str]) -> Vector:
    """The weights of a model, in the order of these names."""
    found = load_fit(path)[model]["weights"]
    return [found[name] for name in names]


def likelihood(difference: float) -> float:
    """How likely the stronger of two comes before the other."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, difference))))


def strength(weights: Sequence[float], vector: Vector) -> float:
    """How strong a player stands there."""
    return sum([weight * value for weight, value in zip(weights, vector, strict=True) if value])


def expected_shares(strengths: Sequence[float], left: Sequence[int] = ()) -> Values:
    """By seat, the share of the others that it is expected to beat; who left is behind everybody who stayed (R40)."""
    seats = len(strengths)
    values = [0.0] * seats
    for one in range(seats):
        for other in range(one):
            if left and (one in left or other in left):
                ahead = float(is_behind_by_leaving(other, one, left))
            else:
                ahead = likelihood(strengths[one] - strengths[other])
            values[one] += ahead
            values[other] += 1 - ahead
    return [value / (seats - 1) for value in values]


def is_behind_by_leaving(one: int, other: int, left: Sequence[int]) -> bool:
    """Of two seats, one of which left: whether the first is behind, for having left, or left earlier (R40)."""
    return one in left and (other not in left or left.index(one) < left.index(other))


def result_values(result: Result) -> Values:
    """By seat, the share of the others that it beat, ties half; alone, whether it won."""
    places = result.places
    if len(places) == 1:
        return [float(places[0] == 1)]
    others = len(places) - 1
    return [sum((place < rival) + (place == rival) / 2 for rival in places) / others - 0.5 / others for place in places]


def spread_over_knots(value: float, knots: Sequence[float]) -> Vector:
    """Where a value stands between the knots: 1 in all, shared by the two next to it."""
    shares = [0.0] * len(knots)
    if value <= knots[0]:
        shares[0] = 1.0
        return shares
    for place in range(1, len(knots)):
        if value < knots[place]:
            part = (value - knots[place - 1]) / (knots[place] - knots[place - 1])
            shares[place - 1], shares[place] = 1 - part, part
            return shares
    shares[-1] = 1.0
    return shares


def difference(one: Values, other: Values) -> Values:
    """By seat, how much more one has than the other."""
    return [first - second for first, second in zip(one, other, strict=True)]


def mean(found: Collection[Values]) -> Values:
    """By seat, the average."""
    return [sum(column) / len(found) for column in zip(*found, strict=True)]


def reshuffle(cards: Iterable[Any], dice: random.Random) -> tuple[Any, ...]:
    """The cards in an order that tells nothing of the one that they are in."""
    others = sorted(cards)
    dice.shuffle(others)
    return tuple(others)


class Shuffler:
    """Deals what could have been dealt."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice

    def below(self, label: str, n: int) -> int:
        """Any number."""
        return self.dice.randrange(n)

    def shuffle(self, label: str, cards: Sequence[Any]) -> tuple[Any, ...]:
        """Any order."""
        return reshuffle(cards, self.dice)


def make_dice(kind: Kind, start: Any) -> random.Random:
    """The same dice for the same game, and others for each other one: thrown by a digest of how it was dealt."""
    digest = hashlib.sha256(f"{kind.SLUG}|{start!r}".encode()).digest()
    return random.Random(int.from_bytes(digest, "big"))  # noqa: S311 (no secret)  # nosec
