"""The state of a game of TEN Tiles."""

from dataclasses import dataclass

from games.rules.base import Setup
from games.rules.tiles.board import EMPTY, Board, Cell, Position, Row

TILES = (1,) * 5 + (2,) * 5 + (3,) * 5  # what each seat has, in canonical order
SHIFTS = 100  # so many moves has the second phase at most (R23)
TIMES = 3  # so often may a position not come (R23)


@dataclass(frozen=True)
class State:
    """The whole position, with hidden tiles."""

    setup: Setup
    stacks: tuple[tuple[int, ...], tuple[int, ...]]  # what is left of each; [0] is the top, or the left end
    turn: int
    board: Board = EMPTY
    movable: tuple[Cell, ...] = ()  # second phase: the tiles that the seat whose turn it is may take
    shifts: int = 0  # how many moves of the second phase were made
    seen: tuple[Position, ...] = ()  # the positions of the second phase so far
    rows: tuple[Row, ...] = ()  # the rows that won
    drawn: str | None = None  # why nobody can win any more
    left: tuple[int, ...] = ()


def is_over(state: State) -> bool:
    """Whether a seat has won, no seat can, or one left."""
    return bool(state.rows or state.drawn or state.left)


def is_open(state: State) -> bool:
    """Whether this is the variant with open tiles."""
    return state.setup.options["open"] is True


def in_second_phase(state: State) -> bool:
    """Whether all tiles have been placed."""
    return not (state.stacks[0] or state.stacks[1])
