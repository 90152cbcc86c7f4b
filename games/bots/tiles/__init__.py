"""Players of TEN Tiles: each looks further than the one before."""

from games.bots.tiles.pick import pick
from games.bots.tiles.player import Player

BOTS = {
    "easy": Player(laying=(12,), moving=(6,), blur=0.5),
    "steady": Player(laying=(40,), moving=(12,), blur=0.01),
    "sharp": Player(laying=(10, 6), moving=(8, 5), blur=0.001),
}

__all__ = ["BOTS", "pick"]
