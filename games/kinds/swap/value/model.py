"""The value model of TEN Swap.

All dealt cards count, even those nobody has seen yet; only the order of the deck is unknown. The model lets simple
players, who swap any card worth less than one from the deck, play the hand to its end. The outcome is the value of the
deal, and what a decision changes about it is the value of the decision. docs/luck.md explains why.
"""

from functools import cache
from pathlib import Path
from random import Random

from games.kinds.swap.value.open_hand import Hand
from games.kinds.value import (
    WEIGHTS,
    Shuffler,
    Values,
    Vector,
    compare_seats,
    difference,
    likelihood,
    load_weights,
    mean,
    reshuffle,
    result_values,
    strength,
)
from games.rules import swap as rules
from games.rules.base import Setup, change
from games.rules.replay import Step
from games.rules.swap.hand import deal_hand
from games.rules.swap.state import TOKENS, State

NAMES = (
    *(f"tokens: {tokens}" for tokens in range(1, TOKENS + 1)),
    *(f"tokens: {tokens}, by seats still in" for tokens in range(1, TOKENS + 1)),
)
DATA = Path(__file__).with_name(WEIGHTS)
MANY = 12
RESHUFFLES = 32
Seats = tuple[int, ...]


def make_model(setup: Setup) -> "Swap":
    return Swap(setup, load_weights(DATA, "swap", NAMES))


class Swap:
    names = NAMES

    def __init__(self, setup: Setup, weights: Vector) -> None:
        self.setup, self.weights = setup, weights
        self.between = cache(self._between)

    def vectors(self, state: State) -> list[Vector]:
        return [token_features(tokens, state.tokens) for tokens in state.tokens]

    def values(self, state: State) -> Values:
        result = rules.result(state)
        if result is not None:
            return result_values(result)
        ends = Hand(state).ends()
        found = [(odds, self.between(tokens, gone, state.left)) for odds, tokens, gone in ends]
        return [sum([odds * values[seat] for odds, values in found]) for seat in range(self.setup.seats)]

    def _between(self, tokens: Seats, gone: Seats, left: Seats) -> Values:
        """Return each seat's expected result between hands: from the tokens, and from when seats last went out."""
        is_over = sum(map(bool, tokens)) < 2
        strengths = [strength(self.weights, token_features(held, tokens)) for held in tokens]

        def ahead(one: int, other: int) -> float:
            if is_over or not (tokens[one] or tokens[other]):
                lasted, rival = (0 if tokens[who] else -1 / (1 + gone[who]) for who in (one, other))
                return (lasted > rival) + (lasted == rival) / 2
            return likelihood(strengths[one] - strengths[other])

        return compare_seats(len(tokens), left, ahead)

    def dealt(self, start: State, dice: Random) -> Values:
        """Return the luck of the first hand."""
        undealt = change(start, deck=(), shown=tuple(filter(None, start.dealt)) + start.deck)
        found = [self.values(deal_hand(undealt, [], Shuffler(dice))) for _ in range(RESHUFFLES)]
        return difference(self.values(start), mean(found))

    def luck(self, before: State, step: Step, dice: Random) -> Values | None:
        """Return the luck of the dealer's draw and of the next hand."""
        state: State = step.state
        if state.end == "left" or (state.hand == before.hand and not (state.end and state.deck != before.deck)):
            return None
        found = []
        for _ in range(RESHUFFLES):
            base = change(before, deck=reshuffle(before.deck, dice))
            found.append(self.values(rules.play(base, step.seat, step.move, Shuffler(dice))[0]))
        return difference(self.values(state), mean(found))


def token_features(tokens: int, all_tokens: tuple[int, ...]) -> Vector:
    """Return the features of a seat in the order of `NAMES`."""
    many = sum(map(bool, all_tokens)) / MANY
    held = [float(tokens == number) for number in range(1, TOKENS + 1)]
    return [*held, *[one * many for one in held]]
