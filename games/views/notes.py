"""Save private notes, with the form or while the player types."""

from django.http import HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games import refusals
from games.models import Game, Visit
from games.pages import tables
from games.pages.panels.notes import LONGEST
from games.refusals import Denied
from games.rules.base import Refused
from games.views import responses
from games.views.responses import Request


def read(user: User, game: Game) -> str:
    return Visit.objects.filter(user=user, game=game).values_list("note", flat=True).first() or ""


@require_http_methods(["GET", "HEAD", "POST"])
def note(request: Request, game_id: str) -> HttpResponseBase:
    """Save the note. A GET redirects to the table, or returns the note as JSON."""
    game = get_object_or_404(Game.objects.only("pk"), pk=game_id)
    try:
        user = responses.require_user(request, "note.nobody")
        if request.method == "POST":
            write(user, game, request.POST.getlist("note"))
    except Refused as no:
        return refuse_note(request, no, game_id)
    if responses.wants_json(request):
        return JsonResponse({"note": read(user, game)})
    return responses.see_other(request, f"{reverse('table', args=[game_id])}#panel-note")


def write(user: User, game: Game, values: list[str]) -> None:
    """Replace the user's note, and leave the rest of the visit alone."""
    if len(values) != 1:
        raise Denied("note.none")
    text = values[0].replace("\r\n", "\n").replace("\x00", "")
    if len(text) > LONGEST:
        raise Denied("note.long", most=LONGEST, size=len(text))
    if not text and not Visit.objects.filter(user=user, game=game).exists():
        return
    Visit.objects.update_or_create(user=user, game=game, defaults={"note": text})


def refuse_note(request: Request, no: Refused, game_id: str) -> HttpResponse:
    """Refuse the note. On a page without scripts, keep what was typed."""
    is_page = not (responses.wants_json(request) or request.htmx)
    if no.code != "note.long" or not is_page or not (table := tables.load(game_id)).has_begun:
        return responses.respond_to_refusal(request, no, game_id)
    sentence, typed = refusals.explain(no.code, no.facts), request.POST.get("note", "")
    return responses.render_table(request, table, status=422, said=sentence, note=typed[: 2 * LONGEST], note_open=True)
