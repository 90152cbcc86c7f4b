"""How TEN Swap is said and shown, and how its forms are read."""

from games.tables.swap.board import board
from games.tables.swap.log import sentence
from games.tables.swap.moves import legal, read
from games.tables.swap.opened import opened
from games.tables.swap.words import headline, task

CSS = "ten/swap.css"
JS = ""
TURN = "hand"

__all__ = ["CSS", "JS", "TURN", "board", "headline", "legal", "opened", "read", "sentence", "task"]
