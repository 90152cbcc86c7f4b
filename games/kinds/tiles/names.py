"""The names, options and rating pools of TEN Tiles."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.kinds.base import Names, Pool, Variant

NAMES = Names(
    name=_("TEN Tiles"),
    short=_("Tiles"),
    thumbnail="games/tiles/_thumbnail.html",
    line=_("Take turns placing tiles. The first row in your color worth exactly ten wins."),
    players=_("2 players"),
    usual_seats=2,
    company=("steady",),
    offer=_("Against a bot"),
)
POOLS = (Pool("tiles", _("TEN Tiles"), (2,), _("Tiles")),)
VARIANTS = {"open": Variant("open", True, "open"), "closed": Variant("open", False, "closed")}
OPTION_WORDS = {"open": _("open tiles"), "closed": _("hidden tiles")}


def option_key(options: Mapping[str, Any]) -> str:
    """Return the options in a word: `open` or `closed`."""
    return "open" if options["open"] else "closed"
