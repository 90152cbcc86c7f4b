"""What stands beside a board and belongs to one reader: each part brings its own context."""

from typing import Any

from django.http import HttpRequest

from games.render import Table
from games.views import drafts, notes, plans, reach, rematch, talk, visits

PARTS = (visits, plans, talk, notes, reach, drafts, rematch)


def context(request: HttpRequest, table: Table, seat: int | None) -> dict[str, Any]:
    """The context of all parts together."""
    found: dict[str, Any] = {}
    for part in PARTS:
        found |= part.panel(request, table, seat)
    return found
