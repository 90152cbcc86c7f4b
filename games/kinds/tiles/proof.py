"""The order in which the tiles of TEN Tiles were turned up."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from games.kinds.proof import DealtCard, MoveEvents, facts_of_events


def card_name(card: str | int) -> str:
    """Return the name of a tile."""
    return _("tile %(number)s") % {"number": card}


def list_dealt_cards(start: Any, moves: MoveEvents) -> Iterator[DealtCard]:
    """List the tiles from the top, or in the open variant from either end."""
    ends = [[0, len(stack) - 1] for stack in start.stacks]
    for number, event in facts_of_events(moves, "placed"):
        seat = event["seat"]
        is_right = event["end"] == "right"
        yield DealtCard(number, f"stack{seat}", ends[seat][is_right], event["number"], seat)
        ends[seat][is_right] += -1 if is_right else 1
