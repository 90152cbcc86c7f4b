"""What a position of High Card is worth to each seat: the tricks it has won, and the cards in its hand."""

from random import Random
from typing import Any

from games.kinds.value import Values, Vector, result_values
from games.rules.base import Setup
from games.rules.replay import Step

from . import rules


class Model:
    """A model of tricks and cards, with guessed weights."""

    names: tuple[str, ...] = ("tricks", "cards")

    def __init__(self, setup: Setup, weights: Vector) -> None:
        self.setup, self.weights = setup, weights

    def vectors(self, state: Any) -> list[Vector]:
        sign = -1 if self.setup.options["low"] else 1
        return [[state.points[seat], sign * sum(state.hands[seat])] for seat in (0, 1)]

    def values(self, state: Any) -> Values:
        if result := rules.result(state):
            return result_values(result)
        return self._compare(self.vectors(state))

    def _compare(self, vectors: list[Vector]) -> Values:
        ahead = sum(weight * (one - two) for weight, one, two in zip(self.weights, *vectors, strict=True))
        return [0.5 + ahead, 0.5 - ahead]

    def dealt(self, start: Any, dice: Random) -> Values:
        return [value - 0.5 for value in self.values(start)]

    def luck(self, before: Any, step: Step, dice: Random) -> Values | None:
        return None


def make_model(setup: Setup) -> Model:
    return Model(setup, [0.2, 0.01])
