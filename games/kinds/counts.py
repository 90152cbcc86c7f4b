"""What the facts of all kinds share."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from games.kinds.base import Counted


def count_shuffled_card(what: str, drawn: Any, deck: Sequence[Any]) -> Iterable[Counted]:
    """One card of a shuffled deck: what it is, and how often each is to be expected."""
    for name, many in sorted(Counter(deck).items()):
        yield what, str(name), int(name == drawn), 0, many / len(deck)
