"""What a seat, or the public, may know: everything but the order of the deck and the payments of bids (R0)."""

from collections.abc import Sequence
from typing import Any, TypedDict

from games.rules.base import Event, MaybeNone, Plain
from games.rules.push.auction import highest_bid
from games.rules.push.moves import Bid, PayFacts, pay_facts
from games.rules.push.state import (
    JEN,
    Player,
    State,
    all_in_turn,
    coins_shown,
    edition_of,
    is_closing,
    is_solo,
    net_total,
    waiting,
)
from games.rules.serialization import write_move


class Holdings(TypedDict):
    """What a player owns."""

    coins: int
    busts: int
    cards: Sequence[str]


class Opponent(Holdings):
    name: str


class Tableau(TypedDict):
    """The cards drawn in this turn, and their two totals."""

    numbers: Sequence[str]
    currency: Sequence[str]
    net: int
    coins: int


class BidMade(TypedDict):
    """A player's bid, or a pass if it has no amount."""

    seat: int
    amount: int | None


class HighestBid(TypedDict):
    seat: int
    amount: int


class AuctionView(TypedDict):
    """The wild for sale, the bids so far, and how the reader's own bid would be paid."""

    card: str
    order: Sequence[int]
    bids: Sequence[BidMade]
    highest: HighestBid | None
    next: int | None
    pay: PayFacts | None


class View(TypedDict):
    """What a seat, or the public, may know."""

    seat: int | MaybeNone
    edition: str
    bust_buy: bool
    solo: int | MaybeNone
    phase: str
    active: int
    waiting: Sequence[int]
    seats: Sequence[Holdings]
    opponent: Opponent | MaybeNone
    tableau: Tableau
    market: Sequence[str]
    discards: Sequence[str]
    deck: int
    auction: AuctionView | MaybeNone
    final: Sequence[int]
    left: Sequence[int]


def view(state: State, seat: int | None) -> View:
    """Return what that seat, or the public, may know. In a solo game, player 1 is the opponent, who has no seat."""
    options: dict[str, Any] = state.setup.options
    return {
        "seat": seat,
        "edition": options["edition"],
        "bust_buy": options["bust_buy"],
        "solo": options["solo"],
        "phase": state.phase,
        "active": state.active,
        "waiting": () if is_closing(state) else waiting(state),
        "seats": tuple(_holdings(player) for player in state.players[: state.setup.seats]),
        "opponent": _opponent(state) if is_solo(state) else None,
        "tableau": {
            "numbers": state.numbers,
            "currency": state.currency,
            "net": net_total(state),
            "coins": coins_shown(state),
        },
        "market": state.market,
        "discards": state.discards,
        "deck": len(state.deck) - state.drawn,
        "auction": _auction(state, seat),
        "final": state.final,
        "left": state.left,
    }


def _holdings(player: Player) -> Holdings:
    return {"coins": player.coins, "busts": player.busts, "cards": player.cards}


def _opponent(state: State) -> Opponent:
    return {"name": edition_of(state).opponent, **_holdings(state.players[JEN])}


def _auction(state: State, seat: int | None) -> AuctionView | None:
    """Return the auction, and for bidders the payment of their own bid (R7)."""
    if state.auction is None:
        return None
    order, answers = all_in_turn(state), state.auction.answers
    best = highest_bid(state.auction)
    own = [answer.pay for answer in answers if answer.player == seat and answer.pay is not None]
    return {
        "card": state.auction.card,
        "order": order,
        "bids": tuple({"seat": answer.player, "amount": answer.amount} for answer in answers),
        "highest": None if best is None or best.amount is None else {"seat": best.player, "amount": best.amount},
        "next": None if is_closing(state) else order[len(answers)],
        "pay": pay_facts(own[0]) if own else None,
    }


def redact(steps: Sequence[tuple[int, Any, tuple[Event, ...]]], seat: int | None) -> list[Plain]:
    """Return the moves of a game in progress without the payments of bids that haven't won, except the seat's own."""
    shown: list[Plain] = []
    winner: int | None = None  # of the move's auction: known already, because moves are read backwards
    for mover, move, events in reversed(steps):
        winners = [event.facts["seat"] for event in events if event.name == "won"]
        if winners:  # the first is of the auction that the bid was made in; the others began later
            winner = winners[0]
        plain = write_move(move)
        if type(move) is Bid and mover not in (winner, seat):
            del plain["pay"]
        shown.append(plain)
    return shown[::-1]
