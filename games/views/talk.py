"""The addresses of the chat of a table: reading, saying something, how far one has read, muting it."""

from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render as render_page
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from games import errors, play
from games.chat import keys, service
from games.chat.text import WIDEST
from games.errors import Denied
from games.models import Talk
from games.pages import board
from games.pages.panels.talk import said, shown
from games.rules.base import Refused
from games.views import answers, lobby
from games.views.answers import Request


@require_http_methods(["GET", "HEAD", "POST"])
@answers.refusing
def messages(request: Request, game_id: str) -> HttpResponse:
    """Say something; or read: what came after a place, or a page of all that was said."""
    if request.method == "POST":
        return say(request, game_id)
    here = readable(request, game_id)
    if "after" in request.GET:
        return news(request, here)
    before = request.GET.get("before", "")
    if answers.wants_json(request):
        found, more = service.page(here, before)
        return JsonResponse(plain(here, found) | {"more": more})
    context = shown(here, service.visit_of(here), before)
    return render_page(request, "games/talk.html", {"game": here.game, "talk": context, "before": before})


def readable(request: Request, game_id: str) -> service.Circle:
    """The chat, if there is anything in it that the reader may read; or Denied."""
    here = service.at(game_id, request.user)
    if not here.audiences:
        raise Denied(here.why or "talk.room")
    return here


def news(request: Request, here: service.Circle) -> HttpResponse:
    """What came after a place: nothing for who has muted this chat."""
    after = keys.read(here.game.pk, request.GET["after"])
    visit = service.visit_of(here)
    found, more = ([], False) if visit and visit.quiet else service.news(here, after)
    if answers.wants_json(request):
        return JsonResponse(plain(here, found, after) | {"more": more})
    recent = found or service.page(here)[0]
    context = said(here, found) | {"end": keys.write(here.game.pk, service.end_of(found, after)), "more": more}
    context |= {name: value for name, value in said(here, recent).items() if name in ("readers", "own")}
    return render_page(request, "games/talk_news.html", {"game": here.game, "talk": context})


def plain(here: service.Circle, found: list[Talk], after: keys.Key = keys.BEGINNING) -> dict[str, Any]:
    """Messages as data."""
    return {
        "messages": [
            {
                "key": keys.of(message),
                "by": message.user.username if message.user else None,
                "own": message.user_id == here.user_id is not None,
                "at": play.stamp(message.at),
                "audience": message.audience,
                "text": message.text,
            }
            for message in found
        ],
        "end": keys.write(here.game.pk, service.end_of(found, after)),
    }


def say(request: Request, game_id: str) -> HttpResponse:
    """The message is stored; or a sentence, with what was typed."""
    text = request.POST.get("text", "")
    try:
        message = service.say(game_id, request.user, text)
    except Refused as no:
        return refused(request, game_id, no, text)
    if answers.wants_json(request):
        return JsonResponse({"key": keys.of(message)})
    return back(request, game_id)


def refused(request: Request, game_id: str, no: Refused, text: str) -> HttpResponse:
    """On a page without scripts what was typed stands there still."""
    if answers.wants_json(request) or no.code not in ("talk.long", "talk.many", "talk.empty"):
        return answers.refused(request, no, game_id)
    kept = {"talk_text": text[: 2 * WIDEST], "talk_refused": errors.sentence(no.code, no.facts)}
    table = board.load(game_id)
    if table.has_begun:
        return answers.page(request, table, status=errors.status(no), **kept)
    return lobby.room(request, table.game, no, {"text": text[: 2 * WIDEST]})


@require_POST
@answers.refusing
def read(request: Request, game_id: str) -> HttpResponse:
    """The reader has read as far as `upto`."""
    here = readable(request, game_id)
    service.mark(here, keys.read(here.game.pk, request.POST.get("upto", "")))
    return JsonResponse({}) if answers.wants_json(request) else back(request, game_id)


@require_POST
@answers.refusing
def quiet(request: Request, game_id: str) -> HttpResponse:
    """Mute the chat of this table, or hear it again."""
    service.quiet(readable(request, game_id), request.POST.get("quiet") == "yes")
    return JsonResponse({}) if answers.wants_json(request) else back(request, game_id)


def back(request: Request, game_id: str) -> HttpResponse:
    """To the chat on the page of the table."""
    return answers.see_other(request, f"{reverse('table', args=[game_id])}#talk")
