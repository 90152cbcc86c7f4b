"""Bots for TEN Push."""

from games.kinds.push.bots.easy import easy
from games.kinds.push.bots.random_move import random_move
from games.kinds.push.bots.sharp import sharp
from games.kinds.push.bots.steady import steady

BOTS = {"easy": easy, "steady": steady, "sharp": sharp}
