"""What stands beside a board and belongs to one reader: each panel brings its own context, addresses are in views."""

from typing import Any

from django.http import HttpRequest

from games.models import Visit
from games.pages.board import Table
from games.pages.panels import drafts, notes, plans, reach, rematch, talk, visits

PANELS = (visits, plans, talk, notes, reach, drafts, rematch)


def context(request: HttpRequest, table: Table, seat: int | None) -> dict[str, Any]:
    """The context of all panels together; what is stored of the reader's visits is asked for once."""
    visit = visit_of(request, table)
    found: dict[str, Any] = {}
    for each in PANELS:
        found |= each.panel(request, table, seat, visit)
    return found


def visit_of(request: HttpRequest, table: Table) -> Visit | None:
    """What is stored of the reader at that table."""
    if not request.user.is_authenticated:
        return None
    return Visit.objects.filter(game=table.game, user=request.user).first()
