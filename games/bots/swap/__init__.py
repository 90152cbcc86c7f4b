"""Players of swap."""

from games.bots.swap.easy import easy
from games.bots.swap.pick import pick
from games.bots.swap.sharp import sharp
from games.bots.swap.steady import steady

BOTS = {"easy": easy, "steady": steady, "sharp": sharp}

__all__ = ["BOTS", "pick"]
