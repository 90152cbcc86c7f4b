"""Leaderboards: an overview, and a page for each."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import friends
from games.ratings import keys, leaderboards, solo_ladders
from games.views import responses
from games.views.responses import Request

TOP = 3  # players per leaderboard in the overview


@require_safe
def index(request: Request) -> HttpResponse:
    """Show the best players of each leaderboard."""
    tops = [
        {
            "slug": key,
            "name": pool.name,
            "rows": list(leaderboards.rank_by_rating(key).rows.order_by("-leaderboard_value", "user_id")[:TOP]),
        }
        for key, pool in leaderboards.list_pools().items()
    ]
    solo = leaderboards.rank_by_solo_level(solo_ladders.first_edition())
    context = {"tops": tops, "solo": list(solo.rows.order_by(*solo.order)[:TOP])} | _make_menu()
    return render(request, "games/leaderboards/leaderboards.html", context)


@require_safe
@responses.handle_refusals
def leaderboard(request: Request, name: str) -> HttpResponse:
    """Show one leaderboard: all-time, a season or a month; all players or only friends."""
    query = request.GET
    period, edition = query.get("period", ""), query.get("edition", solo_ladders.first_edition())
    found, pools = leaderboards.find(name, period, edition), leaderboards.list_pools()
    titles = {leaderboards.SOLO: _("Solo"), leaderboards.RELIABLE: _("Most reliable players")}
    fields = {"period": period, "edition": edition if edition != solo_ladders.first_edition() else ""}
    reader = request.user.pk
    only = [*friends.list_ids(reader), reader] if query.get("friends") == "1" and reader else None
    context = {
        "slug": name,
        "title": pools[name].name if name in pools else titles[name],
        "query": urlencode({name: value for name, value in fields.items() if value}),
        "period": period,
        "is_past": bool(period) and not leaderboards.is_running(period),
        "periods": _list_periods(period).items() if name in pools else [],
        "edition": edition,
        "alone": solo_ladders.first_kind(),
        "editions": list(solo_ladders.edition_labels().items()) if name == leaderboards.SOLO else [],
        "only_friends": only is not None,
        "page": leaderboards.load_page(found, reader, query.get("after", ""), only),
        "after": query.get("after", ""),
    }
    return render(request, "games/leaderboards/leaderboard.html", context | _make_menu())


def _make_menu() -> dict[str, Any]:
    return {"pools": [(key, pool.short_name) for key, pool in leaderboards.list_pools().items()]}


def _list_periods(chosen: str) -> dict[str, str]:
    """Return the names of the current season and month, and of the period shown."""
    now = timezone.now()
    found = {"": _("All time"), keys.season_key(now): _("This season"), keys.month_key(now): _("This month")}
    return found if chosen in found else found | {chosen: leaderboards.format_period(chosen)}
