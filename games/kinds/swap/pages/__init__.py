"""The presenter of TEN Swap."""

from games.kinds.swap.pages.board import board
from games.kinds.swap.pages.headlines import headline, task
from games.kinds.swap.pages.hidden_cards import reveal_hidden
from games.kinds.swap.pages.log import sentence
from games.kinds.swap.pages.moves import legal, read

CSS = "ten/swap/swap.css"
JS = ""
REPLAY_JS = ""
TURN = "hand"
HIGHLIGHTS = frozenset({"shown", "blocked", "undone"})
