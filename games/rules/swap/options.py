"""What can be chosen when a game of swap is made."""

from games.rules.base import Choice, Option, Setup, yes_no_option
from games.rules.i18n import _

SEATS = range(4, 13)

BLOCKING = Option(
    "blocking",
    _("Blocking"),
    _("Whether 6, 7, 8, 9 and 10 block a swap by themselves, or whoever is asked for a swap decides."),
    "auto",
    (Choice("auto", _("by itself")), Choice("ask", _("ask every time"))),
)
CARRY_ON = yes_no_option(
    "carry_on",
    _("Carry on with the deck"),
    _("With fewer than five in the hand, deal from what is left of the deck instead of shuffling for every hand."),
    True,
)

OPTIONS = (BLOCKING, CARRY_ON)


def check(setup: Setup) -> None:
    """Every option goes with every other and with every number of seats."""
