"""Private notes at a table: for who wrote them, and for nobody else."""

from typing import Any

from django.http import HttpRequest

from games.models import Visit
from games.pages.board import Table

LONGEST = 2_000  # characters, a line's end counted as one


def panel(request: HttpRequest, table: Table, seat: int | None, visit: Visit | None) -> dict[str, Any]:
    """The context of its part of the page: nothing for who is not logged in."""
    if not request.user.is_authenticated:
        return {}
    return {"note": visit.note if visit else "", "note_most": LONGEST}
