"""Bots for TEN Swap."""

from games.kinds.swap.bots.random_move import random_move
from games.kinds.swap.bots.sharp import sharp
from games.kinds.swap.bots.simple import easy, steady

BOTS = {"easy": easy, "steady": steady, "sharp": sharp}
