"""How a game of TEN Tiles ended."""

from games.rules.base import Plain, Standing, with_leavers
from games.rules.tiles.board import pairs
from games.rules.tiles.state import State, is_over


def standing(state: State) -> Standing | None:
    """Who won and why: a row of ten, a draw (R23), or the other one left (R40)."""
    if not is_over(state):
        return None
    won = [bool(state.rows) and seat == state.turn for seat in (0, 1)]
    end = "left" if state.left else "played"
    return Standing(end, with_leavers(won, state.left), None, (why(state, 0), why(state, 1)))


def why(state: State, seat: int) -> Plain:
    """What decided the game for that seat: its rows of ten, the reason of a draw, or that it left."""
    return {
        "rows": tuple(pairs(row) for row in state.rows) if seat == state.turn else (),
        "draw": state.drawn,
        "left": seat in state.left,
    }
