"""The state of a game of swap, including hidden cards, and functions that read it."""

from dataclasses import dataclass
from typing import TypeVar

from games.rules.base import Setup, change

T = TypeVar("T")

TOKENS = 3  # for each seat at the start


@dataclass(frozen=True)
class Turn:
    """What a seat did in its turn. Cards are identified by the seats they were dealt to in this hand."""

    did: str  # held, drew (the dealer), swapped, blocked (by another seat), or undone (by a Skunk)
    whom: int | None = None  # the seat that swapped with it, or blocked it
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
    """A game of swap. No seat goes out before its turn in a hand: `turns` are those of the first seats in `order`."""

    setup: Setup
    tokens: tuple[int, ...]
    gone: tuple[int, ...]  # the hand in which a seat last went out; 0: never
    hand: int  # from 1
    dealer: int
    deck: tuple[str, ...]  # the first is drawn first
    shown: tuple[str, ...] = ()  # set aside face up
    unshown: tuple[str, ...] = ()  # set aside face down
    shuffles: int = 0
    order: tuple[int, ...] = ()  # the seats of the hand, the dealer last
    turns: tuple[Turn, ...] = ()
    asked: int | None = None  # the seat that has to answer (`blocking: ask`)
    dealt: tuple[str, ...] = ()  # by seat: the card it was dealt; "" if it got none, or the card was set aside
    holds: tuple[int, ...] = ()  # by seat: the seat that its current card was dealt to
    up: tuple[int, ...] = ()  # the face-up cards, by the seats they were dealt to
    last: Showdown | None = None
    left: tuple[int, ...] = ()
    end: str | None = None  # played or left


def waiting(state: State) -> tuple[int, ...]:
    """Return the seat that may move now; none when the game is over."""
    if state.end is not None:
        return ()
    return (to_move(state) if state.asked is None else state.asked,)


def to_move(state: State) -> int:
    """Return the seat whose turn it is, even while another seat is asked."""
    return state.order[len(state.turns)]


def is_played(state: State) -> bool:
    """Whether all seats in the hand have had their turns, so that all cards are shown now."""
    return len(state.turns) == len(state.order)


def card_of(state: State, seat: int) -> str:
    """Return the card that the seat has now; "" if none."""
    return state.dealt[state.holds[seat]]


def set_aside(state: State, seat: int) -> State:
    """Set the seat's card aside, face up if it was face up."""
    origin = state.holds[seat]
    card = state.dealt[origin]
    dealt = replace_at(state.dealt, origin, "")
    if origin in state.up:
        return change(state, dealt=dealt, shown=(*state.shown, card))
    return change(state, dealt=dealt, unshown=(*state.unshown, card))


def next_in(state: State, seat: int) -> int:
    """Return the next seat of the hand that is still in; after the dealer, the first one (R32)."""
    order, tokens = state.order, state.tokens
    index = order.index(seat)
    return next(filter(tokens.__getitem__, order[index + 1 :] + order[:index]))


def out_seats(state: State) -> tuple[int, ...]:
    """Return the seats that have no tokens left and only watch."""
    return tuple(seat for seat, tokens in enumerate(state.tokens) if not tokens)


def replace_at(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the values with the one at that index replaced."""
    return (*values[:index], value, *values[index + 1 :])
