"""Bots for TEN Push."""

from games.bots.push.easy import easy
from games.bots.push.pick import pick
from games.bots.push.sharp import sharp
from games.bots.push.steady import steady

BOTS = {"easy": easy, "steady": steady, "sharp": sharp}

__all__ = ["BOTS", "pick"]
