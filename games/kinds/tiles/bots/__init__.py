"""Bots for TEN Tiles: each looks further ahead than the one before."""

from games.kinds.tiles.bots.levels import easy, sharp, steady
from games.kinds.tiles.bots.random_move import random_move

BOTS = {"easy": easy, "steady": steady, "sharp": sharp}
