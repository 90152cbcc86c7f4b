"""The chat of a table: read, post, mark as read, mute."""

from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render as render_page
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from games import play, refusals
from games.chat import keys, service
from games.chat.text import WIDEST
from games.models import ChatMessage
from games.pages import tables
from games.pages.panels.chat import make_context, make_messages
from games.refusals import Denied
from games.rules.base import Refused
from games.views import responses, room
from games.views.responses import Request


@require_http_methods(["GET", "HEAD", "POST"])
@responses.handle_refusals
def messages(request: Request, game_id: str) -> HttpResponse:
    """Post a message, or read: the messages after a given one, or a page of the whole chat."""
    if request.method == "POST":
        return post(request, game_id)
    here = load_readable(request, game_id)
    if "after" in request.GET:
        return respond_with_news(request, here)
    before = request.GET.get("before", "")
    if responses.wants_json(request):
        found, more = service.load_page(here, before)
        return JsonResponse(make_data(here, found) | {"more": more})
    context = make_context(here, service.load_visit(here), before)
    return render_page(request, "games/chat/chat.html", {"game": here.game, "talk": context, "before": before})


def load_readable(request: Request, game_id: str) -> service.ChatAccess:
    """Return the chat, or raise Denied if the reader may not read any of it."""
    here = service.load_access(game_id, request.user)
    if not here.audiences:
        raise Denied(here.why or "talk.room")
    return here


def respond_with_news(request: Request, here: service.ChatAccess) -> HttpResponse:
    """Return the messages after a given one; none if the reader has muted this chat."""
    after = keys.parse_key(here.game.pk, request.GET["after"])
    visit = service.load_visit(here)
    found, more = ([], False) if visit and visit.is_chat_muted else service.load_new(here, after)
    if responses.wants_json(request):
        return JsonResponse(make_data(here, found, after) | {"more": more})
    recent = found or service.load_page(here)[0]
    context = make_messages(here, found) | {
        "readers": service.list_readers(here, recent),
        "end": keys.format_key(here.game.pk, service.find_end(found, after)),
        "more": more,
    }
    return render_page(request, "games/chat/_new_messages.html", {"game": here.game, "talk": context})


def make_data(here: service.ChatAccess, found: list[ChatMessage], after: keys.Key = keys.BEGINNING) -> dict[str, Any]:
    return {
        "messages": [
            {
                "key": keys.message_key(message),
                "by": message.user.username if message.user else None,
                "own": message.user_id == here.user_id is not None,
                "at": play.format_time(message.sent_at),
                "audience": message.audience,
                "text": message.text,
            }
            for message in found
        ],
        "end": keys.format_key(here.game.pk, service.find_end(found, after)),
    }


def post(request: Request, game_id: str) -> HttpResponse:
    """Post the message, or refuse it and keep what was typed."""
    text = request.POST.get("text", "")
    try:
        message = service.post_message(game_id, request.user, text)
    except Refused as no:
        return refuse_message(request, game_id, no, text)
    return respond(request, game_id, key=keys.message_key(message))


def refuse_message(request: Request, game_id: str, no: Refused, text: str) -> HttpResponse:
    """Refuse a message. On a page without scripts, keep what was typed."""
    if responses.wants_json(request) or no.code not in ("talk.long", "talk.many", "talk.empty"):
        return responses.respond_to_refusal(request, no, game_id)
    context = {"talk_text": text[: 2 * WIDEST], "talk_refused": refusals.explain(no.code, no.facts)}
    table = tables.load(game_id)
    if table.has_begun:
        answer = responses.render_table(request, table, status=refusals.http_status(no), **context)
    else:
        answer = room.room(request, table.game, no, {"text": text[: 2 * WIDEST]})
    return responses.say_when_to_retry(answer, no)


@require_POST
@responses.handle_refusals
def read(request: Request, game_id: str) -> HttpResponse:
    """Mark the chat as read up to `upto`."""
    here = load_readable(request, game_id)
    service.mark_read(here, keys.parse_key(here.game.pk, request.POST.get("upto", "")))
    return respond(request, game_id)


@require_POST
@responses.handle_refusals
def mute(request: Request, game_id: str) -> HttpResponse:
    service.set_muted(load_readable(request, game_id), request.POST.get("quiet") == "yes")
    return respond(request, game_id)


def respond(request: Request, game_id: str, **data: str) -> HttpResponse:
    """Send programs the data, and pages back to the chat of their table."""
    return responses.send_or_redirect(request, data, f"{reverse('table', args=[game_id])}#talk")
