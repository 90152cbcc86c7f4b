"""What is said when a move is refused in TEN Tiles."""

from games.rules.base import Refusal
from games.rules.i18n import _

REFUSALS = {
    "phase.place": Refusal(_("Not all tiles lie yet: place your tile beside another one."), "R20"),
    "phase.shift": Refusal(_("All tiles lie: move one of your own to another place."), "R22"),
    "place.first": Refusal(_("The first tile lies in the middle, at (0, 0): place it there."), "R20"),
    "place.taken": Refusal(_("A tile lies at {cell} already: choose a free place."), "R20"),
    "place.apart": Refusal(
        _("No side of {cell} touches a tile, and a corner is not enough: choose a place beside one."), "R20"
    ),
    "place.end-missing": Refusal(
        _("Your tiles lie open: say whether you place the one at the left or at the right end."), "R20"
    ),
    "place.end-closed": Refusal(
        _("Your tiles lie face down: you place the one that is turned up, so name no end."), "R20"
    ),
    "shift.no-tile": Refusal(_("No tile lies at {cell}: take one of your own."), "R22"),
    "shift.not-yours": Refusal(_("The tile at {cell} is not yours: take one of your own."), "R22"),
    "shift.enclosed": Refusal(_("The tile at {cell} has no free side: take one that is not shut in."), "R22"),
    "shift.disconnects": Refusal(
        _("Without the tile at {cell} the board would fall apart: take one that nothing hangs on."), "R22"
    ),
    "shift.same": Refusal(_("The tile at {cell} must go to another place than where it was."), "R22"),
    "shift.taken": Refusal(_("A tile lies at {cell} already: choose a free place."), "R22"),
    "shift.apart": Refusal(
        _("Without the tile that you took, no side of {cell} touches a tile: choose a place beside one."), "R22"
    ),
    "deal.tiles": Refusal(_("This is not a deal of this game: {what}."), "R20"),
}
