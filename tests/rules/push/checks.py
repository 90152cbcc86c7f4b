"""What must be true of every state of TEN Push."""

from collections import Counter

from games.rules.push.cards import COINS, DECKS, FACE, WILDS, in_order
from games.rules.push.state import State, coins_shown, net_total

PHASES = ("draw", "auction", "buy", "bust", "final", "over")  # no state stays in `turn`


def conserved(state: State) -> None:
    """Check that no card is lost or duplicated or in the wrong place, and that no one has too many coins."""
    owned = [card for player in state.players for card in player.cards]
    for_sale = [state.auction.card] if state.auction else []
    tableau = [*state.numbers, *state.currency]
    everything = [*state.deck[state.drawn :], *owned, *for_sale, *tableau, *state.market, *state.discards]
    assert Counter(everything) == Counter(DECKS[state.setup.seats])
    assert len(state.players) == (2 if state.setup.options["solo"] else state.setup.seats)
    for player in state.players:
        assert 0 <= player.coins <= 10
        assert player.busts >= 0
        assert player.cards == in_order(player.cards)
        assert not COINS.keys() & set(player.cards)
    assert state.market == in_order(state.market)
    assert set(state.market) | set(state.numbers) <= FACE.keys()
    assert set(state.currency) <= COINS.keys()
    assert set(for_sale) <= WILDS
    _phase_fits(state)


def _phase_fits(state: State) -> None:
    assert state.phase in PHASES
    assert (state.auction is not None) == (state.phase == "auction")
    assert bool(state.final) == (state.phase == "final")
    if state.phase in ("draw", "auction"):
        assert coins_shown(state) <= 10
        assert net_total(state) <= 10 or state.active == state.setup.seats
    else:
        assert not state.numbers
        assert bool(state.currency) <= (state.phase == "bust")
    if state.phase in ("final", "over"):
        assert state.drawn == len(state.deck)
    if state.auction:
        amounts = [answer.amount for answer in state.auction.answers if answer.amount is not None]
        assert amounts == sorted(set(amounts))
