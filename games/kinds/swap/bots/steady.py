"""The bot `steady`: swaps what is below the average card, and ignores what others have."""

from random import Random
from typing import Any

from games.kinds.swap.bots.card_values import AVERAGE, own_value, swaps_for_nothing
from games.rules.swap.moves import Accept, Block, Hold, Swap
from games.rules.swap.play import Choices
from games.rules.swap.view import View

LIMITS = (AVERAGE, AVERAGE, AVERAGE + 1)  # with a card that is barely better it is of two minds


def steady(view: View, choices: Choices, dice: Random) -> Any:
    if "accept" in choices:
        return Block() if "block" in choices else Accept()
    if own_value(view) >= dice.choice(LIMITS) or swaps_for_nothing(view, choices):
        return Hold()
    return Swap()
