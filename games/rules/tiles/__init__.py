"""TEN Tiles: rows worth exactly ten."""

from games.rules.tiles.deal import from_deal, to_deal
from games.rules.tiles.events import EVENTS
from games.rules.tiles.moves import MOVES
from games.rules.tiles.options import OPTIONS, SEATS, check
from games.rules.tiles.play import choices, moments, play, start, waiting
from games.rules.tiles.refusals import REFUSALS
from games.rules.tiles.result import result
from games.rules.tiles.state import State
from games.rules.tiles.view import redact, view

SLUG = "tiles"
RULES = 1
DEFAULTS: tuple[str, ...] = ()
