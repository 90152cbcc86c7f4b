"""The address by which a page says that its table is looked at: nobody is told then what they see."""

from datetime import timedelta
from typing import Any

from django.db.models import F
from django.db.models.functions import Greatest
from django.http import HttpResponse
from django.views.decorators.http import require_POST

from accounts.models import User
from games.clocks import timing
from games.errors import Denied
from games.kinds.pages import whole
from games.models import Game, Visit
from games.pages import new_game_form
from games.rules.base import Refused
from games.views import answers
from games.views.answers import Request

LOOKING = timedelta(seconds=45)  # the page says it about every 25 seconds


@require_POST
def seen(request: Request, game_id: str) -> HttpResponse:
    """The page says that it is looked at (`looking`: 1, or 0 any more), and up to which move (`number`)."""
    try:
        user = answers.known(request)
        number, looking = (
            whole(new_game_form.once(request.POST, "number"), 9),
            new_game_form.once(request.POST, "looking"),
        )
        if number is None:
            raise Denied("seen.form")
        if looking not in ("0", "1"):
            raise Denied("form.choice", field="looking", value=looking[:20], known=["0", "1"])
        version = Game.objects.filter(pk=game_id).values_list("version", flat=True).first()
        if version is None:
            raise Denied("game.unknown")
        note(game_id, user, min(number, version), looking == "1", is_all=number >= version)
    except Refused as no:
        return answers.refused(request, no)
    return HttpResponse(status=204)


def note(game_id: str, user: User, number: int, is_looking: bool, is_all: bool = True) -> None:
    """The user looked at the table now, and has seen that move: what was seen is never less. The time is kept only of
    who has seen everything (`is_all`): what comes after it is new."""
    now = timing.now()
    change: dict[str, Any] = {
        "looking": now + LOOKING if is_looking else None,
        "number": Greatest(F("number"), number),
        **({"at": now} if is_all else {}),
    }
    own = Visit.objects.filter(game=game_id, user=user)
    if not own.update(**change):
        Visit.objects.bulk_create([Visit(game_id=game_id, user=user, number=number)], ignore_conflicts=True)
        own.update(**change)  # of two that come at once one makes the row, and both count
