"""Ask for a rematch, and see who has answered."""

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render as render_page
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from games.pages import panels
from games.pages.tables import find_seat, load
from games.play import rematches
from games.views import responses
from games.views.responses import Request


@require_http_methods(["GET", "HEAD", "POST"])
@responses.handle_refusals_at_table
def rematch(request: Request, game_id: str) -> HttpResponse:
    """Create or join the rematch. A GET returns its progress to htmx and to programs."""
    if request.method == "POST":
        game = rematches.create_or_join(game_id, responses.require_user(request, "rematch.seat"))
        return responses.redirect_to_new_table(request, game)
    table = load(game_id)
    context = panels.rematch.panel(request, table, find_seat(table, request.user), None)
    if responses.wants_json(request):
        found = context.get("rematch")
        return JsonResponse({"game": found.game.pk if found else None, "sits": bool(found and found.sits)})
    if not request.htmx:
        return responses.see_other(request, reverse("table", args=[game_id]))
    return render_page(request, "games/table/_rematch.html", {"game": table.game, **context})
