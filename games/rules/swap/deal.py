"""The `deal` of a record: the first dealer, and every deck as shuffled."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.base import BadRecord, Plain, Setup
from games.rules.serialization import Misfit, from_plain


@dataclass(frozen=True)
class Deal:
    dealer: int
    decks: tuple[tuple[str, ...], ...]


def to_deal(drawn: Mapping[str, Any]) -> Plain:
    """Return the `deal` of a record from what was drawn for each label."""
    decks = [list(drawn[f"deck{number}"]) for number in range(1, len(drawn))]
    return {"dealer": drawn["dealer"], "decks": decks}


def from_deal(deal: Plain, setup: Setup) -> dict[str, Any]:
    """Return what was drawn for each label, or raise BadRecord."""
    try:
        parsed: Deal = from_plain(Deal, deal)
    except Misfit as misfit:
        raise BadRecord("deal.swap", what=str(misfit)) from None
    return {"dealer": parsed.dealer} | {f"deck{number}": deck for number, deck in enumerate(parsed.decks, 1)}
