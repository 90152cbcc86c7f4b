"""The bot `easy`: swaps every card that isn't high."""

from random import Random
from typing import Any

from games.kinds.swap.bots.card_values import own_value, swaps_for_nothing
from games.rules.swap.cards import BUNNY, VALUE
from games.rules.swap.moves import Accept, Block, Hold, Swap
from games.rules.swap.play import Choices
from games.rules.swap.view import View

HIGH = VALUE[BUNNY]


def easy(view: View, choices: Choices, dice: Random) -> Any:
    if "accept" in choices:
        return Block() if "block" in choices else Accept()
    if own_value(view) >= HIGH or swaps_for_nothing(view, choices):
        return Hold()
    return Swap()
