"""How a game of TEN Tiles begins, and what a record says of its deal."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.base import BadRecord, Dealer, Plain, Setup, yes_no_option
from games.rules.i18n import _
from games.rules.serialization import Misfit, from_plain
from games.rules.tiles.state import TILES, State

SEATS = range(2, 3)
OPTIONS = (
    yes_no_option(
        "open",
        _("Open tiles"),
        _("Each player's tiles are face up in a row, and you place the tile at either end of yours."),
        False,
    ),
)


@dataclass(frozen=True)
class Deal:
    """The deal of a record."""

    first: int
    stacks: tuple[tuple[int, ...], tuple[int, ...]]


def check(setup: Setup) -> None:
    """Every option goes with two seats."""


def start(setup: Setup, dealer: Dealer) -> State:
    """Both stacks shuffled; the starting seat is drawn by lot, and its first tile can only go in the middle."""
    first = dealer.below("first", 2)
    stacks = (dealer.shuffle("stack0", TILES), dealer.shuffle("stack1", TILES))
    return State(setup, stacks, turn=first)


def to_deal(drawn: Mapping[str, Any]) -> Plain:
    """The `deal` of a record, from what was drawn under each label."""
    return {"first": drawn["first"], "stacks": [list(drawn["stack0"]), list(drawn["stack1"])]}


def from_deal(deal: Plain, setup: Setup) -> dict[str, Any]:
    """What was drawn under each label, from the `deal` of a record; or BadRecord."""
    try:
        read: Deal = from_plain(Deal, deal)
    except Misfit as misfit:
        raise BadRecord("deal.tiles", what=str(misfit)) from None
    return {"first": read.first, "stack0": read.stacks[0], "stack1": read.stacks[1]}
