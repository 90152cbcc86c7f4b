"""Players of TEN Tiles: each looks further than the one before."""

from games.kinds.tiles.bots.pick import pick
from games.kinds.tiles.bots.player import Player

BOTS = {
    "easy": Player(closed=(12,), open=(12,), moving=(6,), blur=0.7),
    "steady": Player(closed=(40,), open=(16, 5), moving=(12,), blur=0.01),
    "sharp": Player(closed=(8, 8), open=(8, 6, 5, 4), moving=(8, 5), blur=0.001),
}

__all__ = ["BOTS", "pick"]
