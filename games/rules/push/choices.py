"""What a seat may do now, with bounds: enough to draw every button."""

from games.rules.base import Plain
from games.rules.push.auction import bid_cards, bid_means, least_bid
from games.rules.push.purchase import prices
from games.rules.push.state import State, is_deck_empty, waiting

REWARDS = ("numbers", "currency")


def choices(state: State, seat: int) -> Plain:
    """What the seat may do, by `do`; empty when the game is over."""
    now = waiting(state)
    if not now:
        return {}
    offered = _offers(state, seat) if seat in now else {}
    if seat not in state.left:
        offered["resign"] = {}
    return offered


def _offers(state: State, seat: int) -> Plain:
    match state.phase:
        case "draw":
            reward = {"what": REWARDS}
            return {"take": reward} if is_deck_empty(state) else {"draw": {}, "take": reward}
        case "auction":
            return {"bid": _bidding(state, seat), "pass": {}}
        case "bust":
            return {"buy": _buying(state, seat), "token": {}}
    return {"buy": _buying(state, seat), "skip": {}}


def _bidding(state: State, seat: int) -> Plain:
    player = state.players[seat]
    owned = {"coins": player.coins, "busts": player.busts, "cards": bid_cards(state, seat)}
    return {"least": least_bid(state), "most": bid_means(state, seat), "means": owned}


def _buying(state: State, seat: int) -> Plain:
    player = state.players[seat]
    owned = {"coins": player.coins, "busts": player.busts, "cards": player.cards}
    return {"cards": prices(state, seat), "means": owned}
