"""The `deal` of a record: the starting seat, and both stacks as shuffled."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.base import BadRecord, Plain, Setup
from games.rules.serialization import Misfit, from_plain


@dataclass(frozen=True)
class Deal:
    first: int
    stacks: tuple[tuple[int, ...], tuple[int, ...]]


def to_deal(drawn: Mapping[str, Any]) -> Plain:
    """Return the `deal` of a record from what was drawn for each label."""
    return {"first": drawn["first"], "stacks": [list(drawn["stack0"]), list(drawn["stack1"])]}


def from_deal(deal: Plain, setup: Setup) -> dict[str, Any]:
    """Return what was drawn for each label, or raise BadRecord."""
    try:
        parsed: Deal = from_plain(Deal, deal)
    except Misfit as misfit:
        raise BadRecord("deal.tiles", what=str(misfit)) from None
    return {"first": parsed.first, "stack0": parsed.stacks[0], "stack1": parsed.stacks[1]}
