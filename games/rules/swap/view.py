"""What a seat, or the public, may know: its own card, face-up cards, and the cards it gave and got."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict, cast

from games.rules.base import Event, MaybeNone, Plain
from games.rules.serialization import write_move
from games.rules.swap.state import State, card_of, is_played, out_seats, to_move


class TurnMade(TypedDict):
    """What a seat did in its turn, and with whom."""

    seat: int
    did: str
    whom: int | MaybeNone


class LastHand(TypedDict):
    """How the last hand ended: the fields of `Showdown`."""

    hand: int
    cards: Sequence[tuple[int, str]]
    losers: Sequence[int]
    spared: Sequence[int]
    why: str | None
    out: Sequence[int]
    back: Sequence[int]


class View(TypedDict):
    """What a seat, or the public, may know; `up` and `known` have each seat's card."""

    seat: int | MaybeNone
    seats: int
    options: Mapping[str, str | int | bool | None]
    phase: str
    turn: int | MaybeNone
    asked: int | MaybeNone
    hand: int
    dealer: int
    tokens: Sequence[int]
    out: Sequence[int]
    left: Sequence[int]
    order: Sequence[int]
    turns: Sequence[TurnMade]
    card: str | MaybeNone
    up: Sequence[str | None]
    known: Sequence[str | None]
    deck: int
    aside: int
    shown: Sequence[str]
    last: LastHand | None


def view(state: State, seat: int | None) -> View:
    """Return what that seat, or the public, may know; `known` has each card that this reader knows."""
    over = state.end is not None
    return {
        "seat": seat,
        "seats": state.setup.seats,
        "options": dict(state.setup.options),
        "phase": "over" if over else "turn" if state.asked is None else "answer",
        "turn": None if over or is_played(state) else to_move(state),
        "asked": state.asked,
        "hand": state.hand,
        "dealer": state.dealer,
        "tokens": state.tokens,
        "out": out_seats(state),
        "left": state.left,
        "order": state.order,
        "turns": tuple(
            {"seat": who, "did": turn.did, "whom": turn.whom}
            for who, turn in zip(state.order, state.turns, strict=False)
        ),
        "card": None if seat is None else card_of(state, seat) or None,
        "up": _cards(state, state.up),
        "known": _cards(state, known_cards(state, seat)),
        "deck": len(state.deck),
        "aside": len(state.shown) + len(state.unshown),
        "shown": state.shown,
        "last": None if state.last is None else cast(LastHand, dict(vars(state.last))),
    }


def redact(steps: Sequence[tuple[int, Any, tuple[Event, ...]]], seat: int | None) -> list[Plain]:
    """Return the moves of a game in progress; none of them reveals a card."""
    return [write_move(move) for _, move, _ in steps]


def known_cards(state: State, seat: int | None) -> set[int]:
    """Return the cards the reader knows, by the seats they were dealt to; a card once seen is known for the hand."""
    cards = set(state.up)
    if seat is None:
        return cards
    cards.add(state.holds[seat])
    for who, turn in zip(state.order, state.turns, strict=False):
        if turn.gave is not None and turn.got is not None and seat in (who, turn.whom):
            cards |= {turn.gave, turn.got}
    return cards


def _cards(state: State, known_cards: set[int] | tuple[int, ...]) -> tuple[str | None, ...]:
    """Return each seat's card, if it is one of these."""
    return tuple((state.dealt[card] or None) if card in known_cards else None for card in state.holds)
