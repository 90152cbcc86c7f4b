"""Private notes at a table, which only their author can read."""

from typing import Any

from django.http import HttpRequest

from games.models import Visit
from games.pages.tables import Table

LONGEST = 2_000  # characters, counting a line break as one


def panel(request: HttpRequest, table: Table, seat: int | None, visit: Visit | None) -> dict[str, Any]:
    """Return the context of the panel; empty for readers who aren't logged in."""
    if not request.user.is_authenticated:
        return {}
    return {"note": visit.note if visit else "", "note_most": LONGEST}
