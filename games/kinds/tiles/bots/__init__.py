"""Bots for TEN Tiles: each looks further ahead than the one before."""

from games.kinds.tiles.bots.player import Player
from games.kinds.tiles.bots.random_move import random_move

BOTS = {
    "easy": Player(closed=(12,), open=(12,), shift_breadth=(6,), blur=0.7),
    "steady": Player(closed=(40,), open=(16, 5), shift_breadth=(12,), blur=0.01),
    "sharp": Player(closed=(8, 8), open=(8, 6, 5, 4), shift_breadth=(8, 5), blur=0.001),
}
