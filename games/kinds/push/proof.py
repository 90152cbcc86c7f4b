"""The order in which the cards of TEN Push were dealt."""

from collections.abc import Iterator
from typing import Any

from games.kinds.proof import DealtCard, MoveEvents, facts_of_events
from games.kinds.push.pages.words import card_words


def card_name(card: str | int) -> str:
    """Return the name of a card."""
    return card_words(str(card))


def list_dealt_cards(start: Any, moves: MoveEvents) -> Iterator[DealtCard]:
    """List the cards as they came from the top of the deck."""
    for place in range(start.drawn):
        yield DealtCard(0, "deck", place, start.deck[place], start.active)
    place = start.drawn
    for number, event in facts_of_events(moves, "drew"):
        yield DealtCard(number, "deck", place, event["card"], event["seat"])
        place += 1
