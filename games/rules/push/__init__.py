"""TEN Push: push your luck and auctions."""

from games.rules.push.choices import choices
from games.rules.push.deal import from_deal, to_deal
from games.rules.push.events import EVENTS
from games.rules.push.moves import MOVES
from games.rules.push.options import OPTIONS, check
from games.rules.push.play import moments, play, start
from games.rules.push.refusals import REFUSALS
from games.rules.push.result import result
from games.rules.push.state import State, waiting
from games.rules.push.view import redact, view

SLUG = "push"
RULES = 1
DEFAULTS: tuple[str, ...] = ("pass", "skip", "token")
SEATS = range(1, 6)
