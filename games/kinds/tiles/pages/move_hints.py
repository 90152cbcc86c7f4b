"""What a move would do, in words."""

from django.utils.translation import gettext as _

from games.kinds.presenter import People
from games.kinds.tiles.pages.rows import Near, Table, near_rows, threats
from games.rules.tiles.board import Cell


def goals_that_close(table: Table, seat: int, cells: set[Cell], people: People) -> dict[Cell, str]:
    """Say by cell what a tile of that seat does there to the opponent's rows."""
    name = people[1 - seat].name
    texts: dict[Cell, str] = {}
    for near in near_rows(table, 1 - seat):
        for cell, _number in near.open:
            texts.setdefault(cell, closes(near, name))
    for cell in threats(table, 1 - seat, cells):
        texts.setdefault(cell, _("Stops %(name)s from making ten here") % {"name": name})
    return texts


def closes(near: Near, name: str) -> str:
    """Say what happens to a row when its end is taken."""
    facts = {"name": name, "worth": near.run.worth}
    if len(near.open) == 1:
        return _("Blocks %(name)s's row of %(worth)s") % facts
    return _("Blocks one end of %(name)s's row of %(worth)s") % facts
