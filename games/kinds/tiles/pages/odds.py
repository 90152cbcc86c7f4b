"""The odds shown at a table of TEN Tiles."""

from django.utils.translation import gettext as _

from games.kinds.odds import Chance, format_percent
from games.kinds.presenter import People
from games.rules.base import Plain


def lines(odds: Plain, people: People) -> list[Chance]:
    """Return each seat's chance to make ten with its next tile, or with a move in the second phase."""
    form = _("%(name)s makes ten with the next tile") if odds["phase"] == 1 else _("%(name)s makes ten in one move")
    return [
        Chance(form % {"name": people[seat].name}, format_percent(chance), _("on the current board"))
        for seat, chance in enumerate(odds["ten"])
    ]
