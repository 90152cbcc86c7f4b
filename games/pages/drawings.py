"""A small drawing of a game's position by its kind, the same for everyone."""

from django.utils.safestring import SafeString

from games.kinds import KINDS
from games.pages.board import make_view
from games.pages.tables import Table


def draw_position(table: Table) -> SafeString:
    """Return the SVG of what everyone may see; empty if the kind draws nothing. It refers to the kind's sprite.

    It isn't cached: making it takes a third of a millisecond.
    """
    draw = KINDS[table.game.kind].drawing
    return draw(make_view(table, None)[0]) if draw else SafeString("")
