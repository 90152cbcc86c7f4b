"""Players of TEN Tiles."""

from typing import Any

from games.bots.tiles.pick import pick

BOTS = {name: (lambda view, choices, dice: pick(choices, dice)) for name in ("easy", "steady", "sharp")}

__all__ = ["BOTS", "pick"]
