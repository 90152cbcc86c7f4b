"""The odds shown at a table of TEN Push."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kinds.odds import Chance, format_percent
from games.kinds.presenter import People
from games.rules.base import Plain


def lines(odds: Plain, people: People) -> list[Chance]:
    cards = ngettext("%(count)s card in the deck", "%(count)s cards in the deck", odds["deck"]) % {
        "count": odds["deck"]
    }
    lines = [Chance(_("The next card busts"), format_percent(odds["bust"]), cards)]
    if odds["by_numbers"] and odds["by_currency"]:
        lines += [
            Chance(_("on a number card"), format_percent(odds["by_numbers"])),
            Chance(_("on currency"), format_percent(odds["by_currency"])),
        ]
    return lines
