"""The second phase: which tile to move, and where."""

import math
from typing import NamedTuple

from games.kinds.tiles.bots.knowledge import Rack
from games.kinds.tiles.bots.position_value import WON, win_value, worth
from games.kinds.tiles.bots.rows import Sums, denial, gain, make_survey, makes_ten, rows_meeting_at
from games.rules.tiles.board import (
    AXES,
    Board,
    Cell,
    Tiles,
    lay_tile,
    movable_tiles,
    row_of_ten,
    rows_of_ten,
    take_tile,
)

NOTHING = [0, 0, 0, 0]
PLACED = (Rack(()), Rack(()))


class ShiftMove(NamedTuple):
    """A possible shift, and how promising it looks at first."""

    promise: float
    start: Cell
    goal: Cell
    wins: bool


def list_shifts(board: Board, seat: int) -> list[ShiftMove]:
    """List all shifts, the most promising first; rows of ten come before all others."""
    other = make_survey(board.tiles[1 - seat], board.edge).sums
    found = []
    for start in movable_tiles(board, seat):
        number, rest = board.tiles[seat][start], take_tile(board, seat, start)
        own = make_survey(rest.tiles[seat], rest.edge)
        base = own.growth - denial(rows_meeting_at(rest.tiles[1 - seat], (start,)).get(start, NOTHING))
        left = leaves_ten(rest.tiles[seat], start)
        for goal in rest.edge:
            if goal != start:
                mine = own.sums.get(goal, NOTHING)
                wins = makes_ten(mine, number) or (left and still_ten(rest.tiles[seat], start, goal, number))
                promise = 1000.0 if wins else base + gain(mine, number) + denial(other.get(goal, NOTHING))
                found.append(ShiftMove(promise, start, goal, wins))
    return sorted(found, key=lambda moving: -moving.promise)


def can_win(board: Board, seat: int) -> bool:
    for start in movable_tiles(board, seat):
        number, rest = board.tiles[seat][start], take_tile(board, seat, start)
        tiles = rest.tiles[seat]
        sums: Sums = rows_meeting_at(tiles, rest.edge)
        if any(makes_ten(worths, number) for goal, worths in sums.items() if goal != start):
            return True
        if leaves_ten(tiles, start) and any(
            still_ten(tiles, start, goal, number) for goal in rest.edge if goal != start
        ):
            return True
    return False


def leaves_ten(rest: Tiles, start: Cell) -> bool:
    """Whether there is a row of ten beside the cell a tile was taken from."""
    return any(row_of_ten(rest, side, step) for step in AXES for side in (start - step, start + step) if side in rest)


def still_ten(rest: Tiles, start: Cell, goal: Cell, number: int) -> bool:
    """Whether the tile's new place doesn't make such a row longer."""
    return bool(rows_of_ten({**rest, goal: number}, goal, start))


def after(board: Board, seat: int, moving: ShiftMove) -> Board:
    number = board.tiles[seat][moving.start]
    return lay_tile(take_tile(board, seat, moving.start), seat, moving.goal, number)


def value(board: Board, seat: int, breadth: tuple[int, ...], enough: float = math.inf) -> float:
    """Return the value for the seat to move, as in the first phase, but with nothing hidden."""
    if not breadth:
        return WON if can_win(board, seat) else worth(board, PLACED, seat)
    found = list_shifts(board, seat)
    if not found:
        return worth(board, PLACED, seat)  # the turn passes
    if found[0].wins:
        return win_value(breadth)
    best = -math.inf
    for moving in found[: breadth[0]]:
        best = max(best, -value(after(board, seat, moving), 1 - seat, breadth[1:], -best))
        if best >= enough:
            break
    return best


def list_values(board: Board, seat: int, breadth: tuple[int, ...]) -> list[tuple[float, ShiftMove]]:
    """List the most promising moves with their values; as long as all of them lose, try one more."""
    found = list_shifts(board, seat)
    if found[0].wins:
        return [(WON, moving) for moving in found if moving.wins]
    looked: list[tuple[float, ShiftMove]] = []
    best = -math.inf
    for moving in found:
        if len(looked) >= breadth[0] and best > -WON:
            break
        looked.append((-value(after(board, seat, moving), 1 - seat, breadth[1:]), moving))
        best = max(best, looked[-1][0])
    return looked
