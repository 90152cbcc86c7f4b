"""What must be true of every state of TEN Swap."""

from collections import Counter

from games.rules import swap
from games.rules.swap.cards import CARDS
from games.rules.swap.state import State


def conserved(state: State) -> None:
    """Check that every card is there once, and that tokens, seats and turns are consistent."""
    seats = range(state.setup.seats)
    in_hands = [card for card in state.dealt if card]
    assert Counter([*in_hands, *state.deck, *state.shown, *state.unshown]) == Counter(CARDS)
    assert sorted(state.holds) == list(seats)
    assert all(0 <= tokens <= 3 for tokens in state.tokens)
    still_in = [seat for seat in seats if state.tokens[seat]]
    with_card = [seat for seat in seats if state.dealt[state.holds[seat]]]
    assert with_card == (still_in if state.order else [])
    assert all(state.gone[seat] for seat in seats if not state.tokens[seat])
    assert (len(still_in) == 1) == (state.end == "played")
    assert set(state.up) <= set(state.order)
    assert len(set(state.left)) == len(state.left)
    assert (state.end is None) == bool(swap.waiting(state))
    if state.end is None:
        asked_or_to_move = swap.waiting(state)[0]
        assert state.tokens[asked_or_to_move]
        assert state.order[-1] == state.dealer
        assert len(state.turns) < len(state.order)
        assert set(state.order[len(state.turns) :]) <= set(still_in)
        assert set(still_in) <= set(state.order)
