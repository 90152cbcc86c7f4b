"""The presenter of TEN Tiles."""

from games.kinds.tiles.pages.board import board
from games.kinds.tiles.pages.hidden_stacks import reveal_hidden
from games.kinds.tiles.pages.moves import legal, read
from games.kinds.tiles.pages.sentences import headline, sentence, task

CSS = "ten/tiles/tiles.css"
JS = "ten/tiles/tiles.js"
REPLAY_JS = JS
TURN = ""
