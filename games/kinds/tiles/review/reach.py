"""Where a seat can make a row of ten."""

from collections.abc import Iterable

from games.rules.tiles.board import AXES, TEN, Board, Cell, Tiles, sides

Ways = dict[Cell, int]  # by cell: which numbers make ten there, as bits
NUMBERS = (1, 2, 3)


def bits(numbers: Iterable[int]) -> int:
    """Combine numbers into bits."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def ways_to_ten(own: Tiles) -> Ways:
    """Return for every cell at an end of the seat's rows, free or not, the numbers that make ten there."""
    ways: Ways = {}
    for step in AXES:
        sums: dict[Cell, int] = {}
        for cell, number in own.items():
            before = cell - step
            if before in own:
                continue
            worth, after = number, cell + step
            while more := own.get(after):
                worth += more
                after += step
            sums[before] = sums.get(before, 0) + worth
            sums[after] = sums.get(after, 0) + worth
        for cell, worth in sums.items():
            if TEN - 3 <= worth < TEN:
                ways[cell] = ways.get(cell, 0) | 1 << (TEN - worth)
    return ways


def open_ways(ways: Ways, board: Board) -> Ways:
    """Return the ways in cells where a tile can be placed now."""
    edge = board.edge
    return {cell: numbers for cell, numbers in ways.items() if cell in edge}


def ways_opened(ways: Ways, board: Board, cell: Cell) -> int:
    """Return the numbers that make ten in cells that no tile touched before one was placed in that cell."""
    numbers = 0
    for side in sides(cell):
        if side in ways and side not in board.edge and side not in board.tiles[0] and side not in board.tiles[1]:
            numbers |= ways[side]
    return numbers


def numbers_though(ways: Ways, there: Ways, board: Board, cell: Cell) -> int:
    """Return the numbers that make ten after the other seat placed a tile in that cell; `there`: the open ways."""
    numbers = ways_opened(ways, board, cell)
    for at, found in there.items():
        if at != cell:
            numbers |= found
    return numbers


def chance(numbers: int, counts: Iterable[int]) -> float:
    """Return the chance that the next tile has one of these numbers; `counts`: how many of each are to come."""
    total = fitting = 0
    for number, count in zip(NUMBERS, counts, strict=True):
        total += count
        if numbers >> number & 1:
            fitting += count
    return fitting / total if total else 0.0
