"""Boards drawn as text, and their properties, computed the slow way from their definitions.

`a2` is a tile of seat 0 with the number 2, `b2` one of seat 1, `..` a free cell; the first one is [0, 0].
"""

from games.rules import tiles
from games.rules.base import Setup, make_setup
from games.rules.tiles.board import Board, cell_at, movable_tiles, pair, position
from games.rules.tiles.state import State

CLOSED: Setup = make_setup(tiles, 2, {})
OPEN: Setup = make_setup(tiles, 2, {"open": True})
NOBODY = None  # nothing is dealt after the start


def parse_tiles(text):
    """The tiles of a drawing: {(x, y): (seat, number)}."""
    return {
        (x, y): ("ab".index(tile[0]), int(tile[1]))
        for y, line in enumerate(text.strip().splitlines())
        for x, tile in enumerate(line.split())
        if tile != ".."
    }


def neighbors(at):
    x, y = at
    return [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)]


def edge_of(cells):
    """The free cells beside tiles, with how many sides each touches."""
    edge = {}
    for at in cells:
        for side in neighbors(at):
            if side not in cells:
                edge[side] = edge.get(side, 0) + 1
    return edge


def is_connected(cells):
    cells = set(cells)
    reached = {min(cells)}
    frontier = list(reached)
    while frontier:
        new = [side for side in neighbors(frontier.pop()) if side in cells and side not in reached]
        reached.update(new)
        frontier += new
    return reached == cells


def make_board(cells):
    owned = tuple({cell_at(at): number for at, (seat, number) in cells.items() if seat == owner} for owner in (0, 1))
    return Board(owned, {cell_at(at): sides for at, sides in edge_of(cells).items()})


def board_of(text):
    return make_board(parse_tiles(text))


def cells_of(board):
    return {pair(cell): (seat, own[cell]) for seat, own in enumerate(board.tiles) for cell in own}


def first_phase(text, stacks=((1, 2, 3), (3, 2, 1)), turn=0, setup=CLOSED):
    return State(setup, stacks, turn, board_of(text))


def second_phase(text, turn=0, shifts=0, seen=None):
    """A state as it would be after a move, with its position counted."""
    board = board_of(text)
    key = position(board, turn)
    return State(CLOSED, ((), ()), turn, board, movable_tiles(board, turn), shifts, (key,) if seen is None else seen)


def all_rows(cells, seat):
    """Every unbroken line of two or more of the seat's tiles, followed from its beginning to its end."""
    own = {at for at, tile in cells.items() if tile[0] == seat}
    rows = []
    for x, y in own:
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            row = [(x, y)]
            while (row[-1][0] + dx, row[-1][1] + dy) in own:
                row.append((row[-1][0] + dx, row[-1][1] + dy))
            if (x - dx, y - dy) not in own and len(row) > 1:
                rows.append(tuple(row))
    return rows


def rows_worth_ten(cells, seat):
    return [row for row in all_rows(cells, seat) if sum(cells[at][1] for at in row) == 10]
