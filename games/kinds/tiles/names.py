"""What TEN Tiles is called, its options in a word, and where it is rated."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.kinds.base import Names, Pieces, Pool, Variant

NAMES = Names(
    name=_("TEN Tiles"),
    short=_("Tiles"),
    thumbnail="games/tiles/_thumbnail.html",
    line=_("Lay tiles in turn; the first row of your color that is worth exactly ten wins."),
    players=_("2 players"),
    usual_seats=2,
    company=("steady",),
    offer=_("Against a bot"),
)
POOLS = (Pool("tiles", _("TEN Tiles"), (2,), _("Tiles")),)
VARIANTS = {"open": Variant("open", True, "open"), "closed": Variant("open", False, "closed")}
OPTION_WORDS = {"open": _("open stacks"), "closed": _("closed stacks")}
PIECES = Pieces(_("Tiles"), _("Tiles and decisions"), _("The tiles were kindest to %(name)s."))


def option_key(options: Mapping[str, Any]) -> str:
    """The options in a word: `open` or `closed`."""
    return "open" if options["open"] else "closed"
