"""Reviews of TEN Tiles: rows of ten that were missed, threats that were not stopped, and what could be proved."""

from games.review.tiles.judging import review
from games.review.tiles.showing import odds

__all__ = ["odds", "review"]
