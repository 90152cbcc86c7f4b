"""Swaps low cards, holds high ones, and wavers between."""

from random import Random
from typing import Any

from games.bots.swap.reading import own_value
from games.rules.base import Plain
from games.rules.swap.moves import Accept, Block, Hold, Swap


def easy(view: Plain, choices: Plain, dice: Random) -> Any:
    """A move of a beginner."""
    if "accept" in choices:
        return Block() if "block" in choices else Accept()
    return Swap() if own_value(view) < dice.randint(1, 6) else Hold()
