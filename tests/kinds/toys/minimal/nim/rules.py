"""The rules of Nim: two players take one to three of ten tokens in turn. Whoever takes the last one wins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypedDict

from games.rules.base import (
    BadRecord,
    Dealer,
    Event,
    IllegalMove,
    MaybeNone,
    Moment,
    Nothing,
    Option,
    Plain,
    Refusal,
    Resign,
    Result,
    Setup,
    change,
    check_turn,
    rank_with_leavers,
)
from games.rules.i18n import _
from games.rules.serialization import write_move

SLUG = "nim"
RULES = 1
SEATS = range(2, 3)
OPTIONS: tuple[Option, ...] = ()
DEFAULTS: tuple[str, ...] = ()
EVENTS = {"took": ("seat", "tokens"), "left": ("seat",)}
REFUSALS = {
    "nim.tokens": Refusal(_("Take 1 to {most} tokens."), "docs/rulings.md"),
    "deal.nim": Refusal(_("A deal of Nim only says which seat goes first."), "docs/rulings.md"),
}


@dataclass(frozen=True)
class Take:
    """Take tokens from the pile."""

    do: ClassVar[str] = "take"
    tokens: int


MOVES = {move.do: move for move in (Take, Resign)}


@dataclass(frozen=True)
class State:
    """The tokens left in the pile, and whose turn it is."""

    setup: Setup
    turn: int
    pile: int = 10
    left: tuple[int, ...] = ()


def check(setup: Setup) -> None:
    """Accept every setup: there are no options."""


def start(setup: Setup, dealer: Dealer) -> State:
    """Draw which seat goes first."""
    return State(setup, turn=dealer.below("first", 2))


def waiting(state: State) -> tuple[int, ...]:
    """Return the seat whose turn it is; none once the game is over."""
    return (state.turn,) if state.pile and not state.left else ()


class TakeChoice(TypedDict):
    """How many tokens can be taken."""

    most: int


class Choices(TypedDict, total=False):
    """What a seat may do."""

    take: TakeChoice
    resign: Nothing


def choices(state: State, seat: int) -> Choices:
    """Return what the seat may do."""
    if not waiting(state):
        return {}
    if seat != state.turn:
        return {"resign": {}}
    return {"take": {"most": min(3, state.pile)}, "resign": {}}


def play(state: State, seat: int, move: Any, dealer: Dealer) -> tuple[State, tuple[Event, ...]]:
    """Return the state after the move and what happened, or raise IllegalMove."""
    check_turn(move, seat, 2, waiting(state), state.left)
    if type(move) is Resign:
        return change(state, left=(seat,)), (Event("left", {"seat": seat}),)
    most = min(3, state.pile)
    if type(move) is not Take or not 1 <= move.tokens <= most:
        raise IllegalMove("nim.tokens", most=most)
    pile = state.pile - move.tokens
    after = change(state, pile=pile, turn=1 - seat if pile else seat)
    return after, (Event("took", {"seat": seat, "tokens": move.tokens}),)


def moments(state: State, seat: int, move: Any, dealer: Dealer) -> tuple[Moment, ...]:
    """Make the same move; there is nothing to show in between."""
    return (Moment(*play(state, seat, move, dealer)),)


class View(TypedDict):
    """What a seat, or the public, may know."""

    seat: int | None
    turn: int | MaybeNone
    pile: int
    winner: int | None
    left: Sequence[int]


def view(state: State, seat: int | None) -> View:
    """Return everything: nothing is secret."""
    turn = state.turn if waiting(state) else None
    return {"seat": seat, "turn": turn, "pile": state.pile, "winner": winner(state), "left": state.left}


def winner(state: State) -> int | None:
    """Return the seat that won; None while the game goes on."""
    if state.left:
        return 1 - state.left[0]
    return None if state.pile else state.turn


def result(state: State) -> Result | None:
    """Return the places; None while the game goes on."""
    won = winner(state)
    if won is None:
        return None
    places = rank_with_leavers([seat == won for seat in (0, 1)], state.left)
    return Result("left" if state.left else "played", places, None, ({}, {}))


def redact(steps: Sequence[tuple[int, Any, tuple[Event, ...]]], seat: int | None) -> list[Plain]:
    """Return the moves as game files show them: all in full."""
    return [write_move(move) for _seat, move, _events in steps]


def to_deal(drawn: Mapping[str, Any]) -> Plain:
    """Return the deal for a game file."""
    return {"first": drawn["first"]}


def from_deal(deal: Plain, setup: Setup) -> dict[str, Any]:
    """Read the deal of a game file, or raise BadRecord."""
    if list(deal) != ["first"] or type(deal["first"]) is not int or deal["first"] not in (0, 1):
        raise BadRecord("deal.nim")
    return deal
