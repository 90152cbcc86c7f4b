"""The order of dealt cards, for shuffle proofs."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.rules.base import Plain

MoveEvents = Iterable[tuple[int, list[Plain]]]  # a move's number and events


class DealtCard(NamedTuple):
    """A dealt card: at which move (0: before the first), and its place in which shuffle, from 0."""

    move: int
    pile: str  # deck, stack0, deck2: the labels of docs/fair-shuffle.md
    place: int
    card: str | int
    seat: int


def facts_of_events(moves: MoveEvents, *names: str) -> Iterator[tuple[int, Plain]]:
    """Yield the facts of the events with these names, with the number of their move."""
    for number, events in moves:
        for event in events:
            if event["name"] in names:
                yield number, {"name": event["name"], **event["facts"]}
