"""The figures of TEN Tiles on the pages of players."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kinds.figures import Figure, Sums, format_number, share


def figures(group: Sums) -> Iterable[Figure]:
    """Return the figures that aren't empty."""
    if (length := group.per("length", "counted")) is not None:
        yield Figure(format_number(length, 0), ngettext("move per game", "moves per game", round(length)))
        first = group.per("first", "counted") or 0
        yield Figure(share(first, 0), _("went first"))
        if (won := group.per("first_won", "first")) is not None:
            yield Figure(share(won, 0), _("won going first"))
        if second := group.fact("counted") - group.fact("first"):
            won = (group.fact("won") - group.fact("first_won")) / second
            yield Figure(share(won, 0), _("won going second"))
