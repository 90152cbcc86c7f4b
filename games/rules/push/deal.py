"""The `deal` of a record: the starting seat, and the deck as shuffled."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.base import BadRecord, Plain, Setup
from games.rules.serialization import Misfit, from_plain


@dataclass(frozen=True)
class Deal:
    first: int
    deck: tuple[str, ...]


def to_deal(drawn: Mapping[str, Any]) -> Plain:
    """Return the `deal` of a record from what was drawn; in a solo game, seat 0 begins without a lot."""
    return {"first": drawn.get("first", 0), "deck": list(drawn["deck"])}


def from_deal(deal: Plain, setup: Setup) -> dict[str, Any]:
    """Return what was drawn for each label, or raise BadRecord."""
    try:
        parsed: Deal = from_plain(Deal, deal)
    except Misfit as misfit:
        raise BadRecord("deal.push", what=str(misfit)) from None
    if setup.options["solo"] is None:
        return {"first": parsed.first, "deck": parsed.deck}
    if parsed.first != 0:
        raise BadRecord("deal.push-solo", first=parsed.first)
    return {"deck": parsed.deck}
