"""The panels next to a board, which belong to one reader. Each provides its own context; their URLs are in `views`."""

from typing import Any

from django.http import HttpRequest

from games.models import Visit
from games.pages.panels import chat, drafts, notes, notifications, plans, rematch, visits
from games.pages.tables import Table

PANELS = (visits, plans, chat, notes, notifications, drafts, rematch)


def load_context(request: HttpRequest, table: Table, seat: int | None) -> dict[str, Any]:
    """Combine the context of all panels. The reader's visit is loaded only once."""
    visit = load_visit(request, table)
    found: dict[str, Any] = {}
    for each in PANELS:
        found |= each.panel(request, table, seat, visit)
    return found


def load_visit(request: HttpRequest, table: Table) -> Visit | None:
    """Load what is stored about the reader's visits to that table."""
    if not request.user.is_authenticated:
        return None
    return Visit.objects.filter(game=table.game, user=request.user).first()
