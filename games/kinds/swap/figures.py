"""The figures of TEN Swap on the pages of players."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.kinds.figures import Figure, Sums, format_number, share


def figures(group: Sums) -> Iterable[Figure]:
    """Return the figures that aren't empty."""
    lost = {name: group.fact(name) for name in ("lowest", "wolf", "skunk")}
    if tokens := sum(lost.values()):
        yield Figure(share(lost["lowest"] / tokens, 0), _("of tokens lost to the lowest card"))
        if lost["wolf"]:
            yield Figure(share(lost["wolf"] / tokens, 0), _("of tokens lost to a Wolf"))
        if lost["skunk"]:
            yield Figure(share(lost["skunk"] / tokens, 0), _("of tokens lost to a Skunk"))
    decided = group.fact("holds") + group.fact("swaps")
    if decided:
        yield Figure(share(group.fact("swaps") / decided, 0), _("of decisions were swaps"))
    if (blocks := group.per("blocks", "counted")) is not None:
        yield Figure(format_number(blocks), _("swaps blocked per game"))
