"""The panel where players choose their notifications for one table."""

from typing import Any

from django.http import HttpRequest

from games.models import Game, Visit
from games.pages.tables import Table


def panel(request: HttpRequest, table: Table, seat: int | None, visit: Visit | None) -> dict[str, Any]:
    """Return the context of the panel: what the player wants to be notified about at this table."""
    if seat is None or table.game.status != Game.Status.PLAYING or table.game.pace == Game.Pace.LIVE:
        return {}
    return {"reach": visit.notify_about if visit else "", "reaches": Visit.NotifyAbout.choices}
