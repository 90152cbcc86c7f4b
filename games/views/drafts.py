"""Save unfinished choices as drafts. Only their owner can read them."""

import json
from collections.abc import Iterator
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from games.kinds.presenter import read_number
from games.models import Draft, Game
from games.pages.panels import drafts
from games.pages.tables import Table
from games.refusals import Denied
from games.rules.base import Plain
from games.views import responses
from games.views.responses import Request

MOST = 4_096  # bytes
DEEPEST = 6


@require_http_methods(["GET", "HEAD", "POST"])
@responses.handle_refusals
def draft(request: Request, game_id: str) -> HttpResponse:
    """Return the draft, or save it. Saving an empty one deletes it."""
    table, _seat = responses.require_seat(request, game_id, begun=request.method == "POST")
    found = _save_posted(request, table) if request.method == "POST" else drafts.load_draft(table, request.user)
    draft = {"version": table.game.version, "at": None, "data": None} | (found or {})
    return JsonResponse(draft, headers={"Cache-Control": "no-store"})


def _save_posted(request: Request, table: Table) -> Plain | None:
    """Save the draft if it is for the current board. Return None if it came too late."""
    data, version = _read(request.POST.get("data", "")), read_number(request.POST.get("version", ""), 9)
    if version is None:
        raise Denied("seen.form")
    if table.game.status != Game.Status.PLAYING or version != table.game.version:
        return None  # too late: nobody needs it any more
    return {"at": _save(table, request.user, data)}


def _save(table: Table, user: Any, data: Plain) -> str | None:
    """Save the draft, one per player and table; the latest wins, whichever device sent it. Return when it was saved."""
    if not data:
        Draft.objects.filter(game=table.game, user=user).delete()
        return None
    new = Draft(game=table.game, user=user, game_version=table.game.version, data=data, saved_at=timezone.now())
    Draft.objects.bulk_create(
        [new], update_conflicts=True, unique_fields=["game", "user"], update_fields=["game_version", "data", "saved_at"]
    )
    return new.saved_at.isoformat()


def _read(text: str) -> Plain:
    """Parse the draft into plain data that every database can store, or raise Denied."""
    size = len(text.encode(errors="replace"))
    if size > MOST:
        raise Denied("draft.long", most=MOST, size=size)
    try:
        data = json.loads(text, parse_constant=_refuse, parse_float=_refuse)
        sound = isinstance(data, dict) and all(map(_is_sound, _iterate_parts(data)))
    except (ValueError, RecursionError):
        sound = False
    if not sound:
        raise Denied("draft.form")
    return dict(data)


def _refuse(text: str) -> None:
    raise ValueError(text)


def _iterate_parts(value: Any, depth: int = 0) -> Iterator[Any]:
    """Yield every key and value in it."""
    yield value
    if depth == DEEPEST:
        raise ValueError("too deep")
    if isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from _iterate_parts(part, depth + 1)
    elif isinstance(value, list):
        for part in value:
            yield from _iterate_parts(part, depth + 1)


def _is_sound(value: Any) -> bool:
    if isinstance(value, int) and not isinstance(value, bool):
        return abs(value) < 2**53
    return not isinstance(value, str) or not any(sign == "\0" or "\ud800" <= sign <= "\udfff" for sign in value)
