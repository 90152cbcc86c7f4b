"""Unfinished rows: what each free cell would join, and which number would make ten."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from games.rules.tiles.board import AXES, TEN, Cell, Tiles

Sums = dict[Cell, list[int]]  # by free cell: worth of the rows that meet there, along each axis

# Value of an unblocked row by its worth, from 0 to 9. Rows of seven to nine need one more tile, smaller ones need more,
# and larger ones are useless.
GROWTH = (0.0, 0.2, 0.4, 0.7, 1.5, 2.0, 2.5, 6.0, 6.0, 5.0)


class Survey(NamedTuple):
    """The rows of a seat on the board."""

    sums: Sums
    threats: dict[int, list[Cell]]  # by number: the cells where it would make a row of ten
    growth: float


def make_survey(own: Tiles, edge: Collection[Cell]) -> Survey:
    """Survey the rows of a seat that still have a free end."""
    sums = rows_meeting_at(own, edge)
    threats: dict[int, list[Cell]] = {}
    growth = 0.0
    for cell, worths in sums.items():
        for worth in worths:
            if worth < TEN:
                growth += GROWTH[worth]
                if worth > 6:
                    threats.setdefault(TEN - worth, []).append(cell)
    return Survey(sums, threats, growth)


def rows_meeting_at(own: Tiles, edge: Collection[Cell]) -> Sums:
    """Return for each free cell at an end of rows what they are worth together along each axis."""
    sums: Sums = {}
    for axis, step in enumerate(AXES):
        for cell, number in own.items():
            if cell - step in own:
                continue
            before, worth, after = cell - step, number, cell + step
            while more := own.get(after):
                worth += more
                after += step
            for end in (before, after):
                if end in edge:
                    sums.setdefault(end, [0, 0, 0, 0])[axis] += worth
    return sums


def gain(worths: Iterable[int], number: int) -> float:
    """Return how much a seat's rows grow with a tile of that number in a cell where they meet."""
    total = 0.0
    for worth in worths:
        grown = worth + number
        total += (GROWTH[grown] if grown < TEN else 0.0) - (GROWTH[worth] if worth < TEN else 0.0)
    return total


def denial(worths: Iterable[int]) -> float:
    """Return what a seat loses when the other one takes a cell where its rows meet."""
    return sum([GROWTH[worth] for worth in worths if worth < TEN])


def makes_ten(worths: Iterable[int], number: int) -> bool:
    """Whether a tile of that number makes a row of ten there."""
    return TEN - number in worths
