"""How a game of TEN Tiles ended."""

from games.rules.base import Plain, Result, rank_with_leavers
from games.rules.tiles.board import pairs
from games.rules.tiles.state import State, is_over


def result(state: State) -> Result | None:
    """Return who won and why: a row of ten, a draw (R23), or the other seat left (R40)."""
    if not is_over(state):
        return None
    won = [bool(state.rows) and seat == state.turn for seat in (0, 1)]
    end = "left" if state.left else "played"
    return Result(end, rank_with_leavers(won, state.left), None, (explain_result(state, 0), explain_result(state, 1)))


def explain_result(state: State, seat: int) -> Plain:
    """Return what decided the game for that seat: its rows of ten, the reason for a draw, or that it left."""
    return {
        "rows": tuple(pairs(row) for row in state.rows) if seat == state.turn else (),
        "draw": state.drawn,
        "left": seat in state.left,
    }
