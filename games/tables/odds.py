"""The chances that a table shows to all while the game goes on, in words and numbers."""

from collections.abc import Callable
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.base import Plain
from games.tables.base import People


class Chance(NamedTuple):
    """One line: what could happen, and how likely it is."""

    what: str
    figure: str
    more: str = ""


def said(kind: str, odds: Plain, people: People) -> list[Chance]:
    """The lines of the panel; none where nothing is uncertain now."""
    return SAID[kind](odds, people) if odds else []


def percent(chance: float) -> str:
    """31 %; never 0 or 100 for what is possible, or not sure."""
    whole = round(100 * chance)
    if whole == 0 and chance > 0:
        return _("under 1 %")
    if whole == 100 and chance < 1:
        return _("over 99 %")
    return _("%(number)s %%") % {"number": whole}


def _push(odds: Plain, people: People) -> list[Chance]:
    """That the next card busts, and by what."""
    cards = ngettext("%(count)s card in the deck", "%(count)s cards in the deck", odds["deck"]) % {
        "count": odds["deck"]
    }
    lines = [Chance(_("The next card busts"), percent(odds["bust"]), cards)]
    if odds["by_numbers"] and odds["by_currency"]:
        lines += [
            Chance(_("by its number"), percent(odds["by_numbers"])),
            Chance(_("by currency"), percent(odds["by_currency"])),
        ]
    return lines


def _tiles(odds: Plain, people: People) -> list[Chance]:
    """That the next tile of each seat, or a move of the second phase, makes a row of ten as the board lies."""
    form = _("%(name)s makes ten with the next tile") if odds["phase"] == 1 else _("%(name)s makes ten with one move")
    return [
        Chance(form % {"name": people[seat].name}, percent(chance), _("as the board lies now"))
        for seat, chance in enumerate(odds["ten"])
    ]


def _swap(odds: Plain, people: People) -> list[Chance]:
    """That the reader loses a token: by what can be done, or else as the cards lie."""
    forms = {
        "hold": _("You lose a token if you hold"),
        "swap": _("You lose a token if you swap"),
        "accept": _("You lose a token if you let it happen"),
        "block": _("You lose a token if you block"),
    }
    by = [Chance(forms[do], percent(chance["lost"])) for do, chance in odds["by"].items()]
    return by or [Chance(_("You lose a token"), percent(odds["now"]), _("as the cards lie now"))]


SAID: dict[str, Callable[[Plain, People], list[Chance]]] = {"push": _push, "tiles": _tiles, "swap": _swap}
