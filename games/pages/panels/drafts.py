"""A choice that was begun and not sent: it survives a reload, and another device. Only its owner ever reads it."""

import json
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from games.models import Draft, Game, Visit
from games.pages.board import Table
from games.rules.base import Plain


def panel(request: HttpRequest, table: Table, seat: int | None, visit: Visit | None) -> dict[str, Any]:
    """The context of its part of the page: where the script keeps it, and what was kept."""
    if seat is None or table.game.status != Game.Status.PLAYING:
        return {}
    found = kept(table, request.user)
    return {"draft_url": reverse("draft", args=[table.game.pk]), "drafted": json.dumps(found) if found else ""}


def kept(table: Table, user: Any) -> Plain | None:
    """What the user began on this very board. What does not fit any more is thrown away."""
    found = Draft.objects.filter(game=table.game, user=user).first()
    if found is None:
        return None
    if found.version == table.game.version:
        return {"at": found.at.isoformat(), "data": found.data}
    if found.version < table.game.version:
        Draft.objects.filter(pk=found.pk, version=found.version).delete()
    return None
