"""Playing the same again: one button at the end, and how far the answers have come."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render as render_page
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from games import rematch
from games.models import Game
from games.refusals import Denied
from games.render import Table, load
from games.rules.base import Refused
from games.views import answers


def panel(request: HttpRequest, table: Table, seat: int | None) -> dict[str, Any]:
    """The context of its part of the page: for who played, once the game is over."""
    if seat is None or table.game.status not in rematch.OVER or not request.user.is_authenticated:
        return {}
    again = rematch.of(table.game, request.user)
    return {"rematch": again, "rematch_here": True}


@require_http_methods(["GET", "HEAD", "POST"])
def again(request: HttpRequest, game_id: str) -> HttpResponseBase:
    """A POST lays the table of the rematch, or joins it; a GET says how far it has come, to htmx and to programs."""
    try:
        if request.method == "POST":
            return answers.made(request, asked(request, game_id))
        table = load(game_id)
    except Refused as no:
        return answers.refused(request, no, game_id)
    seat = next((place.number for place in table.seats if place.user_id == request.user.pk is not None), None)
    context = panel(request, table, seat)
    if answers.wants_json(request):
        found = context.get("rematch")
        return JsonResponse({"game": found.game.pk if found else None, "sits": bool(found and found.sits)})
    if not answers.is_htmx(request):
        return answers.see_other(request, reverse("table", args=[game_id]))
    return part(request, table, context)


def asked(request: HttpRequest, game_id: str) -> Game:
    """The table that comes of it."""
    if not request.user.is_authenticated:
        raise Denied("rematch.seat")
    return rematch.ask(game_id, request.user)


def part(request: HttpRequest, table: Table, context: dict[str, Any]) -> HttpResponse:
    """The panel alone."""
    return render_page(request, "games/rematch.html", {"game": table.game, **context})
