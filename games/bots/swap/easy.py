"""Wants a high card, and swaps everything else."""

from random import Random
from typing import Any

from games.bots.swap.reading import own_value, swaps_for_nothing
from games.rules.base import Plain
from games.rules.swap.moves import Accept, Block, Hold, Swap

HIGH = (6, 7)  # what it takes for a high card, now this, now that


def easy(view: Plain, choices: Plain, dice: Random) -> Any:
    """A move of a beginner."""
    if "accept" in choices:
        return Block() if "block" in choices else Accept()
    if own_value(view) >= dice.choice(HIGH) or swaps_for_nothing(view, choices):
        return Hold()
    return Swap()
