"""The names, options and rating pools of TEN Swap."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.kinds.base import Names, Pool, Variant

NAMES = Names(
    name=_("TEN Swap"),
    short=_("Swap"),
    thumbnail="games/swap/_thumbnail.html",
    line=_("One card each: keep it, or swap it with the next player. The lowest card loses a token."),
    players=_("4–12 players"),
    usual_seats=4,
    company=("steady", "easy", "steady", "easy"),
    offer=_("Against four bots"),
)
POOLS = (Pool("swap", _("TEN Swap"), range(4, 13), _("Swap")),)
VARIANTS = {
    "auto": Variant("blocking", "auto", "auto"),
    "ask": Variant("blocking", "ask", "ask"),
    "carry": Variant("carry_on", True, "carry"),
    "stop": Variant("carry_on", False, absent="carry"),
}
OPTION_WORDS = {
    "auto": _("automatic blocks"),
    "ask": _("players choose to block"),
    "carry": _("deck isn't reshuffled"),
}


def option_key(options: Mapping[str, Any]) -> str:
    """Return the options in a word or two: `auto`, `ask carry`."""
    return f"{options['blocking']} carry" if options["carry_on"] else str(options["blocking"])
