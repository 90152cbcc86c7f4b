"""What a reader has seen of a table, and what happened since."""

from typing import Any

from django.http import HttpRequest

from games.render import Table


def panel(request: HttpRequest, table: Table, seat: int | None) -> dict[str, Any]:
    """The context of its part of the page."""
    return {}
