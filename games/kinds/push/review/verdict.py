"""The verdict on a decision: what was better, and by how much."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from games.kinds.review import mark_of
from games.rules.base import Plain

LEAST = (0.4, 0.8, 1.5)  # the smallest loss in points for each mark
SAME = 1e-9  # smaller differences don't count


class Verdict(NamedTuple):
    """A verdict: the better move (None if there was none), the loss in points, and the facts behind it."""

    best: Any
    loss: float
    mark: str
    facts: Plain


def make_verdict(chosen: float, others: Iterable[tuple[float, Any]], facts: Plain) -> Verdict:
    """Compare the value of the chosen move with the others (value, move)."""
    worth, best = max(others, key=lambda other: other[0], default=(chosen, None))
    loss = worth - chosen
    if loss <= SAME:
        return Verdict(None, 0.0, "", facts)
    return Verdict(best, loss, mark_of(loss, LEAST), facts)
