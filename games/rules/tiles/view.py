"""What a seat, or the public, may know of a game of TEN Tiles: the same for everyone, in both variants."""

from collections.abc import Sequence
from typing import Any, TypedDict

from games.rules.base import Event, MaybeNone, Plain
from games.rules.serialization import write_move
from games.rules.tiles.board import Pair, pair, pairs
from games.rules.tiles.state import SHIFTS, State, in_second_phase, is_open, is_over


class PlacedTile(TypedDict):
    at: Pair
    seat: int
    number: int


class StackView(TypedDict):
    """What is left of a stack: how many of each number, and in the open variant their order."""

    count: int
    numbers: Sequence[int]
    row: Sequence[int] | MaybeNone


class View(TypedDict):
    """What a seat, or the public, may know."""

    seat: int | MaybeNone
    open: bool
    phase: int
    turn: int | MaybeNone
    number: int | MaybeNone
    board: Sequence[PlacedTile]
    stacks: Sequence[StackView]
    shifts: int
    shifts_left: int
    times: int
    rows: Sequence[Sequence[Pair]]
    draw: str | MaybeNone
    left: Sequence[int]


def view(state: State, seat: int | None) -> View:
    """Return everything, except for the order of face-down stacks."""
    return {
        "seat": seat,
        "open": is_open(state),
        "phase": 2 if in_second_phase(state) else 1,
        "turn": None if is_over(state) else state.turn,
        "number": face_up_number(state),
        "board": tuple(
            {"at": pair(cell), "seat": owner, "number": number}
            for owner, tiles in enumerate(state.board.tiles)
            for cell, number in tiles.items()
        ),
        "stacks": (stack(state, 0), stack(state, 1)),
        "shifts": state.shifts,
        "shifts_left": SHIFTS - state.shifts,
        "times": state.seen.count(state.seen[-1]) if state.seen else 0,
        "rows": tuple(pairs(row) for row in state.rows),
        "draw": state.drawn,
        "left": state.left,
    }


def face_up_number(state: State) -> int | None:
    """Return the number on the tile that is placed next, if the stacks are face down."""
    if is_over(state) or is_open(state) or in_second_phase(state):
        return None
    return state.stacks[state.turn][0]


def stack(state: State, seat: int) -> StackView:
    """Return what is left of a stack: by number (the rest is on the board), and in the open variant in order."""
    tiles = state.stacks[seat]
    return {
        "count": len(tiles),
        "numbers": tuple(tiles.count(number) for number in (1, 2, 3)),
        "row": tiles if is_open(state) else None,
    }


def redact(steps: Sequence[tuple[int, Any, tuple[Event, ...]]], seat: int | None) -> list[Plain]:
    """Return the moves of a game in progress: nothing in them is secret."""
    return [write_move(move) for _, move, _ in steps]
