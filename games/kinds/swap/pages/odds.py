"""The chances that a table of TEN Swap shows, in words and numbers."""

from django.utils.translation import gettext as _

from games.kinds.odds import Chance, format_percent
from games.kinds.presenter import People
from games.rules.base import Plain


def lines(odds: Plain, people: People) -> list[Chance]:
    """That the reader loses a token: by what can be done, or else as the cards lie."""
    forms = {
        "hold": _("Risk of losing a token if you keep your card"),
        "swap": _("Risk of losing a token if you swap"),
        "accept": _("Risk of losing a token if you accept"),
        "block": _("Risk of losing a token if you block"),
    }
    by = [Chance(forms[do], format_percent(chance["lost"])) for do, chance in odds["by"].items()]
    return by or [Chance(_("Risk of losing a token"), format_percent(odds["now"]), _("as things stand"))]
