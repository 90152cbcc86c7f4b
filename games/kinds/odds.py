"""The chances that a table shows to all while the game goes on, in words and numbers."""

from typing import NamedTuple

from django.utils.translation import gettext as _


class Chance(NamedTuple):
    """One line: what could happen, and how likely it is."""

    what: str
    figure: str
    more: str = ""


def format_percent(chance: float) -> str:
    """31%; never 0 or 100 for what is possible, or not sure."""
    whole = round(100 * chance)
    if whole == 0 and chance > 0:
        return _("under 1%")
    if whole == 100 and chance < 1:
        return _("over 99%")
    return _("%(number)s%%") % {"number": whole}
