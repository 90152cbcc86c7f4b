"""What swap says when it refuses, and where the rule stands."""

from games.rules.base import Refusal
from games.rules.i18n import _

REFUSALS = {
    "answer.first": Refusal(
        _("Seat {swapper} has asked you for a swap: accept it, or block it if your card can."), "R31"
    ),
    "answer.not-asked": Refusal(_("Nobody has asked you for a swap: it is your turn to hold or to swap."), "R30"),
    "answer.cannot-block": Refusal(_("Only 6, 7, 8, 9 and 10 can block a swap; with {card} you accept."), "R31"),
    "deal.swap": Refusal(_("The deal of a game of swap has the dealer and the decks: {what}."), "docs/records.md"),
}
