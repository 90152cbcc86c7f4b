"""A helper for the counts of all kinds."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from games.kinds.base import Counted


def count_shuffled_card(what: str, drawn: Any, deck: Sequence[Any]) -> Iterable[Counted]:
    """Count a card of a shuffled deck, with how often each was expected."""
    for name, many in sorted(Counter(deck).items()):
        yield what, str(name), int(name == drawn), 0, many / len(deck)
