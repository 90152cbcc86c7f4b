"""The second phase of TEN Tiles: all tiles lie, and are moved one by one (R22, R23)."""

from typing import Any

from games.rules.base import Event, IllegalMove, Plain, change, short
from games.rules.tiles.board import (
    Cell,
    around,
    enclosed,
    laid,
    movable,
    position,
    rows_of_ten,
    taken,
    targets,
)
from games.rules.tiles.events import won
from games.rules.tiles.moves import Shift
from games.rules.tiles.state import SHIFTS, TIMES, State

Played = tuple[State, tuple[Event, ...]]


def begin(state: State) -> Played:
    """The last tile lies: from now on tiles are moved."""
    state, events = next_turn(state)
    return state, (Event("second-phase", {}), *events)


def shift_choices(state: State) -> Plain:
    """Each tile that may be taken, with the cells where it can go."""
    return {"tiles": tuple([(cell, targets(state.edge, cell)) for cell in state.movable])}


def shift(state: State, seat: int, move: Any) -> Played:
    """Move one of one's own tiles; any row of ten that there is then wins (R22)."""
    if type(move) is not Shift:
        raise IllegalMove("phase.shift")
    check_from(state, seat, move.from_)
    check_to(state, move.from_, move.to)
    tile = state.board[move.from_]
    board, edge = laid(*taken(state.board, state.edge, move.from_), move.to, tile)
    moved = Event("moved", {"seat": seat, "number": tile[1], "from": move.from_, "to": move.to})
    # No other rows of the mover can be new: those through the tile, and those that it was part of or stood between.
    rows = rows_of_ten(board, seat, (move.to, *around(move.from_)))
    state = change(state, board=board, edge=edge, shifts=state.shifts + 1)
    if rows:
        return change(state, rows=rows), (moved, *won(seat, rows))
    if state.shifts == SHIFTS:
        return drawn(state, "hundred-moves", (moved,))
    state, events = next_turn(change(state, turn=1 - seat))
    return state, (moved, *events)


def next_turn(state: State) -> Played:
    """The seat's turn begins; or it passes, where no tile of it may be moved; or the game is drawn (R23)."""
    events: tuple[Event, ...] = ()
    tiles = movable(state.board, state.edge, state.turn)
    if not tiles:
        events = (Event("passed", {"seat": state.turn}),)
        state = change(state, turn=1 - state.turn)
        tiles = movable(state.board, state.edge, state.turn)
    if not tiles:
        return drawn(state, "no-move", events)
    now = position(state.board, state.turn)
    times = state.seen.count(now) + 1
    state = change(state, movable=tiles, seen=(*state.seen, now))
    return drawn(state, "third-time", events) if times == TIMES else (state, events)


def drawn(state: State, reason: str, events: tuple[Event, ...]) -> Played:
    """Nobody wins."""
    return change(state, drawn=reason), (*events, Event("drawn-game", {"reason": reason}))


def check_from(state: State, seat: int, cell: Cell) -> None:
    """Refuse to take what may not be taken (R22)."""
    if cell in state.movable:
        return
    if cell not in state.board:
        raise IllegalMove("shift.no-tile", cell=cell_name(cell))
    if state.board[cell][0] != seat:
        raise IllegalMove("shift.not-yours", cell=cell_name(cell))
    if enclosed(state.board, cell):
        raise IllegalMove("shift.enclosed", cell=cell_name(cell))
    raise IllegalMove("shift.disconnects", cell=cell_name(cell))


def check_to(state: State, tile: Cell, cell: Cell) -> None:
    """Refuse to lay a tile where it cannot lie (R22)."""
    if cell in targets(state.edge, tile):
        return
    if cell == tile:
        raise IllegalMove("shift.same", cell=cell_name(cell))
    if cell in state.board:
        raise IllegalMove("shift.taken", cell=cell_name(cell))
    raise IllegalMove("shift.apart", cell=cell_name(cell))


def cell_name(cell: Cell) -> str:
    """A cell, as it may stand in a sentence, whatever was asked for."""
    return f"({short(cell[0])}, {short(cell[1])})"
