"""The table of TEN Push: how it is said and shown, and how its forms are read."""

from games.tables.push.board import board
from games.tables.push.deciding import legal, read
from games.tables.push.headlines import headline, task
from games.tables.push.log import sentence

CSS = "ten/push.css"
JS = "ten/push.js"

__all__ = ["CSS", "JS", "board", "headline", "legal", "read", "sentence", "task"]
