"""The options of a new game of TEN Tiles."""

from games.rules.base import Setup, yes_no_option
from games.rules.i18n import _

SEATS = range(2, 3)
OPTIONS = (
    yes_no_option(
        "open",
        _("Open tiles"),
        _("Each player's tiles are face up in a row, and you place the tile at either end of yours."),
        False,
    ),
)


def check(setup: Setup) -> None:
    """Refuse nothing, because every option goes with two seats."""
