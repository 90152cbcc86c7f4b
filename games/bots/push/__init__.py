"""Bots for TEN Push."""

from games.bots.push.pick import pick

__all__ = ["pick"]
