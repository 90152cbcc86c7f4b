"""Pages report that their table is being looked at, so that players aren't notified about what they can see."""

from datetime import timedelta
from typing import Any

from django.db.models import F
from django.db.models.functions import Greatest
from django.http import HttpResponse
from django.views.decorators.http import require_POST

from accounts.models import User
from games.clocks import database_clock
from games.kinds.presenter import read_number
from games.models import Game, Visit
from games.pages import form_fields
from games.refusals import Denied
from games.views import responses
from games.views.responses import Request

LOOKING = timedelta(seconds=45)  # pages report about every 25 seconds


@require_POST
@responses.handle_refusals
def mark_seen(request: Request, game_id: str) -> HttpResponse:
    """Store that the page is being looked at (`looking`: 1 or 0) and the last move seen (`number`)."""
    user = responses.require_user(request)
    number = read_number(form_fields.read_one(request.POST, "number"), 9)
    looking = form_fields.read_one(request.POST, "looking")
    if number is None:
        raise Denied("seen.form")
    if looking not in ("0", "1"):
        raise Denied("form.choice", field="looking", value=looking[:20], known=["0", "1"])
    version = Game.objects.filter(pk=game_id).values_list("version", flat=True).first()
    if version is None:
        raise Denied("game.unknown")
    store_visit(game_id, user, min(number, version), looking == "1", is_all=number >= version)
    return HttpResponse(status=204)


def store_visit(game_id: str, user: User, number: int, is_looking: bool, is_all: bool = True) -> None:
    """Store that the user looks at the table now and has seen that move. The stored move never goes back.

    The time is stored only if the user has seen everything (`is_all`), because whatever comes later is new.
    """
    now = database_clock.now()
    change: dict[str, Any] = {
        "looking_until": now + LOOKING if is_looking else None,
        "seen_move_number": Greatest(F("seen_move_number"), number),
        **({"caught_up_at": now} if is_all else {}),
    }
    own = Visit.objects.filter(game=game_id, user=user)
    if not own.update(**change):
        Visit.objects.bulk_create([Visit(game_id=game_id, user=user, seen_move_number=number)], ignore_conflicts=True)
        own.update(**change)  # if two requests come at once, one inserts the row and both update it
