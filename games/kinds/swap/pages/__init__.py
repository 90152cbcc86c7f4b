"""How TEN Swap is said and shown, and how its forms are read."""

from games.kinds.swap.pages.board import board
from games.kinds.swap.pages.log import sentence
from games.kinds.swap.pages.moves import legal, read
from games.kinds.swap.pages.opened import opened
from games.kinds.swap.pages.words import headline, task

CSS = "ten/swap/swap.css"
JS = ""
REPLAY_JS = ""
TURN = "hand"

__all__ = ["CSS", "JS", "REPLAY_JS", "TURN", "board", "headline", "legal", "opened", "read", "sentence", "task"]
