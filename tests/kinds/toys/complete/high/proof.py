"""The order in which the cards of High Card came up."""

from collections.abc import Iterator
from typing import Any

from games.kinds.proof import DealtCard, MoveEvents, facts_of_events


def list_dealt_cards(start: Any, moves: MoveEvents) -> Iterator[DealtCard]:
    """List the cards in the order of play, each with its place in the deck."""
    for move, event in facts_of_events(moves, "played"):
        yield DealtCard(move, "deck", start.deck.index(event["card"]), event["card"], event["seat"])


def card_name(card: str | int) -> str:
    return f"the {card}"
