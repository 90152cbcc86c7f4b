"""What a reader has seen of a table, and the reel of what happened since."""

from datetime import datetime
from typing import Any, NamedTuple

from django.http import HttpRequest

from games import news
from games.models import Visit
from games.render import Line, Table


class Reel(NamedTuple):
    """What happened since the last visit: the lines, how many moves before them are in the log only, since when."""

    lines: list[Line]
    earlier: int
    since: datetime | None


def panel(request: HttpRequest, table: Table, seat: int | None, visit: Visit | None) -> dict[str, Any]:
    """The context of its part of the page: up to which move all is known, and for who sits here the reel."""
    number = seen_by(request, table, seat, visit)
    if number is None:
        return {}
    reel = None
    lines = news.since(table, seat, number) if seat is not None else []
    if lines:
        first = table.moves[0].number
        since = visit.at if visit and number else table.game.started
        reel = Reel(lines, max(0, first - 1 - number), since)
    return {"seen": number, "reel": reel}


def seen_by(request: HttpRequest, table: Table, seat: int | None, visit: Visit | None) -> int | None:
    """The last move that the reader knows of; None of who is not logged in, whose browser alone may know."""
    return news.seen(visit, table.moves, seat) if request.user.is_authenticated else None
