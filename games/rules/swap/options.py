"""The options of a new game of swap."""

from games.rules.base import Choice, Option, Setup, yes_no_option
from games.rules.i18n import _

SEATS = range(4, 13)

BLOCKING = Option(
    "blocking",
    _("Blocking"),
    _("Whether 6, 7, 8, 9 and 10 block swaps automatically, or the player who is asked decides."),
    "auto",
    (Choice("auto", _("Automatic")), Choice("ask", _("Ask every time"))),
)
CARRY_ON = yes_no_option(
    "carry_on",
    _("Keep dealing from the deck"),
    _(
        "With fewer than five players in a hand, deal from what's left of the deck instead of "
        "reshuffling for every hand."
    ),
    True,
)

OPTIONS = (BLOCKING, CARRY_ON)


def check(setup: Setup) -> None:
    """Refuse nothing, because all options go together, with any number of seats."""
