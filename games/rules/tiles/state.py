"""The state of a game of TEN Tiles."""

from dataclasses import dataclass

from games.rules.base import Setup
from games.rules.tiles.board import EMPTY, Board, Cell, Position, Row

TILES = (1,) * 5 + (2,) * 5 + (3,) * 5  # what each seat has, in canonical order
SHIFTS = 100  # the most moves that the second phase can have (R23)
TIMES = 3  # a position that comes this often ends the game (R23)


@dataclass(frozen=True)
class State:
    """The whole state, including hidden tiles."""

    setup: Setup
    stacks: tuple[tuple[int, ...], tuple[int, ...]]  # what is left of each; [0] is the top, or the left end
    turn: int
    board: Board = EMPTY
    movable: tuple[Cell, ...] = ()  # second phase: the tiles that the seat to move can move
    shifts: int = 0  # the number of moves made in the second phase
    seen: tuple[Position, ...] = ()  # the positions of the second phase so far
    rows: tuple[Row, ...] = ()  # the rows that won
    drawn: str | None = None  # the reason for a draw
    left: tuple[int, ...] = ()


def is_over(state: State) -> bool:
    """Whether a seat has won, the game is drawn, or a seat left."""
    return bool(state.rows or state.drawn or state.left)


def is_open(state: State) -> bool:
    """Whether this is the variant with open tiles."""
    return state.setup.options["open"] is True


def in_second_phase(state: State) -> bool:
    """Whether all tiles have been placed."""
    return not (state.stacks[0] or state.stacks[1])
