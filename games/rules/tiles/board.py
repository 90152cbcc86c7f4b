"""The tiles on the board: what touches what, and the rows they make.

A cell is one number, x + 1000 y, so that a neighbor is a step away; moves, views and events have it as a pair. A board
is never changed: `lay_tile` and `take_tile` return another one. Cells stay in the order in which they came, never in
the order of their hashes.
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
FAR = DOWN // 2  # no tile ever comes so far: that takes more moves than a game has
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
    """Return a cell as moves have it: [x, y]."""
    y = (cell + FAR) // DOWN
    return (cell - y * DOWN, y)


def cell_at(at: Pair) -> Cell:
    """Return the cell that a move means; NOWHERE if no tile can come there."""
    x, y = at
    return x + y * DOWN if -FAR < x < FAR and -FAR < y < FAR else NOWHERE


def cell_name(at: Pair) -> str:
    """Return any cell a move named as text for a sentence."""
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
    """Return the board with that tile taken away."""
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
    """Return the tiles of both seats, with other ones for this seat."""
    return (own, board.tiles[1]) if seat == 0 else (board.tiles[0], own)


def lost_places(board: Board, cell: Cell) -> list[Cell]:
    """Return the cells of the edge that touch no tile but that one, so that it can't go there (R22)."""
    return [side for side in sides(cell) if board.edge.get(side) == 1]


def is_enclosed(board: Board, cell: Cell) -> bool:
    """Whether no side of a tile is free; a hole inside the board is free too (R23)."""
    right, below, left, above = sides(cell)
    edge = board.edge
    return right not in edge and below not in edge and left not in edge and above not in edge


def movable_tiles(board: Board, seat: int) -> tuple[Cell, ...]:
    """Return the tiles of the seat with a free side and without which the others stay connected (R22)."""
    holding = joints(board)
    return tuple([cell for cell in board.tiles[seat] if cell not in holding and not is_enclosed(board, cell)])


def joints(board: Board) -> set[Cell]:
    """Return the tiles that hold the board together: without any one of them the others aren't connected.

    One depth-first walk over the whole board numbers the tiles as they are reached. `walk` says how far back its tile
    and those after it get by any side. If they get back no further than to the tile before, that one is a joint.
    """
    numbers = dict.fromkeys(board.tiles[0], 0)
    numbers.update(dict.fromkeys(board.tiles[1], 0))
    number_at = numbers.get
    start = next(iter(numbers))
    found: list[Cell] = []
    count = 0

    def walk(cell: Cell) -> int:
        nonlocal count
        count += 1
        mine = back = numbers[cell] = count
        for side in sides(cell):
            there = number_at(side)
            if there is None:
                continue
            if there == 0:
                there = walk(side)
                if there >= mine:
                    found.append(cell)
            if there < back:
                back = there
        return back

    walk(start)
    if found.count(start) == 1:  # nothing lies before the first tile: it is a joint where two ways lead on from it
        found.remove(start)
    return set(found)


def rows_of_ten(own: Tiles, cell: Cell, left: Cell | None = None) -> tuple[Row, ...]:
    """Return the rows of ten made by placing a tile on one cell, and taking it from another (R21, R22)."""
    lines = [(cell, step) for step in AXES]
    if left is not None:  # only along a line through that cell can a row be another one than before
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
    """Return cells as moves have them."""
    return tuple([pair(cell) for cell in cells])


def position(board: Board, seat: int) -> Position:
    """Return the same numbers for the same tiles with the same seat to move, wherever they lie (R23)."""
    codes = [cell * 8 + number for cell, number in board.tiles[0].items()]
    codes += [cell * 8 + 4 + number for cell, number in board.tiles[1].items()]
    codes.sort()
    corner = codes[0] // 8 * 8
    return (seat, *[code - corner for code in codes])
