"""Reviews of TEN Tiles: rows of ten that were missed, threats that were not stopped, and what could be proved."""

from games.kinds.tiles.review.decisions import review
