"""Every bot there is, by kind and name, in one visible list."""

import random
from collections.abc import Callable, Mapping
from typing import Any

from games.bots import push, swap, tiles
from games.rules.base import BadSetup, Plain, short

Bot = Callable[[Plain, Plain, random.Random], Any]  # (view, choices, dice) -> a move
Pick = Callable[[Plain, random.Random], Any]  # (choices, dice) -> any legal move

LEVELS = ("easy", "steady", "sharp")
RANDOM = "random"
BOTS: dict[str, Mapping[str, Bot]] = {"push": push.BOTS, "tiles": tiles.BOTS, "swap": swap.BOTS}
PICKS: dict[str, Pick] = {"push": push.pick, "tiles": tiles.pick, "swap": swap.pick}


def find(kind: str, name: str) -> Bot:
    """The bot of that name, or the one that plays at random; or BadSetup."""
    if name == RANDOM:
        pick = PICKS[kind]
        return lambda _view, choices, dice: pick(choices, dice)
    if name not in BOTS[kind]:
        raise BadSetup("setup.bot", bot=short(name) or "(nothing)", known=", ".join([*BOTS[kind], RANDOM]))
    return BOTS[kind][name]
