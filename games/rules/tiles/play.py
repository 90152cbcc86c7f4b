"""Moves in TEN Tiles: first all tiles are placed, then they are moved."""

from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict

from games.rules.base import Dealer, Event, IllegalMove, Moment, Nothing, Resign, Setup, change, check_turn
from games.rules.tiles.board import EMPTY, Pair, cell_at, cell_name, lay_tile, pairs, rows_of_ten
from games.rules.tiles.events import row_events
from games.rules.tiles.moves import Place
from games.rules.tiles.phase_two import ShiftChoice, begin, shift, shift_choices
from games.rules.tiles.state import TILES, State, in_second_phase, is_open, is_over

Played = tuple[State, tuple[Event, ...]]


class Ends(TypedDict):
    left: int
    right: int


class PlaceChoice(TypedDict):
    """The cells where a tile can be placed, and which tile: the face-up one, or one from either end."""

    cells: Sequence[Pair]
    number: NotRequired[int]
    ends: NotRequired[Ends]


class Choices(TypedDict, total=False):
    place: PlaceChoice
    shift: ShiftChoice
    resign: Nothing


def start(setup: Setup, dealer: Dealer) -> State:
    """Draw the starting seat by lot, and shuffle both stacks."""
    first = dealer.below("first", 2)
    stacks = (dealer.shuffle("stack0", TILES), dealer.shuffle("stack1", TILES))
    return State(setup, stacks, turn=first)


def waiting(state: State) -> tuple[int, ...]:
    """Return the seat whose turn it is; none when the game is over."""
    return () if is_over(state) else (state.turn,)


def choices(state: State, seat: int) -> Choices:
    """Return the moves the seat may make, by `do`."""
    if is_over(state):
        return {}
    if seat != state.turn:
        return {"resign": {}}
    if in_second_phase(state):
        return {"shift": shift_choices(state), "resign": {}}
    stack = state.stacks[seat]
    place: PlaceChoice = {"cells": pairs(state.board.edge)}
    if is_open(state):
        place["ends"] = {"left": stack[0], "right": stack[-1]}
    else:
        place["number"] = stack[0]
    return {"place": place, "resign": {}}


def play(state: State, seat: int, move: Any, dealer: Dealer) -> Played:
    """Return the state after the move and everything it forces, and the events; or raise IllegalMove."""
    check_turn(move, seat, 2, waiting(state), state.left)
    if type(move) is Resign:
        return change(state, left=(seat,)), (Event("left", {"seat": seat}),)
    if in_second_phase(state):
        return shift(state, seat, move)
    if type(move) is not Place:
        raise IllegalMove("phase.place")
    return place(state, seat, move)


def moments(state: State, seat: int, move: Any, dealer: Dealer) -> tuple[Moment, ...]:
    """Make the same move, but also return the state before a forced pass, which only changes the turn."""
    after, events = play(state, seat, move, dealer)
    passes = [index for index, event in enumerate(events) if event.name == "passed"]
    if not passes:
        return (Moment(after, events),)
    before = change(after, turn=events[passes[0]].facts["seat"], movable=(), seen=(), drawn=None)
    return Moment(before, events[: passes[0]]), Moment(after, events[passes[0] :])


def place(state: State, seat: int, move: Place) -> Played:
    """Place a tile beside another one (R20); a row of ten wins (R21)."""
    check_end(state, move.end)
    check_cell(state, move.at)
    cell = cell_at(move.at)
    stack = state.stacks[seat]
    number, rest = (stack[-1], stack[:-1]) if move.end == "right" else (stack[0], stack[1:])
    stacks = (rest, state.stacks[1]) if seat == 0 else (state.stacks[0], rest)
    board = lay_tile(state.board, seat, cell, number)
    placed = Event("placed", {"seat": seat, "number": number, "at": move.at, "end": move.end})
    rows = rows_of_ten(board.tiles[seat], cell)
    if rows:
        return change(state, stacks=stacks, board=board, rows=rows), (placed, *row_events(seat, rows))
    after = change(state, stacks=stacks, board=board, turn=1 - seat)
    if in_second_phase(after):
        after, events = begin(after)
        return after, (placed, *events)
    return after, (placed, *turn_up(after))


def turn_up(state: State) -> tuple[Event, ...]:
    """Turn up the next tile for everyone, if the stacks are face down."""
    if is_open(state):
        return ()
    return (Event("turned-up", {"seat": state.turn, "number": state.stacks[state.turn][0]}),)


def check_end(state: State, end: str | None) -> None:
    """Refuse a move that doesn't choose an end in the open variant, or chooses one without it."""
    if is_open(state) and end is None:
        raise IllegalMove("place.end-missing")
    if not is_open(state) and end is not None:
        raise IllegalMove("place.end-closed")


def check_cell(state: State, at: Pair) -> None:
    """Refuse a cell where no tile can be placed (R20)."""
    cell, tiles = cell_at(at), state.board.tiles
    if cell in state.board.edge:
        return
    if state.board == EMPTY:
        raise IllegalMove("place.first")
    if cell in tiles[0] or cell in tiles[1]:
        raise IllegalMove("place.taken", cell=cell_name(at))
    raise IllegalMove("place.apart", cell=cell_name(at))
