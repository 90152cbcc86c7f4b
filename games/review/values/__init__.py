"""How much a game is worth to its seats as it stands, by kind: models fitted on games of bots."""

from collections.abc import Callable
from typing import NamedTuple

from games.review.values import push, push_seen, swap, tiles
from games.review.values.base import Model, Vector, weights
from games.rules.base import Setup


class Family(NamedTuple):
    """The models of a kind: how one is made, what it sees, and which weights it takes."""

    make: Callable[[Setup, Vector], Model]
    names: tuple[str, ...]
    model_of: Callable[[Setup], str]


FAMILIES = {
    "push": Family(push.Push, push_seen.NAMES, push.model_of),
    "tiles": Family(tiles.Tiles, tiles.NAMES, tiles.model_of),
    "swap": Family(swap.Swap, swap.NAMES, swap.model_of),
}


def model_for(kind: str, setup: Setup) -> Model:
    """The model for a game of that kind."""
    family = FAMILIES[kind]
    return family.make(setup, weights(family.model_of(setup), family.names))
