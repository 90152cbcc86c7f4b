"""The value model of TEN Push; like the players, it doesn't know the order of the deck."""

from pathlib import Path
from random import Random

from games.kinds.push.value.draws import Draws
from games.kinds.push.value.features import NAMES, player_features
from games.kinds.push.value.situation import Situation
from games.kinds.value import (
    WEIGHTS,
    Shuffler,
    Values,
    Vector,
    difference,
    expected_shares,
    likelihood,
    load_weights,
    mean,
    reshuffle,
    result_values,
    strength,
)
from games.rules import push as rules
from games.rules.base import Setup, change
from games.rules.push.cards import WILDS
from games.rules.push.moves import Draw
from games.rules.push.state import State
from games.rules.replay import Step

DATA = Path(__file__).with_name(WEIGHTS)
RESHUFFLES = 12


def make_model(setup: Setup) -> "Push":
    """Return the model of that setup, with the weights for solo games or for all others."""
    return Push(setup, load_weights(DATA, "push solo" if setup.seats == 1 else "push", NAMES))


class Push:
    names = NAMES

    def __init__(self, setup: Setup, weights: Vector) -> None:
        self.setup, self.weights, self.solo = setup, weights, setup.seats == 1
        self._deck: tuple[str, ...] = ()
        self._key: tuple[object, ...] = ()
        self._scene: Situation | None = None

    def vectors(self, state: State) -> list[Vector]:
        return player_features(self.scene(state), state)

    def values(self, state: State) -> Values:
        result = rules.result(state)
        if result is not None:
            return result_values(result)
        return self.worth([strength(self.weights, vector) for vector in self.vectors(state)], state.left)

    def worth(self, strengths: list[float], left: tuple[int, ...]) -> Values:
        """Return the expected results of players with these strengths."""
        if self.solo:
            return [likelihood(strengths[0] - strengths[1])]
        return expected_shares(strengths, left)

    def scene(self, state: State) -> Situation:
        """Return the situation since the last first card."""
        wild = () if state.auction is None else (state.auction.card,)
        count = state.drawn - len(state.numbers) - len(state.currency) - len(wild)
        key = state.players, state.market, count
        if self._scene is None or self._deck is not state.deck or self._key != key:
            coming = (*state.deck[state.drawn :], *state.numbers, *state.currency, *wild)
            self._deck, self._key = state.deck, key
            self._scene = Situation(self.setup, state.players, state.market, coming)
        return self._scene

    def dealt(self, start: State, dice: Random) -> Values:
        return self._first_card_luck(start)

    def luck(self, before: State, step: Step, dice: Random) -> Values | None:
        after: State = step.state
        if after.drawn == before.drawn:
            return None
        if type(step.move) is not Draw:
            return self._luck_by_reshuffling(before, step, 0, dice) if self.solo else self._first_card_luck(after)
        luck = self._draws(before).luck(before.deck[before.drawn])
        if after.drawn == before.drawn + 1:
            return luck
        more = self._luck_by_reshuffling(before, step, 1, dice) if self.solo else self._first_card_luck(after)
        return [one + other for one, other in zip(luck, more, strict=True)]

    def _draws(self, base: State) -> Draws:
        return Draws(self.weights, self.worth, self.values, base, self.scene(base))

    def _first_card_luck(self, after: State) -> Values:
        """Return the luck of the first card of a turn, which is the last one drawn."""
        card = after.deck[after.drawn - 1]
        unsold = card in WILDS and after.auction is None
        base = change(
            after,
            drawn=after.drawn - 1,
            phase="turn",
            numbers=(),
            currency=(),
            auction=None,
            discards=after.discards[:-1] if unsold else after.discards,
        )
        return self._draws(base).luck(card)

    def _luck_by_reshuffling(self, before: State, step: Step, known: int, dice: Random) -> Values:
        """Return the luck of a move that drew many cards, against a few other orders; the first ones are known."""
        first = before.drawn + known
        found = []
        for _ in range(RESHUFFLES):
            deck = (*before.deck[:first], *reshuffle(before.deck[first:], dice))
            after, _ = rules.play(change(before, deck=deck), step.seat, step.move, Shuffler(dice))
            found.append(self.values(after))
        return difference(self.values(step.state), mean(found))
