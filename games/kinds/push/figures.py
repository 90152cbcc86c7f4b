"""The figures of a player of TEN Push in words."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.kinds.figures import Figure, Sums, number


def figures(group: Sums) -> Iterable[Figure]:
    """What is counted, where there is anything."""
    if (points := group.per("points", "scored")) is not None:
        yield Figure(number(points), _("points a game"))
        yield Figure(number(group.per("runs", "scored") or 0, 2), _("whole runs a game"), _("of 1 to 9 in a color"))
    if (busts := group.per("busts", "draws")) is not None:
        odds = group.per("odds", "draws") or 0
        yield Figure(
            f"{number(100 * busts)} %",
            _("of draws bust"),
            _("the odds said %(odds)s %%") % {"odds": number(100 * odds)},
        )
    if (coins := group.per("wild_coins", "wilds")) is not None:
        brought = _("wilds brought %(points)s points a game") % {
            "points": number(group.per("wild_points", "scored") or 0)
        }
        yield Figure(number(coins), _("coins paid for a wild"), brought)
