"""Sound but simple: fixed limits, and what can be seen on the table."""

from random import Random
from typing import Any

from games.bots.swap.reading import is_last, own_value
from games.rules.base import Plain
from games.rules.swap.moves import Accept, Block, Hold, Swap


def steady(view: Plain, choices: Plain, dice: Random) -> Any:
    """A move of somebody who has played before."""
    if "accept" in choices:
        return Block() if "block" in choices else Accept()
    return Swap() if own_value(view) < (3 if is_last(choices) else 4) else Hold()
