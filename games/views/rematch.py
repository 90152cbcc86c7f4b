"""Ask for a rematch, and see who has answered."""

from typing import Any

from django.http import HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render as render_page
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from games.models import Game
from games.pages import panels
from games.pages.board import Table, load, seat_of
from games.play import rematches
from games.refusals import Denied
from games.rules.base import Refused
from games.views import responses
from games.views.responses import Request


@require_http_methods(["GET", "HEAD", "POST"])
def rematch(request: Request, game_id: str) -> HttpResponseBase:
    """Create or join the rematch. A GET returns its progress to htmx and to programs."""
    try:
        if request.method == "POST":
            return responses.redirect_to_new_table(request, ask(request, game_id))
        table = load(game_id)
    except Refused as no:
        return responses.respond_to_refusal(request, no, game_id)
    context = panels.rematch.panel(request, table, seat_of(table, request.user), None)
    if responses.wants_json(request):
        found = context.get("rematch")
        return JsonResponse({"game": found.game.pk if found else None, "sits": bool(found and found.sits)})
    if not request.htmx:
        return responses.see_other(request, reverse("table", args=[game_id]))
    return part(request, table, context)


def ask(request: Request, game_id: str) -> Game:
    """Return the table of the rematch."""
    if not request.user.is_authenticated:
        raise Denied("rematch.seat")
    return rematches.create_or_join(game_id, request.user)


def part(request: Request, table: Table, context: dict[str, Any]) -> HttpResponse:
    """Render the panel alone."""
    return render_page(request, "games/table/_rematch.html", {"game": table.game, **context})
