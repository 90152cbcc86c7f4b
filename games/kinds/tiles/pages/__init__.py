"""The presenter of TEN Tiles."""

from games.kinds.tiles.pages.board import board
from games.kinds.tiles.pages.headlines import headline, task
from games.kinds.tiles.pages.hidden_stacks import reveal_hidden
from games.kinds.tiles.pages.log import sentence
from games.kinds.tiles.pages.moves import legal, read

CSS = "ten/tiles/tiles.css"
JS = "ten/tiles/tiles.js"
REPLAY_JS = JS
TURN = ""
HIGHLIGHTS = frozenset({"row-of-ten"})
