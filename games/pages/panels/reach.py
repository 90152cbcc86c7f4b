"""What a player wants to be told of one table: its part of the page."""

from typing import Any

from django.http import HttpRequest

from games.models import Game, Visit
from games.pages.board import Table


def panel(request: HttpRequest, table: Table, seat: int | None, visit: Visit | None) -> dict[str, Any]:
    """What a player wants to be told of this table."""
    if seat is None or table.game.status != Game.Status.PLAYING or table.game.pace == Game.Pace.LIVE:
        return {}
    return {"reach": visit.reach if visit else "", "reaches": Visit.Reach.choices}
