"""Random moves, and two bots: `easy` swaps any card that isn't high, and `steady` any card below average."""

from random import Random
from typing import Any

from games.kinds.swap.bots.card_values import AVERAGE, own_value, swaps_for_nothing
from games.rules.swap.cards import BUNNY, VALUE
from games.rules.swap.moves import MOVES, Accept, Block, Hold, Swap
from games.rules.swap.play import Choices
from games.rules.swap.view import View

HIGH = VALUE[BUNNY]
LIMITS = (AVERAGE, AVERAGE, AVERAGE + 1)  # `steady` sometimes swaps a card that is barely better


def random_move(choices: Choices, dice: Random) -> Any:
    """Choose any move except resigning, each with the same chance."""
    return MOVES[dice.choice([do for do in choices if do != "resign"])]()


def easy(view: View, choices: Choices, dice: Random) -> Any:
    return _block(choices) if "accept" in choices else _hold_from(HIGH, view, choices)


def steady(view: View, choices: Choices, dice: Random) -> Any:
    return _block(choices) if "accept" in choices else _hold_from(dice.choice(LIMITS), view, choices)


def _block(choices: Choices) -> Any:
    return Block() if "block" in choices else Accept()


def _hold_from(least: int, view: View, choices: Choices) -> Any:
    """Hold a card of that value or higher, and any card that can't be swapped for a better one."""
    return Hold() if own_value(view) >= least or swaps_for_nothing(view, choices) else Swap()
