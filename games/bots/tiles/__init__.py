"""Bots for TEN Tiles."""

from games.bots.tiles.pick import pick

__all__ = ["pick"]
