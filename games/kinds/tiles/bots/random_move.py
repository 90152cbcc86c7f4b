"""Random legal moves of TEN Tiles."""

from random import Random

from games.rules.tiles.moves import End, Place, Shift
from games.rules.tiles.play import Choices

ENDS: tuple[End, ...] = ("left", "right")


def random_move(choices: Choices, dice: Random) -> Place | Shift:
    if "shift" in choices:
        tile, targets = dice.choice(choices["shift"]["tiles"])
        return Shift(tile, dice.choice(targets))
    place = choices["place"]
    cell = dice.choice(place["cells"])
    return Place(cell, dice.choice(ENDS)) if "ends" in place else Place(cell)
