"""The order in which the cards of TEN Push were dealt."""

from collections.abc import Iterator
from typing import Any

from games.kinds.proof import DealtCard, MoveEvents, facts_of_events


def list_dealt_cards(start: Any, moves: MoveEvents) -> Iterator[DealtCard]:
    """List the cards as they came from the top of the deck."""
    for place in range(start.drawn):
        yield DealtCard(0, "deck", place, start.deck[place], start.active)
    place = start.drawn
    for number, event in facts_of_events(moves, "drew"):
        yield DealtCard(number, "deck", place, event["card"], event["seat"])
        place += 1
