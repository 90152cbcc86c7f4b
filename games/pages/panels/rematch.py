"""The panel for a rematch after the game."""

from typing import Any

from django.http import HttpRequest

from games.models import Visit
from games.pages.tables import Table
from games.play import rematches


def panel(request: HttpRequest, table: Table, seat: int | None, visit: Visit | None) -> dict[str, Any]:
    """Return the context of the panel; empty unless the reader played and the game is over."""
    if seat is None or table.game.status not in rematches.OVER or not request.user.is_authenticated:
        return {}
    return {"rematch": rematches.view_rematch(table.game, request.user), "rematch_here": True}
