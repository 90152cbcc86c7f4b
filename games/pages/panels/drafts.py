"""Drafts: an unfinished choice survives a reload and shows up on other devices. Only its owner can read it."""

import json
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from games.models import Draft, Game, Visit
from games.pages.tables import Table
from games.rules.base import Plain


def panel(request: HttpRequest, table: Table, seat: int | None, visit: Visit | None) -> dict[str, Any]:
    """Return the context of the panel: where the script saves drafts, and the saved one."""
    if seat is None or table.game.status != Game.Status.PLAYING:
        return {}
    found = load_draft(table, request.user)
    return {"draft_url": reverse("draft", args=[table.game.pk]), "drafted": json.dumps(found) if found else ""}


def load_draft(table: Table, user: Any) -> Plain | None:
    """Return the user's draft for the current board. Delete it if the board has moved on."""
    found = Draft.objects.filter(game=table.game, user=user).first()
    if found is None:
        return None
    if found.game_version == table.game.version:
        return {"at": found.saved_at.isoformat(), "data": found.data}
    if found.game_version < table.game.version:
        Draft.objects.filter(pk=found.pk, game_version=found.game_version).delete()
    return None
