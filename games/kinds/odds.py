"""The odds shown at a table, as text."""

from typing import NamedTuple

from django.utils.translation import gettext as _


class Chance(NamedTuple):
    """A line of odds: what could happen, and how likely it is."""

    what: str
    figure: str
    more: str = ""


def format_percent(chance: float) -> str:
    """Format a chance as a percentage, with 0 and 100 only for what is certain."""
    whole = round(100 * chance)
    if whole == 0 and chance > 0:
        return _("under 1%")
    if whole == 100 and chance < 1:
        return _("over 99%")
    return _("%(number)s%%") % {"number": whole}
