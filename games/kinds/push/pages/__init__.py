"""The presenter of TEN Push."""

from games.kinds.push.pages.board import board
from games.kinds.push.pages.headlines import headline, task
from games.kinds.push.pages.hidden_cards import reveal_hidden
from games.kinds.push.pages.log import sentence
from games.kinds.push.pages.moves import legal, read

CSS = "ten/push/push.css"
JS = "ten/push/push.js"
REPLAY_JS = ""
TURN = "turn"
HIGHLIGHTS = frozenset({"bust", "won", "unsold"})
