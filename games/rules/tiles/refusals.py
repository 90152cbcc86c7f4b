"""The refusals of TEN Tiles."""

from games.rules.base import Refusal
from games.rules.i18n import _

REFUSALS = {
    "phase.place": Refusal(
        _("You can't do that before all tiles have been placed. Place your tile next to another one."), "R20"
    ),
    "phase.shift": Refusal(_("All tiles have been placed. Move one of your own to another space."), "R22"),
    "place.first": Refusal(_("The first tile goes in the middle. Place it at (0, 0)."), "R20"),
    "place.taken": Refusal(_("There's already a tile at {cell}. Choose an empty space."), "R20"),
    "place.apart": Refusal(
        _("No side of {cell} touches a tile, and corners don't count. Choose a space next to a tile."), "R20"
    ),
    "place.end-missing": Refusal(_("Your tiles are face up. Choose the one at the left or the right end."), "R20"),
    "place.end-closed": Refusal(
        _("Your tiles are face down. Place the one that's face up, without choosing an end."), "R20"
    ),
    "shift.no-tile": Refusal(_("There's no tile at {cell}. Choose one of your own."), "R22"),
    "shift.not-yours": Refusal(_("The tile at {cell} isn't yours. Choose one of your own."), "R22"),
    "shift.enclosed": Refusal(_("The tile at {cell} has no free side. Choose one that does."), "R22"),
    "shift.disconnects": Refusal(
        _("Moving the tile at {cell} would split the board. Choose one the others don't depend on."), "R22"
    ),
    "shift.same": Refusal(_("The tile at {cell} is already there. Move it to a different space."), "R22"),
    "shift.taken": Refusal(_("There's already a tile at {cell}. Choose an empty space."), "R22"),
    "shift.apart": Refusal(
        _("Without the tile you're moving, no side of {cell} touches a tile. Choose a space next to one."), "R22"
    ),
    "deal.tiles": Refusal(_("This isn't a valid TEN Tiles deal: {what}."), "R20"),
}
