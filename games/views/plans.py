"""Plans: show, make, change and take them back. Only their owner can see any of it."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render as render_page
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games import play, refusals
from games.kinds import KINDS
from games.kinds.presenter import read_number
from games.models import Plan
from games.pages import board
from games.pages.panels import plans
from games.pages.tables import Table
from games.refusals import Denied
from games.rules.base import Plain, Refused
from games.views import responses
from games.views.responses import Request

LONGEST = 4_096  # characters
LONGEST_PK = 15  # digits
LISTED = 100  # latest plans, for programs
ABOUT = ("deck", "mark", "hand")  # what the plan was about when the form was shown


@require_http_methods(["GET", "HEAD", "POST"])
def plans_page(request: Request, game_id: str) -> HttpResponse:
    """Show the plans of the reader's seat. A POST makes a new one, perhaps replacing another."""
    begun = None
    try:
        table, seat = _find_own(request, game_id)
        instead = read_number(request.POST.get("instead") or request.GET.get("change") or "", LONGEST_PK)
        if request.method != "POST":
            return _respond_list(request, table, seat, instead)
        begun = _read_plan(request, table)
        _check_about(table, seat, begun)
        plan = play.make_plan(game_id, request.user, begun, instead)
    except Refused as no:
        return _refuse(request, no, game_id, begun)
    return _respond(request, game_id, _describe_new(plan), plan)


@require_POST
def withdraw(request: Request, game_id: str, pk: int) -> HttpResponse:
    try:
        _find_own(request, game_id)
        if pk >= 2**63:
            raise Denied("plan.unknown")
        play.withdraw_plan(game_id, request.user, pk)
    except Refused as no:
        return _refuse(request, no, game_id)
    return _respond(request, game_id, _("Plan canceled."))


# --- reading the request --------------------------------------------------------------------------------------------


def _find_own(request: Request, game_id: str) -> tuple[Table, int]:
    """Return the table and the reader's seat, or raise Denied."""
    table, seat = responses.require_seat(request, game_id)
    if KINDS[table.game.kind].plans is None:
        raise Denied("plan.none")
    return table, seat


def _read_plan(request: Request, table: Table) -> Any:
    """Read the plan from the JSON in `plan`, or from the fields of the form."""
    text = request.POST.get("plan")
    if text is None:
        return KINDS[table.game.kind].known_plans.forms.read(request.POST)
    if len(text) > LONGEST:
        raise Denied("form.long", field="plan", most=LONGEST)
    return responses.parse_json(text, "plan.json")


def _check_about(table: Table, seat: int, wanted: Any) -> None:
    """Raise Denied if the form was made for an auction or hand that is over."""
    given = {name: wanted.get(name) for name in ABOUT} if isinstance(wanted, dict) else {}
    if any(value is not None for value in given.values()):
        rules = KINDS[table.game.kind].known_plans.rules
        now = rules.about(rules.read(wanted), board.make_view(table, seat)[0])
        if any(value is not None and now.get(name) != value for name, value in given.items()):
            raise Denied("plan.moved-on")


# --- responses ------------------------------------------------------------------------------------------------------


def _describe_new(plan: Plan) -> str:
    """Say what became of a plan that was just made."""
    if plan.last_move_number:
        return _("Your plan was carried out right away, in move %(number)s.") % {"number": plan.last_move_number}
    if plan.status == Plan.Status.LAPSED:
        return plans.explain_lapse(plan.lapse_reason)
    return _("Plan saved. Only you can see it.")


def _make_data(table: Table, found: list[Plan]) -> list[Plain]:
    """Return plans as data for programs."""
    return [
        {
            "id": plan.pk,
            "plan": plan.data,
            "said": item.text,
            "status": plan.status,
            "acted": plan.last_move_number,
            "why": plan.lapse_reason,
            "version": plan.game_version,
        }
        for plan, item in zip(found, plans.describe_plans(table, found), strict=True)
    ]


def _respond_list(request: Request, table: Table, seat: int, instead: int | None) -> HttpResponse:
    """Return the panel alone, a page with it, or the plans as JSON."""
    if responses.wants_json(request):
        found = list(plans.select_plans(request, table, seat).order_by("-id")[:LISTED])[::-1]
        return JsonResponse({"version": table.game.version, "plans": _make_data(table, found)})
    opened = {"for": request.GET["for"]} if "for" in request.GET else None
    return _render(request, table, {"plans": plans.make_context(request, table, seat, opened, instead)})


def _render(request: Request, table: Table, context: dict[str, Any], status: int = 200) -> HttpResponse:
    template = "games/plans/_plans.html" if request.htmx else "games/plans/plans.html"
    answer = render_page(request, template, {"game": table.game, "people": table.people, **context}, status=status)
    answer["Cache-Control"] = "no-store"
    patch_vary_headers(answer, ("HX-Request", "Accept", "Cookie"))
    return answer


def _respond(request: Request, game_id: str, sentence: str, plan: Plan | None = None) -> HttpResponse:
    """Respond to a stored change with the plan as JSON, the panel, or the table."""
    table, seat = _find_own(request, game_id)
    if responses.wants_json(request):
        [data] = _make_data(table, [plan]) if plan else [{}]
        return JsonResponse({**data, "version": table.game.version, "message": sentence})
    if not request.htmx:
        messages.success(request, sentence)
        return responses.see_other(request, reverse("table", args=[game_id]) + "#plans")
    return responses.add_message(
        _render(request, table, {"plans": plans.make_context(request, table, seat)}), text=sentence
    )


def _refuse(request: Request, no: Refused, game_id: str, begun: Any = None) -> HttpResponse:
    """Say what is wrong and what to do. Refresh what is out of date, and keep a form as it was filled in."""
    status, by_htmx = refusals.http_status(no), request.htmx
    is_shown = status == 409 if by_htmx else isinstance(begun, dict) and "plan" not in request.POST
    if responses.wants_json(request) or not is_shown:
        return responses.respond_to_refusal(request, no, "" if by_htmx else game_id)
    try:
        table, seat = _find_own(request, game_id)
    except Refused as gone:
        return responses.respond_to_refusal(request, gone)
    sentence, rule = refusals.explain(no.code, no.facts), refusals.rule_url(no.code, table.game.kind)
    again = begun if isinstance(begun, dict) else None
    context = plans.make_context(request, table, seat, again, read_number(request.POST.get("instead", ""), LONGEST_PK))
    answer = _render(request, table, {"plans": context} | ({} if by_htmx else {"said": sentence, "rule": rule}), status)
    return responses.add_message(answer, text=sentence, rule=rule, code=no.code) if by_htmx else answer
