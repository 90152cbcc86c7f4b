"""Moves and deal as records show them."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.base import BadRecord, Event, Plain, Setup, short
from games.rules.plain import write_move
from games.rules.swap.cards import CARDS, COPIES


def veil(
    steps: Sequence[tuple[int, Any, tuple[Event, ...]]],
    seat: int | None,  # noqa: ARG001 (the same for everybody)
) -> list[Plain]:
    """The moves of a game in progress: none of them says what card somebody has."""
    return [write_move(move) for _, move, _ in steps]


def to_deal(drawn: Mapping[str, Any]) -> Plain:
    """The first dealer, and every shuffle in the order in which they were made."""
    decks = [list(drawn[f"deck{number}"]) for number in range(1, len(drawn))]
    return {"dealer": drawn["dealer"], "decks": decks}


def from_deal(deal: Plain, setup: Setup) -> dict[str, Any]:
    """What was drawn under each label; or BadRecord."""
    if not isinstance(deal, dict) or deal.keys() != {"dealer", "decks"}:
        raise BadRecord("deal.swap", what="it has a dealer and decks, nothing else")
    dealer, decks = deal["dealer"], deal["decks"]
    if type(dealer) is not int or not 0 <= dealer < setup.seats:
        raise BadRecord("deal.swap", what=f"{short(dealer)} is no seat")
    if not isinstance(decks, list):
        raise BadRecord("deal.swap", what="the decks are no list")
    for number, deck in enumerate(decks, 1):
        if not is_deck(deck):
            raise BadRecord("deal.deck", number=number)
    return {"dealer": dealer} | {f"deck{number}": tuple(deck) for number, deck in enumerate(decks, 1)}


def is_deck(deck: object) -> bool:
    """Whether these are cards of swap, not more than there are."""
    return (
        isinstance(deck, list)
        and len(deck) <= len(CARDS)
        and all(isinstance(card, str) and card in COPIES for card in deck)
    )
