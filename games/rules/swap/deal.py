"""Moves and deal as records show them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.base import BadRecord, Event, Plain, Setup
from games.rules.serialization import Misfit, from_plain, write_move


@dataclass(frozen=True)
class Deal:
    """The first dealer, and every shuffle in the order in which they were made."""

    dealer: int
    decks: tuple[tuple[str, ...], ...]


def redact(steps: Sequence[tuple[int, Any, tuple[Event, ...]]], seat: int | None) -> list[Plain]:
    """The moves of a game in progress: none of them says what card somebody has."""
    return [write_move(move) for _, move, _ in steps]


def to_deal(drawn: Mapping[str, Any]) -> Plain:
    """The `deal` of a record, from what was drawn under each label."""
    decks = [list(drawn[f"deck{number}"]) for number in range(1, len(drawn))]
    return {"dealer": drawn["dealer"], "decks": decks}


def from_deal(deal: Plain, setup: Setup) -> dict[str, Any]:
    """What was drawn under each label; or BadRecord."""
    try:
        read: Deal = from_plain(Deal, deal)
    except Misfit as misfit:
        raise BadRecord("deal.swap", what=str(misfit)) from None
    return {"dealer": read.dealer} | {f"deck{number}": deck for number, deck in enumerate(read.decks, 1)}
