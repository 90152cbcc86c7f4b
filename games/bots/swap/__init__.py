"""Players of swap."""

from games.bots.swap.pick import pick

__all__ = ["pick"]
