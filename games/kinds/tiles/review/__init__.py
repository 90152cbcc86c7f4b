"""Reviews of TEN Tiles: missed rows of ten, threats that weren't stopped, and what could be proved."""

from games.kinds.tiles.review.decisions import review
