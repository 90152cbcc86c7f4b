"""The chat panel, as its reader sees it."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest

from games import refusals
from games.chat import keys, service
from games.chat.text import MOST, WIDEST
from games.models import ChatMessage, Game, Seat, Visit
from games.pages.tables import Table


def panel(request: HttpRequest, table: Table, seat: int | None, visit: Visit | None) -> dict[str, Any]:
    here = service.get_access(table.game, table.seats, request.user)
    return {"talk": make_context(here, visit)} if here.audiences else {}


def room_panel(request: HttpRequest, game: Game, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the context for a game that hasn't started; empty if the reader may read nothing."""
    here = service.get_access(game, seats, request.user)
    return {"talk": make_context(here, service.load_visit(here))} if here.audiences else {}


def make_context(here: service.ChatAccess, visit: Visit | None, before: str = "") -> dict[str, Any]:
    """Return the chat as its reader sees it: the latest messages, or those before a given one."""
    if visit and visit.is_chat_muted:
        return {"game": here.game, "quiet": True}
    messages, more = service.load_page(here, before)
    seen = visit.read_message_id if visit else 0
    new = 0
    if here.user_id is not None and not before:
        new = sum(message.pk > seen and message.user_id != here.user_id for message in messages)
    return {
        **make_messages(here, messages),
        "readers": service.list_readers(here, messages),
        "seen": seen if new else None,
        "new": f"{new}+" if more and new == len(messages) else new or "",
        "end": keys.format_key(here.game.pk, service.find_end(messages)),
        "earlier": keys.message_key(messages[0]) if more else "",
        "may": not here.why,
        "why": refusals.explain(here.why, {}) if here.why else "",
        "most": MOST,
        "widest": WIDEST,
    }


def make_messages(here: service.ChatAccess, messages: list[ChatMessage]) -> dict[str, Any]:
    """Return some messages, as their reader sees them."""
    lines = [
        {
            "key": keys.message_key(message),
            "by": message.user,
            "own": message.user_id == here.user_id is not None,
            "pk": message.pk,
            "at": message.sent_at,
            "text": message.text,
            "audience": message.audience if len(here.audiences) > 1 else "",
        }
        for message in messages
    ]
    return {
        "game": here.game,
        "messages": lines,
        "here": here,
    }
