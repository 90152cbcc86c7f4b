"""A player's finished games: list, search and download."""

from urllib.parse import quote, urlencode

from django.http import (
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    StreamingHttpResponse,
)
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from accounts.models import User
from games import refusals
from games.archive import export, history, search
from games.archive.history import Page
from games.archive.search import Search
from games.kinds import KINDS
from games.pages import form_fields
from games.refusals import Denied
from games.rules.base import Refused
from games.views import responses
from games.views.player import get_player
from games.views.responses import Request

RESULTS = (
    ("won", gettext_lazy("Won")),
    ("shared", gettext_lazy("Draw or shared first place")),
    ("lost", gettext_lazy("Lost")),
    (search.CANCELED, gettext_lazy("Canceled")),
)


@require_safe
def player_history(request: Request, name: str) -> HttpResponseBase:
    """Show one page of the list; for htmx, the list alone. Invalid filters are explained above it."""
    player = get_player(name)
    if player.username != name:
        return redirect_to_spelling(request, "history", player)
    own, status, sentence = request.user.pk == player.pk, 200, ""
    sought, page = Search(search.read_typed_values(request.GET)), Page([], "", "")
    try:
        sought = search.parse(request.GET, own, reader_zone(request))
        marks = {mark: form_fields.read_one(request.GET, mark) for mark in ("before", "after")}
        page = history.load_page(player, own, sought, **marks)
    except Refused as no:
        status, sentence = refusals.http_status(no), refusals.explain(no.code, no.facts)
    context = {
        "player": player,
        "own": own,
        "typed": sought.fields,
        "page": page,
        "wrong": sentence,
        "deep": "before" in request.GET,
        "address": search_url("history", player, sought),
        "download": search_url("history-download", player, sought),
        "newer": search_url("history", player, sought, after=page.newer),
        "older": search_url("history", player, sought, before=page.older),
    }
    if request.htmx:
        return render(request, "games/history/_games.html", context, status=status)
    return render(request, "games/history/history.html", {**context, **list_choices(own)}, status=status)


@require_safe
def download(request: Request, name: str) -> HttpResponseBase:
    """Stream the records of all matching games, newest first, one per line."""
    player = get_player(name)
    if player.username != name:
        return redirect_to_spelling(request, "history-download", player)
    own = request.user.pk == player.pk
    try:
        sought = search.parse(request.GET, own, reader_zone(request))
        if export.is_busy():
            raise Denied("history.busy")
    except Refused as no:
        return responses.respond_to_refusal(request, no)
    lines = export.stream_records(history.list_batches(player, own, sought, export.BATCH))
    return StreamingHttpResponse(
        lines,
        content_type="application/jsonl; charset=utf-8",
        headers={"Content-Disposition": content_disposition_header(True, f"ten-games-{player.username}.jsonl") or ""},
    )


def redirect_to_spelling(request: Request, view: str, player: User) -> HttpResponse:
    """Redirect to the URL with the name's correct spelling."""
    query = request.META.get("QUERY_STRING", "")
    return HttpResponseRedirect(reverse(view, args=[player.username]) + (f"?{quote(query, safe='=&+%')}" * bool(query)))


def reader_zone(request: Request) -> str:
    """Return the time zone in which the reader's dates are meant."""
    return request.user.time_zone if request.user.is_authenticated else ""


def search_url(view: str, player: User, sought: Search, **mark: str) -> str:
    """Return the URL of this search in that view. `mark` sets the game from which the page starts."""
    fields = sought.fields | {name: value for name, value in mark.items() if value}
    return reverse(view, args=[player.username]) + (f"?{urlencode(fields)}" if fields else "")


def list_choices(own: bool) -> dict[str, object]:
    return {
        "kinds": [
            (kind, [(word, search.find_variant_label(kind, variant)) for word, variant in kind.variants.items()])
            for kind in KINDS.values()
        ],
        "results": [(value, label) for value, label in RESULTS if own or value != search.CANCELED],
    }
