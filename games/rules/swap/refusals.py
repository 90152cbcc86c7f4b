"""The refusals of swap."""

from games.rules.base import Refusal
from games.rules.i18n import _

REFUSALS = {
    "answer.first": Refusal(_("Seat {swapper} has asked you to swap. Accept, or block if your card can."), "R31"),
    "answer.not-asked": Refusal(_("No one has asked you to swap. It's your turn: keep your card or swap it."), "R30"),
    "answer.cannot-block": Refusal(_("{card} can't block a swap. Only 6, 7, 8, 9 and 10 can, so accept."), "R31"),
    "deal.swap": Refusal(_("This isn't a valid TEN Swap deal: {what}."), "docs/records.md"),
}
