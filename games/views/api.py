"""What programs can read about a game: its state and its record."""

from django.http import HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from games.archive import records
from games.pages import board, tables
from games.rules import record
from games.views import responses
from games.views.responses import Request


@require_safe
@responses.handle_refusals
def state(request: Request, game_id: str) -> HttpResponse:
    """Return what the reader's page shows."""
    table = tables.load(game_id)
    return JsonResponse(board.make_state(table, tables.find_seat(table, request.user)))


@require_safe
@responses.handle_refusals
def game_record(request: Request, game_id: str) -> HttpResponse:
    """Return the game as `ten-record/1`. During the game, include only what the reader may know."""
    table = tables.load(game_id)
    found = records.make_record(table, tables.find_seat(table, request.user))
    return HttpResponse(record.write(found), content_type="application/json")
