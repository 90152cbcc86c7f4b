"""The second phase: which shifts make a row of ten, and which could if the board lay otherwise."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.bots.tiles.moving import leaves_ten, still_ten
from games.review.tiles.reach import ways_to_ten
from games.rules.tiles.board import Board, Cell, joints, laid, movable, taken


class Moved(NamedTuple):
    """A tile taken from one cell and laid in another."""

    start: Cell
    goal: Cell


class Hope(NamedTuple):
    """What taking one tile away is good for: the cells where it makes ten, and whether ten is there without it."""

    start: Cell
    goals: tuple[Cell, ...]
    leaves: bool


def hopes(board: Board, seat: int) -> list[Hope]:
    """All tiles of a seat that could make ten, if they can be taken and laid there: the other seat's do not matter."""
    found = []
    tiles = board.tiles[seat]
    for start, number in tiles.items():
        rest = tiles.copy()
        del rest[start]
        goals = tuple([cell for cell, numbers in ways_to_ten(rest).items() if numbers >> number & 1 and cell != start])
        leaves = leaves_ten(rest, start)
        if goals or leaves:
            found.append(Hope(start, goals, leaves))
    return found


def winning(board: Board, seat: int, hoped: Iterable[Hope]) -> Iterator[Moved]:
    """The shifts that make ten now, of those that could."""
    holding: set[Cell] | None = None
    for start, goals, leaves in hoped:
        cells = list(board.edge) if leaves else [cell for cell in goals if cell in board.edge]
        if not cells or all(step not in board.edge for step in (start - 1, start + 1, start - 1000, start + 1000)):
            continue
        holding = joints(board) if holding is None else holding
        if start in holding:
            continue
        rest = taken(board, seat, start)
        for goal in cells:
            if goal in rest.edge and (
                goal in goals or still_ten(rest.tiles[seat], start, goal, board.tiles[seat][start])
            ):
                yield Moved(start, goal)


def shifts(board: Board, seat: int) -> Iterator[tuple[Moved, Board]]:
    """All shifts of a seat, and the board after each."""
    for start in movable(board, seat):
        number, rest = board.tiles[seat][start], taken(board, seat, start)
        for goal in rest.edge:
            if goal != start:
                yield Moved(start, goal), laid(rest, seat, goal, number)
