"""The second phase of TEN Tiles, when all tiles have been placed and are moved instead (R22, R23)."""

from collections.abc import Sequence
from typing import Any, TypedDict

from games.rules.base import Event, IllegalMove, change
from games.rules.tiles.board import (
    Pair,
    cell_at,
    cell_name,
    is_enclosed,
    lay_tile,
    lost_places,
    movable_tiles,
    pair,
    pairs,
    position,
    rows_of_ten,
    take_tile,
)
from games.rules.tiles.events import row_events
from games.rules.tiles.moves import Shift
from games.rules.tiles.state import SHIFTS, TIMES, State

Played = tuple[State, tuple[Event, ...]]


def begin(state: State) -> Played:
    """Begin the second phase, after the last tile was placed."""
    state, events = next_turn(state)
    return state, (Event("second-phase", {}), *events)


class ShiftChoice(TypedDict):
    tiles: Sequence[tuple[Pair, Sequence[Pair]]]


def shift_choices(state: State) -> ShiftChoice:
    """Return each tile that can be moved, with the cells it can go to."""
    edge = pairs(state.board.edge)
    tiles = []
    for cell in state.movable:
        targets = list(edge)
        for side in lost_places(state.board, cell):
            targets.remove(pair(side))
        tiles.append((pair(cell), tuple(targets)))
    return {"tiles": tuple(tiles)}


def shift(state: State, seat: int, move: Any) -> Played:
    """Move one of the seat's tiles; any row of ten on the board then wins (R22)."""
    if type(move) is not Shift:
        raise IllegalMove("phase.shift")
    check_from(state, seat, move.from_)
    check_to(state, move.from_, move.to)
    start, goal = cell_at(move.from_), cell_at(move.to)
    number = state.board.tiles[seat][start]
    board = lay_tile(take_tile(state.board, seat, start), seat, goal, number)
    moved = Event("moved", {"seat": seat, "number": number, "from": move.from_, "to": move.to})
    rows = rows_of_ten(board.tiles[seat], goal, start)
    state = change(state, board=board, shifts=state.shifts + 1, rows=rows)
    if rows:
        return state, (moved, *row_events(seat, rows))
    if state.shifts == SHIFTS:
        return end_in_draw(state, "hundred-moves", (moved,))
    state, events = next_turn(change(state, turn=1 - seat))
    return state, (moved, *events)


def next_turn(state: State) -> Played:
    """Begin a turn, pass if no tile can be moved, or end the game in a draw (R23)."""
    events: tuple[Event, ...] = ()
    tiles = movable_tiles(state.board, state.turn)
    if not tiles:
        events = (Event("passed", {"seat": state.turn}),)
        state = change(state, turn=1 - state.turn)
        tiles = movable_tiles(state.board, state.turn)
    if not tiles:
        return end_in_draw(state, "no-move", events)
    current = position(state.board, state.turn)
    times = state.seen.count(current) + 1
    state = change(state, movable=tiles, seen=(*state.seen, current))
    return end_in_draw(state, "third-time", events) if times == TIMES else (state, events)


def end_in_draw(state: State, reason: str, events: tuple[Event, ...]) -> Played:
    """End the game without a winner."""
    return change(state, drawn=reason), (*events, Event("drawn-game", {"reason": reason}))


def check_from(state: State, seat: int, at: Pair) -> None:
    """Refuse to move a tile that can't be moved (R22)."""
    cell, tiles = cell_at(at), state.board.tiles
    if cell in state.movable:
        return
    if cell in tiles[1 - seat]:
        raise IllegalMove("shift.not-yours", cell=cell_name(at))
    if cell not in tiles[seat]:
        raise IllegalMove("shift.no-tile", cell=cell_name(at))
    if is_enclosed(state.board, cell):
        raise IllegalMove("shift.enclosed", cell=cell_name(at))
    raise IllegalMove("shift.disconnects", cell=cell_name(at))


def check_to(state: State, tile: Pair, at: Pair) -> None:
    """Refuse to move a tile to where it can't go (R22)."""
    cell, tiles = cell_at(at), state.board.tiles
    if cell in state.board.edge and cell not in lost_places(state.board, cell_at(tile)):
        return
    if at == tile:
        raise IllegalMove("shift.same", cell=cell_name(at))
    if cell in tiles[0] or cell in tiles[1]:
        raise IllegalMove("shift.taken", cell=cell_name(at))
    raise IllegalMove("shift.apart", cell=cell_name(at))
