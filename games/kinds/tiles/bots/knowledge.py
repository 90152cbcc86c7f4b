"""What a bot knows from its view: the board, and the tiles each seat still has to place."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.tiles.board import Board, Cell, Tiles, cell_at, sides
from games.rules.tiles.moves import End
from games.rules.tiles.view import View

ANY = (1, 2, 3)


@dataclass(frozen=True)
class Option:
    """A tile that can be placed, from which end, and what is left after it."""

    number: int
    end: End | None
    rest: "Rack"


@dataclass(frozen=True)
class Rack:
    """The tiles a seat still has to place: in order if they are open, otherwise only how many of each."""

    row: tuple[int, ...] | None
    counts: tuple[int, ...] = (0, 0, 0)
    top: int | None = None  # the face-up number

    def draws(self) -> list[tuple[float, list[Option]]]:
        """Return what the seat may be able to choose from on its turn, with odds."""
        if self.row is not None:
            return [(1.0, self.ends(self.row))] if self.row else []
        if self.top is not None:
            return [(1.0, [self.without(self.top)])]
        total = sum(self.counts)
        return [(self.counts[number - 1] / total, [self.without(number)]) for number in ANY if self.counts[number - 1]]

    def ends(self, row: tuple[int, ...]) -> list[Option]:
        """List the tile at the left end, and the one at the right if it's different."""
        options = [Option(row[0], "left", Rack(row[1:]))]
        if len(set(row)) > 1:
            options.append(Option(row[-1], "right", Rack(row[:-1])))
        return options

    def without(self, number: int) -> Option:
        """Return the option to place a tile from the top of the stack."""
        counts = tuple(count - (one == number) for one, count in zip(ANY, self.counts, strict=True))
        return Option(number, None, Rack(None, counts))

    def hands(self) -> list[tuple[float, tuple[int, ...]]]:
        """List the numbers to choose from, with odds; once all are placed, tiles of any number can be moved."""
        return [(odds, tuple([option.number for option in options])) for odds, options in self.draws()] or [(1.0, ANY)]


@dataclass(frozen=True)
class Knowledge:
    """The board, and the tiles still to come."""

    board: Board
    racks: tuple[Rack, Rack]


def read_view(view: View) -> Knowledge:
    tiles = tiles_of(view)
    return Knowledge(Board(tiles, edge_of(tiles)), (rack(view, 0), rack(view, 1)))


def tiles_of(view: View) -> tuple[Tiles, Tiles]:
    tiles: tuple[Tiles, Tiles] = ({}, {})
    for tile in view["board"]:
        tiles[tile["seat"]][cell_at(tile["at"])] = tile["number"]
    return tiles


def rack(view: View, seat: int) -> Rack:
    """Return what is known of the tiles the seat still has to place."""
    stack = view["stacks"][seat]
    if stack["row"] is not None:
        return Rack(tuple(stack["row"]))
    return Rack(None, tuple(stack["numbers"]), view["number"] if view["turn"] == seat else None)


def edge_of(tiles: Sequence[Tiles]) -> dict[Cell, int]:
    """Return the free cells beside tiles, with how many sides each touches; the middle if the board is empty."""
    edge: dict[Cell, int] = {}
    for own in tiles:
        for cell in own:
            for side in sides(cell):
                if side not in tiles[0] and side not in tiles[1]:
                    edge[side] = edge.get(side, 0) + 1
    return edge or {0: 0}
