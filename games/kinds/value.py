"""What the value models of all kinds share: from strengths to values, results as values, and shuffling."""

import hashlib
import json
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from math import exp
from pathlib import Path
from typing import Any, Protocol

from games.rules.base import Kind, Plain, Result, Setup
from games.rules.replay import Step

Values = list[float]  # expected result by seat
Vector = list[float]  # features of a player, in the order of the model's names
WEIGHTS = "weights.json"  # the file beside a kind's model


class Model(Protocol):
    """A model of each seat's expected result, and of how lucky the dealt cards were."""

    names: tuple[str, ...]
    weights: Vector

    def __init__(self, setup: Setup, weights: Vector) -> None: ...

    def vectors(self, state: Any) -> list[Vector]:
        """Return the features of each player while the game goes on."""

    def values(self, state: Any) -> Values:
        """Return each seat's expected result from open information, or its result once the game is over."""

    def dealt(self, start: Any, dice: random.Random) -> Values:
        """Return how lucky the first deal was for each seat, compared with other possible deals."""

    def luck(self, before: Any, step: Step, dice: random.Random) -> Values | None:
        """Return the same for the cards dealt during a move; None if there were none."""


@cache
def load_fit(path: Path) -> Plain:
    """Load what was fitted for a kind: for each model its weights, and how well it predicts."""
    found: Plain = json.loads(path.read_text())
    return found


def load_weights(path: Path, model: str, names: Sequence[str]) -> Vector:
    """Return the weights of a model in the order of these names."""
    found = load_fit(path)[model]["weights"]
    return [found[name] for name in names]


def likelihood(difference: float) -> float:
    """Return how likely a player with that lead in strength finishes first of two."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, difference))))


def strength(weights: Sequence[float], vector: Vector) -> float:
    return sum([weight * value for weight, value in zip(weights, vector, strict=True) if value])


def expected_shares(strengths: Sequence[float], left: Sequence[int] = ()) -> Values:
    """Return the share of opponents each seat is expected to beat."""
    return compare_seats(len(strengths), left, lambda one, other: likelihood(strengths[one] - strengths[other]))


def compare_seats(seats: int, left: Sequence[int], ahead: Callable[[int, int], float]) -> Values:
    """Return the share of opponents each seat beats. Leavers rank below those who stayed (R40).

    `ahead`: how likely the first of two seats that stayed beats the other.
    """
    values = [0.0] * seats
    for one in range(seats):
        for other in range(one):
            is_decided = one in left or other in left
            won = float(is_behind_by_leaving(other, one, left)) if is_decided else ahead(one, other)
            values[one] += won
            values[other] += 1 - won
    return [value / (seats - 1) for value in values]


def is_behind_by_leaving(one: int, other: int, left: Sequence[int]) -> bool:
    """Whether the first of two seats ranks lower because it left, or left earlier (R40)."""
    return one in left and (other not in left or left.index(one) < left.index(other))


def result_values(result: Result) -> Values:
    """Return the share of opponents each seat beat, counting ties half; in a solo game, whether it won."""
    places = result.places
    if len(places) == 1:
        return [float(places[0] == 1)]
    others = len(places) - 1
    return [sum((place < rival) + (place == rival) / 2 for rival in places) / others - 0.5 / others for place in places]


def spread_over_knots(value: float, knots: Sequence[float]) -> Vector:
    """Split 1 between the two knots next to a value (linear interpolation)."""
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
    return [first - second for first, second in zip(one, other, strict=True)]


def luck_of_card(card: Any, coming: Iterable[Any], values: Callable[[Any], Values]) -> Values:
    """Return how much better a card is for each seat than the average of those that could have come."""
    counts = Counter(coming)
    found = {one: values(one) for one in counts}
    weighted = [[count * value for value in found[one]] for one, count in counts.items()]
    return difference(found[card], [sum(column) / counts.total() for column in zip(*weighted, strict=True)])


def mean(found: Collection[Values]) -> Values:
    return [sum(column) / len(found) for column in zip(*found, strict=True)]


def reshuffle(cards: Iterable[Any], dice: random.Random) -> tuple[Any, ...]:
    """Shuffle the cards, independently of their present order."""
    others = sorted(cards)
    dice.shuffle(others)
    return tuple(others)


class Shuffler:
    """A dealer that deals at random."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice

    def below(self, label: str, n: int) -> int:
        return self.dice.randrange(n)

    def shuffle(self, label: str, cards: Sequence[Any]) -> tuple[Any, ...]:
        return reshuffle(cards, self.dice)


def make_dice(kind: Kind, start: Any) -> random.Random:
    """Return a random generator seeded by how the game was dealt, so each game always gets the same one."""
    digest = hashlib.sha256(f"{kind.SLUG}|{start!r}".encode()).digest()
    return random.Random(int.from_bytes(digest, "big"))  # noqa: S311 (no secret)  # nosec
