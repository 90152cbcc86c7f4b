"""The second phase: which shifts make a row of ten, and which could if the board were different."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.kinds.tiles.bots.shifts import still_ten
from games.rules.tiles.board import AXES, TEN, Board, Cell, Tiles, joints, lay_tile, movable_tiles, take_tile

Sums = dict[tuple[int, Cell], int]  # by axis and free cell
Part = tuple[Cell, int, Cell, int]  # the cell before a row and the worth before a tile in it; the same behind it


class Moved(NamedTuple):
    """A tile moved from one cell to another."""

    start: Cell
    goal: Cell


class Hope(NamedTuple):
    """What taking one tile away allows: the cells where it makes ten, and whether there's ten without it."""

    start: Cell
    goals: tuple[Cell, ...]
    leaves: bool


def hopes(board: Board, seat: int) -> list[Hope]:
    """List the tiles of a seat that could make ten if they can be moved there, whatever the other seat has.

    Along each axis, removing the tile splits its row in two; only the cells at the ends of that row join different rows
    than before.
    """
    tiles = board.tiles[seat]
    sums, parts = lines(tiles)
    by_worth: dict[int, set[tuple[int, Cell]]] = {}
    for at, worth in sums.items():
        by_worth.setdefault(worth, set()).add(at)
    found = []
    for start, number in tiles.items():
        wanted = TEN - number
        there = set(by_worth.get(wanted, ()))
        leaves = False
        for axis, (first, before, last, behind) in enumerate(parts[start]):
            leaves = leaves or TEN in (before, behind)
            for end, lost in ((first, number + behind), (last, number + before)):
                there.discard((axis, end))
                if sums[axis, end] - lost == wanted:
                    there.add((axis, end))
        goals = tuple(sorted({cell for _axis, cell in there}))
        if goals or leaves:
            found.append(Hope(start, goals, leaves))
    return found


def lines(tiles: Tiles) -> tuple[Sums, dict[Cell, list[Part]]]:
    """Return what the rows at each free cell are worth along each axis, and what each tile's rows are made of."""
    sums: Sums = {}
    parts: dict[Cell, list[Part]] = {cell: [] for cell in tiles}
    for axis, step in enumerate(AXES):
        for cell in tiles:
            first = cell - step
            if first in tiles:
                continue
            row, worth, after = [], 0, cell
            while more := tiles.get(after):
                row.append((after, worth, more))
                worth += more
                after += step
            for at, before, number in row:
                parts[at].append((first, before, after, worth - before - number))
            sums[axis, first] = sums.get((axis, first), 0) + worth
            sums[axis, after] = sums.get((axis, after), 0) + worth
    return sums, parts


def winning_shifts(board: Board, seat: int, hoped: Iterable[Hope]) -> Iterator[Moved]:
    """Yield those of the hoped-for shifts that make ten now."""
    holding: set[Cell] | None = None
    for start, goals, leaves in hoped:
        cells = list(board.edge) if leaves else [cell for cell in goals if cell in board.edge]
        if not cells or all(step not in board.edge for step in (start - 1, start + 1, start - 1000, start + 1000)):
            continue
        holding = joints(board) if holding is None else holding
        if start in holding:
            continue
        rest = take_tile(board, seat, start)
        for goal in cells:
            if goal in rest.edge and (
                goal in goals or still_ten(rest.tiles[seat], start, goal, board.tiles[seat][start])
            ):
                yield Moved(start, goal)


def shifts(board: Board, seat: int) -> Iterator[tuple[Moved, Board]]:
    """Yield all shifts of a seat, and the board after each."""
    for start in movable_tiles(board, seat):
        number, rest = board.tiles[seat][start], take_tile(board, seat, start)
        for goal in rest.edge:
            if goal != start:
                yield Moved(start, goal), lay_tile(rest, seat, goal, number)
