"""The page of a table, joining and leaving it, and moves."""

import json
from typing import Any, cast

from django.http import HttpResponse, QueryDict
from django.shortcuts import render as render_page
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games import play
from games.kinds import KINDS
from games.live.hub import hub
from games.pages import board, form_fields, panels, table_log, tables
from games.refusals import Denied
from games.rules.base import Kind, Refused
from games.views import responses, visits
from games.views.responses import Request
from games.views.room import room

NOT_THE_MOVE = {"seen", "ticket", "csrfmiddlewaretoken"}


@require_safe
@responses.handle_refusals
def table(request: Request, game_id: str) -> HttpResponse:
    """Show the table, or the room where players wait for the game to start."""
    found = tables.load(game_id)
    if found.has_begun:
        return responses.render_table(request, found)
    return room(request, found.game)


@require_safe
@responses.handle_refusals
def log(request: Request, game_id: str) -> HttpResponse:
    found = tables.load_with_all_moves(game_id)
    seat = tables.find_seat(found, request.user)
    number = panels.visits.find_seen_move(request, found, seat, panels.load_visit(request, found))
    known = [move for move in found.moves if number is None or move.number <= number]
    context = {
        "game": found.game,
        "people": found.people,
        "you": seat,
        "css": found.presenter.CSS,
        "lines": table_log.render_log(tables.Table(found.game, found.seats, known), seat),
        "new_lines": table_log.render_log(tables.Table(found.game, found.seats, found.moves[len(known) :]), seat),
    }
    return render_page(request, "games/table/log.html", context)


@require_POST
def move(request: Request, game_id: str) -> HttpResponse:
    """Make a move, given as record JSON in `move` or as form fields."""
    page = request.headers.get("Ten-Page", "") if request.htmx else ""
    with hub.held_pages.answer(game_id, request.user.pk, page) as answer:
        response = _move(request, game_id)
        answer.shown = board.read_shown(response.get("Ten-Board", ""))
    return response


def _move(request: Request, game_id: str) -> HttpResponse:
    fields = request.POST
    try:
        done = play.submit(
            game_id,
            request.user,
            fields.get("seen"),
            fields.get("ticket"),
            _serialize_request(fields),
            _make_reader(fields),
        )
    except Refused as no:
        return responses.respond_to_refusal(request, no, game_id, draft=fields)
    if not responses.wants_json(request) and not request.htmx:  # this page has no script to report what it shows
        visits.store_visit(game_id, cast(User, request.user), done.version, is_looking=False)
    return responses.respond_to_move(request, game_id, done)


@require_POST
@responses.handle_refusals_at_table
def resign(request: Request, game_id: str) -> HttpResponse:
    return responses.respond_to_move(request, game_id, play.resign(game_id, request.user))


@require_POST
@responses.handle_refusals_at_table
def sit(request: Request, game_id: str) -> HttpResponse:
    """Take a seat. `seed` is the player's own seed for the shuffle."""
    game = play.sit(game_id, responses.require_user(request), form_fields.read_optional_seed(request.POST))
    return responses.redirect_to_table(request, game)


@require_POST
@responses.handle_refusals_at_table
def stand(request: Request, game_id: str) -> HttpResponse:
    """Leave the seat before the game starts."""
    return responses.redirect_to_table(request, play.stand(game_id, responses.require_user(request)))


@require_POST
@responses.handle_refusals_at_table
def start(request: Request, game_id: str) -> HttpResponse:
    """Start now, with bots in the free seats."""
    game = play.start(game_id, responses.require_user(request), request.POST.get("bot", ""))
    return responses.redirect_to_table(request, game)


@require_POST
@responses.handle_refusals_at_table
def cancel(request: Request, game_id: str) -> HttpResponse:
    """Cancel a game that hasn't started. Only the host may."""
    return responses.redirect_to_table(request, play.cancel_game(game_id, responses.require_user(request)))


def _serialize_request(fields: QueryDict) -> str:
    """Return what was requested as one text. A repeated ticket must come with the same text."""
    if "move" in fields:
        return str(fields["move"])
    return json.dumps(sorted((name, values) for name, values in fields.lists() if name not in NOT_THE_MOVE))


def _make_reader(fields: QueryDict) -> play.MoveReader:
    """Return a function that reads the move, called once the seat and the version have been checked."""

    def read(kind: Kind, state: Any, seat: int) -> object:
        if "move" in fields:
            return responses.parse_json(str(fields["move"]), "move.json")
        if "do" not in fields:
            raise Denied("move.none")
        return KINDS[kind.SLUG].presenter.read(fields, *play.make_plain_view(kind, state, seat))

    return read
