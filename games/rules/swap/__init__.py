"""TEN Swap: keep your card or swap it; the lowest loses a token, and the last player in wins."""

from games.rules.swap.deal import from_deal, to_deal
from games.rules.swap.moves import MOVES
from games.rules.swap.options import OPTIONS, SEATS, check
from games.rules.swap.play import choices, moments, play, start
from games.rules.swap.refusals import REFUSALS
from games.rules.swap.result import result
from games.rules.swap.state import State, waiting
from games.rules.swap.view import redact, view

SLUG = "swap"
RULES = 1
DEFAULTS: tuple[str, ...] = ("hold", "accept")

EVENTS = {
    "shuffled": ("cards",),
    "hand": ("hand", "dealer", "order"),
    "card": ("seat", "card"),  # the seat's own
    "held": ("seat",),
    "asked": ("seat", "whom"),
    "swapped": ("seat", "whom"),
    "traded": ("seat", "whom", "gave", "got"),  # for these two seats only
    "blocked": ("seat", "card", "swapper"),
    "nobody": ("seat",),  # because all others had a 7
    "undone": ("seats",),  # from the swapper to the seat that first gave the card away
    "drew": ("seat", "set_aside"),  # None: face down
    "shown": ("cards",),
    "spared": ("seats", "why"),
    "token": ("seat", "tokens", "why"),
    "out": ("seat",),
    "back": ("seat",),
    "won": ("seat",),
    "left": ("seat",),
}
