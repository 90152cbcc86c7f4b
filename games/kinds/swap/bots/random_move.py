"""Random legal moves of TEN Swap."""

from random import Random
from typing import Any

from games.rules.swap.moves import MOVES
from games.rules.swap.play import Choices


def random_move(choices: Choices, dice: Random) -> Any:
    """Choose any move except resigning, each with the same chance."""
    return MOVES[dice.choice([do for do in choices if do != "resign"])]()
