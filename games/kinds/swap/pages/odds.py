"""The odds shown at a table of TEN Swap."""

from django.utils.translation import gettext as _

from games.kinds.odds import Chance, format_percent
from games.kinds.presenter import People
from games.rules.base import Plain


def lines(odds: Plain, people: People) -> list[Chance]:
    """Return the risk of losing a token for each choice, or as the cards lie if there is no choice."""
    forms = {
        "hold": _("Risk of losing a token if you keep your card"),
        "swap": _("Risk of losing a token if you swap"),
        "accept": _("Risk of losing a token if you accept"),
        "block": _("Risk of losing a token if you block"),
    }
    by = [Chance(forms[do], format_percent(chance["lost"])) for do, chance in odds["by"].items()]
    return by or [Chance(_("Risk of losing a token"), format_percent(odds["now"]), _("as things stand"))]
