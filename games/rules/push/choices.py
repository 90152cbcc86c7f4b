"""The moves a seat may make now, with their bounds: enough to draw every button."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from games.rules.base import Nothing
from games.rules.push.auction import bid_cards, bid_means, least_bid
from games.rules.push.purchase import prices
from games.rules.push.state import State, is_deck_empty, waiting
from games.rules.push.view import Holdings

REWARDS = ("numbers", "currency")


class TakeChoice(TypedDict):
    what: Sequence[str]


class BidChoice(TypedDict):
    """The limits of a bid, and what it can be paid with."""

    least: int
    most: int
    means: Holdings


class BuyChoice(TypedDict):
    """The cards for sale, their prices, and what they can be paid with."""

    cards: Mapping[str, int]
    means: Holdings


Choices = TypedDict(
    "Choices",
    {
        "draw": Nothing,
        "take": TakeChoice,
        "bid": BidChoice,
        "pass": Nothing,
        "buy": BuyChoice,
        "skip": Nothing,
        "token": Nothing,
        "resign": Nothing,
    },
    total=False,
)


def choices(state: State, seat: int) -> Choices:
    """Return the moves the seat may make, by `do`; empty when the game is over."""
    now = waiting(state)
    if not now:
        return {}
    offered = _offers(state, seat) if seat in now else {}
    if seat not in state.left:
        offered["resign"] = {}
    return offered


def _offers(state: State, seat: int) -> Choices:
    match state.phase:
        case "draw":
            reward: TakeChoice = {"what": REWARDS}
            return {"take": reward} if is_deck_empty(state) else {"draw": {}, "take": reward}
        case "auction":
            return {"bid": _bid_choice(state, seat), "pass": {}}
        case "bust":
            return {"buy": _buy_choice(state, seat), "token": {}}
    return {"buy": _buy_choice(state, seat), "skip": {}}


def _bid_choice(state: State, seat: int) -> BidChoice:
    player = state.players[seat]
    owned: Holdings = {"coins": player.coins, "busts": player.busts, "cards": bid_cards(state, seat)}
    return {"least": least_bid(state), "most": bid_means(state, seat), "means": owned}


def _buy_choice(state: State, seat: int) -> BuyChoice:
    player = state.players[seat]
    owned: Holdings = {"coins": player.coins, "busts": player.busts, "cards": player.cards}
    return {"cards": prices(state, seat), "means": owned}
