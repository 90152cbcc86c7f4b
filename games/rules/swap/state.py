"""The state of a game of swap, with the hidden cards, and questions about it."""

from dataclasses import dataclass
from typing import TypeVar

from games.rules.base import Setup, change

T = TypeVar("T")

TOKENS = 3  # what each seat begins with


@dataclass(frozen=True)
class Turn:
    """What a seat did in its turn. A card is named by the seat it was dealt to, which never changes in a hand."""

    did: str  # held, drew (the dealer), blocked (its swap was), swapped, or undone (its swap was sent back)
    whom: int | None = None  # who swapped with it, or blocked
    gave: int | None = None
    got: int | None = None


@dataclass(frozen=True)
class Showdown:
    """How a hand ended: what was shown, who lost a token, who was spared and why, and who went out or came back."""

    hand: int
    cards: tuple[tuple[int, str], ...]
    losers: tuple[int, ...]
    spared: tuple[int, ...]
    why: str | None  # wildcats or everybody: why these were spared
    out: tuple[int, ...]
    back: tuple[int, ...]


@dataclass(frozen=True)
class State:
    """A game of swap. In a hand nobody leaves before their turn: `turns` are those of the first seats in `order`."""

    setup: Setup
    tokens: tuple[int, ...]
    gone: tuple[int, ...]  # the hand in which a seat last went out, 0: never
    hand: int  # from 1
    dealer: int
    deck: tuple[str, ...]  # the first is drawn first
    shown: tuple[str, ...] = ()  # set aside, seen by all
    unshown: tuple[str, ...] = ()  # set aside face down
    shuffles: int = 0
    order: tuple[int, ...] = ()  # the seats of the hand, the dealer last
    turns: tuple[Turn, ...] = ()
    asked: int | None = None  # who has to answer (`blocking: ask`)
    dealt: tuple[str, ...] = ()  # by seat: the card that it was dealt; "" if none, or when it is set aside
    holds: tuple[int, ...] = ()  # by seat: to whom the card was dealt that it has now
    up: tuple[int, ...] = ()  # the cards turned up, by whom they were dealt to
    last: Showdown | None = None
    left: tuple[int, ...] = ()
    end: str | None = None  # played or left


def waiting(state: State) -> tuple[int, ...]:
    """Return who has to decide now; nobody when the game is over."""
    if state.end is not None:
        return ()
    return (to_move(state) if state.asked is None else state.asked,)


def to_move(state: State) -> int:
    """Return whose turn it is, even while another seat is asked."""
    return state.order[len(state.turns)]


def is_played(state: State) -> bool:
    """Whether all seats of the hand had their turn, so that all cards are shown now."""
    return len(state.turns) == len(state.order)


def card_of(state: State, seat: int) -> str:
    """Return the card that the seat has now; "" if none."""
    return state.dealt[state.holds[seat]]


def set_aside(state: State, seat: int) -> State:
    """Set the seat's card aside. Whoever saw it face up has seen it for good."""
    place = state.holds[seat]
    card = state.dealt[place]
    dealt = replace_at(state.dealt, place, "")
    if place in state.up:
        return change(state, dealt=dealt, shown=(*state.shown, card))
    return change(state, dealt=dealt, unshown=(*state.unshown, card))


def next_in(state: State, seat: int) -> int:
    """Return the next seat of the hand still in; after the dealer comes the first one (R32)."""
    order, tokens = state.order, state.tokens
    place = order.index(seat)
    return next(filter(tokens.__getitem__, order[place + 1 :] + order[:place]))


def out_seats(state: State) -> tuple[int, ...]:
    """Return the seats that have no tokens left and only watch."""
    return tuple(seat for seat, tokens in enumerate(state.tokens) if not tokens)


def replace_at(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return the values with another one at that place."""
    return (*values[:place], value, *values[place + 1 :])
