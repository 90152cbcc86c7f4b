"""Players of swap."""

from games.kinds.swap.bots.easy import easy
from games.kinds.swap.bots.pick import pick
from games.kinds.swap.bots.sharp import sharp
from games.kinds.swap.bots.steady import steady

BOTS = {"easy": easy, "steady": steady, "sharp": sharp}

__all__ = ["BOTS", "pick"]
