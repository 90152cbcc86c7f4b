"""What a reader has seen of a table, and what happened there since."""

from datetime import datetime
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext as _

from games.models import Plan, Visit
from games.pages import news
from games.pages.panels import plans
from games.pages.table_log import LogLine
from games.pages.tables import Table

PLAIN = ("plan.game-over", "plan.left")  # ends of plans that need no explanation


class Recap(NamedTuple):
    """What happened since the last visit. `earlier` counts the moves before the lines, which only the log has."""

    lines: list[LogLine]
    earlier: int
    since: datetime


def panel(request: HttpRequest, table: Table, seat: int | None, visit: Visit | None) -> dict[str, Any]:
    """Return the context of the panel: the last move the reader knows, and for players what happened since."""
    number = find_seen_move(request, table, seat, visit)
    if number is None:
        return {}
    reel = None
    lines = news.list_news(table, seat, number) if seat is not None else []
    if lines and seat is not None:
        first = table.moves[0].number
        since = _find_start(table, visit, number)
        reel = Recap([*lines, *_list_lapsed_plans(request, table, seat, since)], max(0, first - 1 - number), since)
    return {"seen": number, "reel": reel}


def _find_start(table: Table, visit: Visit | None, number: int) -> datetime:
    """Return when that move was the last one the reader knew: at the visit, or when the reader made it."""
    own = [move.made_at for move in table.moves if move.number == number]
    if visit and visit.seen_move_number >= number > 0:
        return visit.caught_up_at
    return own[0] if own else table.game.started_at or table.game.created_at


def _list_lapsed_plans(request: HttpRequest, table: Table, seat: int, since: datetime) -> list[LogLine]:
    """Return which of the reader's plans lapsed since then, with each reason once."""
    own = plans.select_plans(request, table, seat).filter(status=Plan.Status.LAPSED, ended_at__gt=since)
    codes = dict.fromkeys(
        own.exclude(lapse_reason__in=PLAIN).order_by("ended_at", "id").values_list("lapse_reason", flat=True)
    )
    sentences = [format_html(_("One of your plans has ended. {why}"), why=plans.explain_lapse(code)) for code in codes]
    return [LogLine("", since, html, "") for html in sentences]


def find_seen_move(request: HttpRequest, table: Table, seat: int | None, visit: Visit | None) -> int | None:
    """Return the last move the reader knows about. None if not logged in, since only the browser may know."""
    return news.last_seen_move(visit, table.moves, seat) if request.user.is_authenticated else None
