"""The table of TEN Push: how it is said and shown, and how its forms are read."""

from games.tables.push.board import board
from games.tables.push.deciding import legal, read
from games.tables.push.headlines import headline, task
from games.tables.push.log import sentence
from games.tables.push.opened import opened

CSS = "ten/push.css"
JS = "ten/push.js"
TURN = "turn"

__all__ = ["CSS", "JS", "TURN", "board", "headline", "legal", "opened", "read", "sentence", "task"]
