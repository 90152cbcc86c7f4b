"""The tiles on the board: their neighbors, and the rows they make.

A cell is one number, x + 1000 y, so that neighbors are a constant step apart; moves, views and events have it as a
pair. Boards are immutable: `lay_tile` and `take_tile` return a new one. Cells stay in the order in which they were
added, never in the order of their hashes.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from games.rules.base import change, short

Cell = int
Pair = tuple[int, int]
Tiles = dict[Cell, int]  # the tiles of one seat: the number on each
Row = tuple[Cell, ...]
Position = tuple[int, ...]

TEN = 10
DOWN = 1_000
FAR = DOWN // 2  # no tile gets this far, because no game has enough moves
MIDDLE = 0
NOWHERE = -1_000_000
AXES = (1, DOWN, DOWN + 1, DOWN - 1)  # across, down and both diagonals, as steps from cell to cell


@dataclass(frozen=True)
class Board:
    """The tiles of both seats, and the edge: the free cells beside them, with how many sides each touches."""

    tiles: tuple[Tiles, Tiles]
    edge: dict[Cell, int]


EMPTY = Board(({}, {}), {MIDDLE: 0})


@cache
def pair(cell: Cell) -> Pair:
    """Return a cell as it is in moves: [x, y]."""
    y = (cell + FAR) // DOWN
    return (cell - y * DOWN, y)


def cell_at(at: Pair) -> Cell:
    """Return the cell of a pair in a move; NOWHERE if no tile can get there."""
    x, y = at
    return x + y * DOWN if -FAR < x < FAR and -FAR < y < FAR else NOWHERE


def cell_name(at: Pair) -> str:
    """Return any cell named in a move as text for a sentence."""
    return f"({short(at[0])}, {short(at[1])})"


@cache
def sides(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """Return the four cells beside a cell."""
    return (cell + 1, cell + DOWN, cell - 1, cell - DOWN)


def lay_tile(board: Board, seat: int, cell: Cell, number: int) -> Board:
    """Return the board with one more tile."""
    tiles = with_tiles(board, seat, {**board.tiles[seat], cell: number})
    edge = board.edge.copy()
    del edge[cell]
    for side in sides(cell):
        if side not in tiles[0] and side not in tiles[1]:
            edge[side] = edge.get(side, 0) + 1
    return change(board, tiles=tiles, edge=edge)


def take_tile(board: Board, seat: int, cell: Cell) -> Board:
    """Return the board without that tile."""
    own = board.tiles[seat].copy()
    del own[cell]
    edge = board.edge.copy()
    edge[cell] = 4
    for side in sides(cell):
        if side in edge:
            edge[cell] -= 1
            edge[side] -= 1
            if not edge[side]:
                del edge[side]
    return change(board, tiles=with_tiles(board, seat, own), edge=edge)


def with_tiles(board: Board, seat: int, own: Tiles) -> tuple[Tiles, Tiles]:
    """Return the tiles of both seats, with those of this seat replaced."""
    return (own, board.tiles[1]) if seat == 0 else (board.tiles[0], own)


def lost_places(board: Board, cell: Cell) -> list[Cell]:
    """Return the cells of the edge that touch only this tile, so that it can't go there (R22)."""
    return [side for side in sides(cell) if board.edge.get(side) == 1]


def is_enclosed(board: Board, cell: Cell) -> bool:
    """Whether a tile has no free side; a hole inside the board counts as free (R23)."""
    right, below, left, above = sides(cell)
    edge = board.edge
    return right not in edge and below not in edge and left not in edge and above not in edge


def movable_tiles(board: Board, seat: int) -> tuple[Cell, ...]:
    """Return the seat's tiles that have a free side and without which the others stay connected (R22)."""
    fixed = joints(board)
    return tuple([cell for cell in board.tiles[seat] if cell not in fixed and not is_enclosed(board, cell)])


def joints(board: Board) -> set[Cell]:
    """Return the tiles that hold the board together: without one of them, the others aren't connected.

    One depth-first walk over the whole board numbers the tiles in the order it reaches them. `walk` returns the lowest
    number that touches its tile or any tile reached from it. If a neighbor can't get below the tile it was reached
    from, that tile is a joint.
    """
    numbers = dict.fromkeys(board.tiles[0], 0)
    numbers.update(dict.fromkeys(board.tiles[1], 0))
    number_at = numbers.get
    start = next(iter(numbers))
    joint_cells: list[Cell] = []  # the first tile once for each way on from it
    count = 0

    def walk(cell: Cell) -> int:
        nonlocal count
        count += 1
        own = lowest = numbers[cell] = count
        for side in sides(cell):
            reached = number_at(side)
            if reached is None:
                continue
            if reached == 0:
                reached = walk(side)
                if reached >= own:
                    joint_cells.append(cell)
            if reached < lowest:
                lowest = reached
        return lowest

    walk(start)
    if joint_cells.count(start) == 1:  # the first tile is only a joint if two ways lead on from it
        joint_cells.remove(start)
    return set(joint_cells)


def rows_of_ten(own: Tiles, cell: Cell, left: Cell | None = None) -> tuple[Row, ...]:
    """Return the rows of ten made by placing a tile on a cell, after taking it from another one (R21, R22)."""
    lines = [(cell, step) for step in AXES]
    if left is not None:  # rows can only have changed on lines through that cell
        lines += [(side, step) for step in AXES for side in (left - step, left + step) if side in own]
    return tuple(dict.fromkeys(filter(None, (row_of_ten(own, *line) for line in lines))))


def row_of_ten(own: Tiles, cell: Cell, step: int) -> Row:
    """Return the unbroken line of a seat's tiles through a cell, if it is worth exactly ten (R21)."""
    first = last = cell
    worth = own[cell]
    while number := own.get(first - step):
        worth += number
        first -= step
    while number := own.get(last + step):
        worth += number
        last += step
    return tuple(range(first, last + 1, step)) if worth == TEN else ()


def pairs(cells: Iterable[Cell]) -> tuple[Pair, ...]:
    """Return cells as they are in moves."""
    return tuple([pair(cell) for cell in cells])


def position(board: Board, seat: int) -> Position:
    """Return numbers that are equal for the same tiles with the same seat to move, wherever they lie (R23)."""
    codes = [cell * 8 + number for cell, number in board.tiles[0].items()]
    codes += [cell * 8 + 4 + number for cell, number in board.tiles[1].items()]
    codes.sort()
    corner = codes[0] // 8 * 8
    return (seat, *[code - corner for code in codes])
