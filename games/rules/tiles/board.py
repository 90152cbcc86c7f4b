"""The tiles that lie: what touches what, and the rows they make.

A board is never changed; `laid` and `taken` give another one. Cells come out in the order in which they went in, never by hash.
"""

from collections.abc import Iterable
from functools import cache

Cell = tuple[int, int]
Tile = tuple[int, int]  # the seat that it belongs to, and its number
Board = dict[Cell, Tile]
Edge = dict[Cell, int]  # the free cells that touch tiles: how many of their sides do
Row = tuple[Cell, ...]
Position = tuple[int, ...]

TEN = 10
MIDDLE = (0, 0)
AXES = ((1, 0), (0, 1), (1, 1), (1, -1))
AROUND = tuple((sign * dx, sign * dy) for dx, dy in AXES for sign in (1, -1))
HEIGHT = 64  # more than any board is high: thirty tiles that hang together


@cache
def sides(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells beside a cell."""
    x, y = cell
    return ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1))


def laid(board: Board, edge: Edge, cell: Cell, tile: Tile) -> tuple[Board, Edge]:
    """The board and its edge with one tile more."""
    board = {**board, cell: tile}
    edge = edge.copy()
    edge.pop(cell, None)
    for side in sides(cell):
        if side not in board:
            edge[side] = edge.get(side, 0) + 1
    return board, edge


def taken(board: Board, edge: Edge, cell: Cell) -> tuple[Board, Edge]:
    """The board and its edge with that tile taken away."""
    board, edge = board.copy(), edge.copy()
    del board[cell]
    touching = 0
    for side in sides(cell):
        if side in board:
            touching += 1
        elif edge[side] == 1:
            del edge[side]
        else:
            edge[side] -= 1
    edge[cell] = touching
    return board, edge


def targets(edge: Edge, cell: Cell) -> tuple[Cell, ...]:
    """Where the tile on that cell can go: the free cells that touch another tile than this one (R22)."""
    lost = [side for side in sides(cell) if edge.get(side) == 1]
    return tuple([free for free in edge if free not in lost]) if lost else tuple(edge)


def movable(board: Board, edge: Edge, seat: int) -> tuple[Cell, ...]:
    """The tiles of the seat that have a free side, and without which the others stay connected (R22)."""
    holding = joints(board)
    return tuple(
        [
            cell
            for cell, tile in board.items()
            if tile[0] == seat and cell not in holding and not enclosed(board, cell) and targets(edge, cell)
        ]
    )


def enclosed(board: Board, cell: Cell) -> bool:
    """Whether no side of a cell is free; a hole inside the board is free too (R23)."""
    right, up, left, down = sides(cell)
    return right in board and up in board and left in board and down in board


def joints(board: Board) -> set[Cell]:
    """The tiles that hold the board together: without any one of them it falls apart.

    One walk through the board, depth first. A tile is a joint where some way onward from it comes back to nothing that
    was reached before it.
    """
    reached: dict[Cell, int] = {}
    found: set[Cell] = set()

    def walk(cell: Cell, before: Cell | None) -> int:
        """How far back one comes from this tile without the one before it."""
        mine = back = reached[cell] = len(reached)
        ways = 0
        for side in sides(cell):
            if side not in board or side == before:
                continue
            there = reached.get(side)
            if there is None:
                there = walk(side, cell)
                ways += 1
                if there >= mine and before is not None:
                    found.add(cell)
            if there < back:
                back = there
        if before is None and ways > 1:
            found.add(cell)
        return back

    walk(next(iter(board)), None)
    return found


def rows_of_ten(board: Board, seat: int, cells: Iterable[Cell]) -> tuple[Row, ...]:
    """The rows through those cells that are the seat's and worth exactly ten: each whole row once (R21)."""
    rows: dict[Row, None] = {}
    for cell in cells:
        if cell in board and board[cell][0] == seat:
            for dx, dy in AXES:
                row = row_through(board, seat, cell, dx, dy)
                if sum([board[part][1] for part in row]) == TEN:
                    rows[row] = None
    return tuple(rows)


def row_through(board: Board, seat: int, cell: Cell, dx: int, dy: int) -> Row:
    """The unbroken line of the seat's tiles through one of them, along one axis."""
    x, y = cell
    row = [cell]
    while (tile := board.get((x - dx, y - dy))) and tile[0] == seat:
        x, y = x - dx, y - dy
        row.insert(0, (x, y))
    x, y = cell
    while (tile := board.get((x + dx, y + dy))) and tile[0] == seat:
        x, y = x + dx, y + dy
        row.append((x, y))
    return tuple(row)


def around(cell: Cell) -> list[Cell]:
    """The eight cells that touch a cell at a side or a corner."""
    x, y = cell
    return [(x + dx, y + dy) for dx, dy in AROUND]


def position(board: Board, seat: int) -> Position:
    """The same numbers for the same position with the same seat to move, wherever it lies (R23)."""
    codes = sorted([((x * HEIGHT + y) * 2 + owner) * 4 + number for (x, y), (owner, number) in board.items()])
    corner = codes[0] - codes[0] % 8
    return (seat, *[code - corner for code in codes])
