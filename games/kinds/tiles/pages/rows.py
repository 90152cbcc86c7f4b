"""Rows in the making: which are near ten, where they are open, and what a tile would add."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from games.kinds.tiles.bots.knowledge import tiles_of
from games.kinds.tiles.bots.rows import Sums, rows_meeting_at
from games.rules.tiles.board import AXES, TEN, Cell, Tiles, cell_at
from games.rules.tiles.view import StackView, View

NEAR = range(7, TEN)  # the worth of rows that one more tile can make ten
NUMBERS = (1, 2, 3)


class Run(NamedTuple):
    """An unbroken line of a seat's tiles."""

    cells: tuple[Cell, ...]
    step: int
    worth: int

    @property
    def ends(self) -> tuple[Cell, Cell]:
        """The cells just before and just after it."""
        return self.cells[0] - self.step, self.cells[-1] + self.step


class Near(NamedTuple):
    """A row that one more tile can make worth ten; `open`: its free ends, with the number wanted there."""

    seat: int
    run: Run
    open: tuple[tuple[Cell, int], ...]


class Table(NamedTuple):
    """A view, with cells as numbers."""

    tiles: tuple[Tiles, Tiles]
    stacks: Sequence[StackView]
    phase: int

    def has(self, seat: int, number: int, used: Collection[Cell]) -> bool:
        """Whether the seat can still place such a tile: one to come, or one outside that row."""
        if self.phase == 1:
            return bool(self.stacks[seat]["numbers"][number - 1])
        return any(found == number and cell not in used for cell, found in self.tiles[seat].items())


def table_of(view: View) -> Table:
    return Table(tiles_of(view), view["stacks"], view["phase"])


def cells_of(pairs: Iterable[Any]) -> list[Cell]:
    return [cell_at(at) for at in pairs]


def runs(own: Tiles) -> Iterator[Run]:
    """Yield all rows of two tiles or more."""
    for step in AXES:
        for cell, number in own.items():
            after = cell + step
            if after not in own or cell - step in own:
                continue
            cells, worth = [cell], number
            while more := own.get(after):
                cells.append(after)
                worth += more
                after += step
            yield Run(tuple(cells), step, worth)


def worth_of(sums: Sums, cell: Cell, number: int) -> int:
    """Return the worth of the row a tile makes: ten, else the best below ten, else one above; 0 if none."""
    totals = [worth + number for worth in sums.get(cell, ()) if worth]
    below = [total for total in totals if total <= TEN]
    return TEN if TEN in below else max(below, default=min(totals, default=0))


def values_of_placements(own: Tiles, cells: Sequence[Cell], number: int) -> list[int]:
    """Return what a tile of that number makes in each of the cells."""
    sums = rows_meeting_at(own, set(cells))
    return [worth_of(sums, cell, number) for cell in cells]


def values_of_shifts(own: Tiles, start: Cell, cells: Sequence[Cell]) -> list[int]:
    """Return what moving the tile to each of the cells makes, including what taking it away makes (R22)."""
    rest = {cell: number for cell, number in own.items() if cell != start}
    worths = values_of_placements(rest, cells, own[start])
    for run in runs(rest):
        if run.worth == TEN:
            worths = [worth if cell in run.ends else TEN for worth, cell in zip(worths, cells, strict=True)]
    return worths


def near_rows(table: Table, seat: int) -> list[Near]:
    """List the rows that one more tile of the seat can make worth ten, the best first."""
    own, other = table.tiles[seat], table.tiles[1 - seat]
    found = []
    for run in runs(own):
        if run.worth in NEAR:
            ends = [(end, TEN - run.worth - cell_beyond(own, end, run)) for end in run.ends if end not in other]
            wanted = tuple((end, number) for end, number in ends if number > 0 and table.has(seat, number, run.cells))
            if wanted:
                found.append(Near(seat, run, wanted))
    return sorted(found, key=lambda near: (-near.run.worth, -len(near.open)))


def cell_beyond(own: Tiles, end: Cell, run: Run) -> int:
    """Return what a tile in the free cell at a row's end would join to it."""
    step = run.step if end == run.ends[1] else -run.step
    worth, cell = 0, end + step
    while more := own.get(cell):
        worth += more
        cell += step
    return worth


def threats(table: Table, seat: int, cells: Collection[Cell]) -> set[Cell]:
    """Return the cells where one more tile of the seat can make a row worth ten."""
    wanted = {number for number in NUMBERS if table.has(seat, number, ())}
    sums = rows_meeting_at(table.tiles[seat], cells)
    return {cell for cell, worths in sums.items() if any(TEN - worth in wanted for worth in worths)}


def line_of(step: int) -> str:
    """Return the direction of a row: `across`, `down` or `diagonal`."""
    return {AXES[0]: "across", AXES[1]: "down"}.get(step, "diagonal")
