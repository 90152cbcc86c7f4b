"""Responses shared by all views of games, as JSON, for htmx or as a page, depending on the request."""

import json
from collections.abc import Callable, Mapping
from functools import partial, wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.shortcuts import render as render_page
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect, reswap, trigger_client_event
from django_htmx.middleware import HtmxDetails

from accounts.models import User
from games import refusals
from games.models import Game
from games.pages import board, panels, tables
from games.pages.tables import Table
from games.play import MoveReceipt
from games.refusals import Denied
from games.rules.base import Refused

View = Callable[..., HttpResponse]


class Request(HttpRequest):
    """A request with what middleware adds to it."""

    htmx: HtmxDetails


def wants_json(request: Request) -> bool:
    """Whether the request asks for JSON by name. Without `Accept`, or with `*/*`, it gets the page."""
    return "application/json" in request.headers.get("Accept", "")


def require_user(request: Request, no: str = "user.none") -> User:
    """Return the user, or raise Denied with that code for visitors."""
    if not request.user.is_authenticated:
        raise Denied(no)
    return request.user


def require_seat(request: Request, game_id: str, begun: bool = True) -> tuple[Table, int]:
    """Return the table and the user's seat, or raise Denied. By default the game must have started."""
    table, user = tables.load(game_id), require_user(request)
    seat = tables.find_seat(table, user)
    if seat is None:
        raise Denied("seat.none")
    if begun:
        tables.check_begun(table)
    return table, seat


def parse_json(text: str, code: str) -> Any:
    """Parse the JSON, or raise Denied with that code."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        what = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise Denied(code, what=what) from None


def see_other(request: Request, url: str) -> HttpResponse:
    """Redirect to another page, to be fetched by GET."""
    if request.htmx:
        return HttpResponseClientRedirect(url)
    return HttpResponseRedirect(url, status=303)


def send_or_redirect(request: Request, data: Mapping[str, object], url: str) -> HttpResponse:
    """Send programs the data, and pages to that URL."""
    return JsonResponse(data) if wants_json(request) else see_other(request, url)


def respond_to_move(request: Request, game_id: str, done: MoveReceipt) -> HttpResponse:
    """Respond to a stored move with its receipt and the new board."""
    if wants_json(request):
        return JsonResponse({"version": done.version, "receipt": done.receipt})
    if not request.htmx:
        messages.success(
            request,
            _("Saved as move %(number)s · receipt %(receipt)s") % {"number": done.version, "receipt": done.receipt},
        )
        return see_other(request, reverse("table", args=[game_id]))
    table = tables.find_cached(game_id, done.version) or tables.load(game_id)
    answer = answer_with_board(request, table, board.read_shown(request.headers.get("Ten-Shown", "")))
    return trigger_client_event(answer, "ten:moved", {"version": done.version, "receipt": done.receipt})


def answer_with_board(request: Request, table: Table, shown: tables.Shown | None) -> HttpResponse:
    """Answer with what changed since the board `shown`, or else with the whole board. Headers say which it is."""
    seat, language = tables.find_seat(table, request.user), board.find_language(request)
    html, since = board.render_update(table, seat, language, shown)
    headers = {"Ten-Board": board.write_shown(table.shown)}
    return HttpResponse(html, headers=headers | ({"Ten-Since": board.write_shown(since)} if since else {}))


def redirect_to_table(request: Request, game: Game) -> HttpResponse:
    """Redirect to the table after a change to its seats or status."""
    return send_or_redirect(request, _list_facts(game), reverse("table", args=[game.pk]))


def redirect_to_new_table(request: Request, game: Game) -> HttpResponse:
    """Redirect to a new table. Programs get the redirect too, but the facts are already in the body."""
    if not wants_json(request):
        return redirect_to_table(request, game)
    return JsonResponse(_list_facts(game), status=303, headers={"Location": reverse("table", args=[game.pk])})


def _list_facts(game: Game) -> dict[str, object]:
    url = reverse("table", args=[game.pk])
    return {"id": game.pk, "url": url, "status": game.status, "version": game.version}


def handle_refusals(view: View, at_table: bool = False) -> View:
    """Decorate a view so that refusals become responses."""

    @wraps(view)
    def answer(request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refused as no:
            return respond_to_refusal(request, no, kwargs["game_id"] if at_table else "")

    return answer


handle_refusals_at_table = partial(handle_refusals, at_table=True)  # they are shown on the page of the table


def respond_to_refusal(
    request: Request, no: Refused, game_id: str = "", draft: QueryDict | None = None
) -> HttpResponse:
    """Respond with what is wrong, which rule says so and what to do, at the table if there is one."""
    return say_when_to_retry(_refuse(request, no, game_id, draft), no)


def say_when_to_retry(answer: HttpResponse, no: Refused) -> HttpResponse:
    """Add the header that says after how many seconds the same request may work."""
    if no.code in refusals.RETRY_AFTER:
        answer["Retry-After"] = str(refusals.RETRY_AFTER[no.code])
    return answer


def _refuse(request: Request, no: Refused, game_id: str, draft: QueryDict | None) -> HttpResponse:
    try:
        table = tables.load(game_id) if game_id else None
    except Denied:
        table = None
    status = refusals.http_status(no)
    sentence = refusals.explain_at_table(no, [person.name for person in table.people] if table else [])
    if wants_json(request):
        return JsonResponse({"code": no.code, "message": sentence, "rule": refusals.find_rule(no.code)}, status=status)
    rule = refusals.rule_url(no.code, table.game.kind if table else "")
    if request.htmx:
        return _refuse_htmx(request, status, {"text": sentence, "rule": rule, "code": no.code}, table)
    if table and table.has_begun:
        return render_table(request, table, status=status, said=sentence, rule=rule, draft=draft)
    context = {"said": sentence, "rule": rule, "status": status, "game": table and table.game}
    return render_page(request, "games/shared/refused.html", context, status=status)


def _refuse_htmx(request: Request, status: int, said: dict[str, str], table: Table | None) -> HttpResponse:
    """Replace the board only if it is out of date, so that a refused draft stays."""
    if status == 409 and table and table.has_begun:
        answer = answer_with_board(request, table, None)
        answer.status_code = status
    else:
        answer = reswap(HttpResponse(status=status), "none")
    return add_message(answer, **said)


def add_message(answer: HttpResponse, **said: str) -> HttpResponse:
    """Add a sentence for the page's message line to an htmx response."""
    return trigger_client_event(answer, "ten:said", said)


def render_table(request: Request, table: Table, status: int = 200, **extra: Any) -> HttpResponse:
    seat = tables.find_seat(table, request.user)
    context = {
        "game": table.game,
        "kind": table.game.kind,
        "people": table.people,
        "you": seat,
        "fragment": board.render_for_page(request, table, seat, extra.get("draft")),
        "can_resign": seat is not None and table.game.status == Game.Status.PLAYING and not table.seats[seat].has_left,
        **panels.load_context(request, table, seat),
        **extra,
    }
    return render_page(request, "games/table/table.html", context, status=status)
