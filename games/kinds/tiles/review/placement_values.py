"""The first phase with face-down stacks: the value of each place for the tile.

Exact for three moves: a row of ten now; the chance that the opponent's next tile makes ten; and the chance that the
seat's own next one does, whatever the opponent does. Anything after that counts as even.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.kinds.tiles.review.reach import Ways, bits, chance, numbers_though, open_ways, ways_to_ten
from games.kinds.tiles.review.shifts import hopes, winning_shifts
from games.rules.tiles.board import Board, Cell, lay_tile

Counts = Sequence[int]


class Stock(NamedTuple):
    """The tiles a seat still has to place: how many of each, and in the open variant both ends."""

    counts: Counts
    ends: int | None = None  # as bits

    def fits(self, numbers: int) -> float:
        """Return the chance that its next tile can be one of these."""
        if self.ends is None:
            return chance(numbers, self.counts)
        return 1.0 if numbers & self.ends else 0.0


class Weighed(NamedTuple):
    """A place for the tile, and what follows from it."""

    cell: Cell
    wins: bool
    risk: float  # chance that the opponent's next tile makes ten
    stays: float  # chance that the seat's own next tile makes ten, whatever the opponent does
    value: float  # the chance of winning


def stock_of(row: tuple[int, ...], is_open: bool) -> Stock:
    """Return what everyone knows of a stack."""
    counts = tuple([row.count(number) for number in (1, 2, 3)])
    return Stock(counts, bits({*row[:1], *row[-1:]}) if is_open else None)


def value_placements(board: Board, seat: int, number: int, own: Stock, other: Stock) -> list[Weighed]:
    """Evaluate all places for a tile. `own`: what is left after it."""
    mine, theirs = open_ways(ways_to_ten(board.tiles[seat]), board), ways_to_ten(board.tiles[1 - seat])
    return [
        Weighed(cell, True, 0.0, 0.0, 1.0)
        if mine.get(cell, 0) >> number & 1
        else value_placement(board, seat, cell, number, own, other, theirs)
        for cell in sorted(board.edge)
    ]


def value_placement(
    board: Board, seat: int, cell: Cell, number: int, own: Stock, other: Stock, theirs: Ways
) -> Weighed:
    """Evaluate a place that doesn't make ten."""
    after = lay_tile(board, seat, cell, number)
    if sum(other.counts):
        risk = other.fits(numbers_though(theirs, open_ways(theirs, board), board, cell))
    else:
        risk = float(next(winning_shifts(after, 1 - seat, hopes(after, 1 - seat)), None) is not None)
    sure = stays(after, ways_to_ten(after.tiles[seat]), own)
    return Weighed(cell, False, risk, sure, (1 - risk) * (1 + sure) / 2)


def stays(board: Board, ways: Ways, stock: Stock) -> float:
    """Return the chance that the seat's next tile makes ten even after the other's best block."""
    there = open_ways(ways, board)
    if not sum(stock.counts):
        return 0.0
    least = 1.0
    for cell in sorted(board.edge, key=lambda cell: cell not in there):
        least = min(least, stock.fits(numbers_though(ways, there, board, cell)))
        if not least:
            break
    return least
