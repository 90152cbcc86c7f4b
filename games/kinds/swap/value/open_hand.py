"""A simulated hand, played out by simple players with all cards open except the deck."""

from collections import Counter

from games.kinds.swap.bots.card_values import AVERAGE
from games.kinds.swap.bots.hand_simulation import BUNNY, LOWEST_BLOCKER, WORTH, after_loss, offer, settle
from games.rules.swap.state import State

Ends = list[tuple[float, tuple[int, ...], tuple[int, ...]]]  # probability; by seat: tokens, and when it went out


class Hand:
    """A hand by places in the order of turns; cards are named by the place they were dealt to."""

    def __init__(self, state: State) -> None:
        self.state, self.order = state, state.order
        places = {seat: place for place, seat in enumerate(self.order)}
        self.worth = [WORTH[state.dealt[seat]] if state.dealt[seat] else 0 for seat in self.order]
        self.at = [places[state.holds[seat]] for seat in self.order]
        self.tokens = [state.tokens[seat] for seat in self.order]
        self.up = {places[seat] for seat in state.up}
        self.carried: list[tuple[int, int, int]] = [
            (place, places[turn.whom], places[turn.gave])
            for place, turn in enumerate(state.turns)
            if turn.did == "swapped" and turn.whom is not None and turn.gave is not None
        ]
        self.turn = len(state.turns)
        self.asked = None if state.asked is None else places[state.asked]

    def ends(self) -> Ends:
        """Return how the hand can end, for each card the dealer may draw."""
        last = len(self.order) - 1
        for place in range(self.turn, last):
            if place == self.turn and self.asked is not None:
                offer(place, self.asked, self.worth, self.at, self.tokens, self.carried)
            elif self.worth[self.at[place]] < AVERAGE:
                self._swap(place)
        values = [self.worth[card] for card in self.at]
        if values[last] >= AVERAGE or not self.tokens[last]:
            return [self._end(1.0, values)]
        state = self.state
        draws = Counter(WORTH[card] for card in state.deck or state.shown + state.unshown)
        total = sum(draws.values())
        return [self._end(count / total, [*values[:last], worth]) for worth, count in draws.items()]

    def _swap(self, place: int) -> None:
        """Swap with the next seat still in, unless everyone can see that it will be blocked."""
        asked = after_loss(place, self.tokens)
        while asked != place and self.at[asked] in self.up and self.worth[self.at[asked]] == BUNNY:
            asked = after_loss(asked, self.tokens)
        if self.at[asked] not in self.up or self.worth[self.at[asked]] < LOWEST_BLOCKER:
            offer(place, asked, self.worth, self.at, self.tokens, self.carried)

    def _end(self, odds: float, values: list[int]) -> tuple[float, tuple[int, ...], tuple[int, ...]]:
        state = self.state
        tokens, gone = list(state.tokens), list(state.gone)
        out = [seat for seat in range(len(tokens)) if seat not in self.order]
        held = settle(values, self.tokens[:], len(out))
        for seat, number in zip([*self.order, *out], held, strict=False):
            if tokens[seat] and not number:
                gone[seat] = state.hand
            tokens[seat] = number
        return odds, tuple(tokens), tuple(gone)
