"""The figures of TEN Push on the pages of players."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.kinds.figures import Figure, Sums, format_number, share


def figures(group: Sums) -> Iterable[Figure]:
    """Return the figures that aren't empty."""
    if (points := group.per("points", "scored")) is not None:
        yield Figure(format_number(points), _("points per game"))
        yield Figure(
            format_number(group.per("runs", "scored") or 0, 2), _("full runs per game"), _("from 1 to 9 in one color")
        )
    if (busts := group.per("busts", "draws")) is not None:
        odds = group.per("odds", "draws") or 0
        yield Figure(
            share(busts),
            _("of draws busted"),
            _("%(share)s predicted") % {"share": share(odds)},
        )
    if (coins := group.per("wild_coins", "wilds")) is not None:
        brought = _("wilds added %(points)s points per game") % {
            "points": format_number(group.per("wild_points", "scored") or 0)
        }
        yield Figure(format_number(coins), _("coins paid per wild"), brought)
