"""The final places (R38, R40)."""

from games.rules.base import Result, rank_with_leavers
from games.rules.swap.state import State


def result(state: State) -> Result | None:
    """Rank seats by the hand in which they last went out: the later, the better."""
    if state.end is None:
        return None
    lasted = [state.hand + 1 if tokens else gone for tokens, gone in zip(state.tokens, state.gone, strict=True)]
    why = tuple(
        {"tokens": tokens, "out": None if tokens else gone}
        for tokens, gone in zip(state.tokens, state.gone, strict=True)
    )
    return Result(state.end, rank_with_leavers(lasted, state.left), None, why)
