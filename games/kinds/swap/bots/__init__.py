"""Bots for TEN Swap."""

from games.kinds.swap.bots.sharp import sharp
from games.kinds.swap.bots.simple import easy, random_move, steady

BOTS = {"easy": easy, "steady": steady, "sharp": sharp}
