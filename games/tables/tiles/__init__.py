"""The presenter of TEN Tiles."""

from games.tables.tiles.board import board
from games.tables.tiles.moves import legal, read
from games.tables.tiles.opened import opened
from games.tables.tiles.words import headline, sentence, task

CSS = "ten/tiles.css"
JS = "ten/tiles.js"
TURN = ""

__all__ = ["CSS", "JS", "TURN", "board", "headline", "legal", "opened", "read", "sentence", "task"]
