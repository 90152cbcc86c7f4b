"""The panel of plans: what their owner sees of them, and the forms for making new ones."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from games import refusals
from games.kinds import KINDS
from games.kinds.plans import REFUSALS
from games.kinds.presenter import PlanForms
from games.models import Game, Move, Plan, Visit
from games.pages import board
from games.pages.tables import Table
from games.play.plans import MOST_PLANS
from games.rules.base import Plain

SHOWN = 8  # ended plans
AHEAD = 12  # moves within which a question answered by a plan is settled


class Item(NamedTuple):
    """A plan in its owner's list."""

    pk: int
    text: str
    note: str
    status: str


class Form(NamedTuple):
    """A form for one kind of plan.

    `instead` is the plan it changes; `asked` tells whether its question is being asked right now.
    """

    what: str
    plan: Plain
    fields: dict[str, Any]
    asked: bool
    is_open: bool
    instead: int | None = None


def panel(request: HttpRequest, table: Table, seat: int | None, visit: Visit | None) -> dict[str, Any]:
    """Return the context of the panel; empty for readers who can't have plans here.

    Its forms come once they are opened, because they take as long as the rest of the page.
    """
    return (
        {"plans": make_context(request, table, seat, are_forms_later=True)}
        if seat is not None and may_plan(table, seat)
        else {}
    )


def may_plan(table: Table, seat: int) -> bool:
    """Whether plans make sense here: the kind has them, the game isn't solo, and the player hasn't left."""
    knows_plans = KINDS[table.game.kind].plans is not None
    return table.has_begun and knows_plans and table.game.seat_count > 1 and not table.seats[seat].has_left


def select_plans(request: HttpRequest, table: Table, seat: int) -> QuerySet[Plan]:
    """Return the reader's own plans for that seat in any status, but not those of a player who left it."""
    return Plan.objects.filter(game=table.game.pk, seat=seat, user=request.user.pk)


def make_context(
    request: HttpRequest,
    table: Table,
    seat: int,
    begun: Plain | None = None,
    instead: int | None = None,
    are_forms_later: bool = False,
) -> dict[str, Any]:
    """Return everything the owner sees.

    `begun` is the content of a refused form, `instead` the plan being changed. With `are_forms_later`, there are only
    the titles of the forms.
    """
    own = select_plans(request, table, seat).exclude(status=Plan.Status.WITHDRAWN)
    plans = list(own.order_by(F("ended_at").desc(nulls_first=True), "-id")[: MOST_PLANS + SHOWN])
    active = [plan for plan in plans if plan.status == Plan.Status.ACTIVE]
    over = plans[len(active) :][:SHOWN]
    is_on = table.game.status == Game.Status.PLAYING
    changed = next((plan for plan in active if plan.pk == instead), None)
    items = describe_plans(table, [*active[::-1], *over])
    return {
        "game": table.game,
        "url": reverse("plans", args=[table.game.pk]),
        "active": items[: len(active)],
        "over": items[len(active) :],
        "forms": (list_titles(table, seat) if are_forms_later else list_forms(table, seat, begun, changed))
        if is_on
        else [],
        "are_forms_later": are_forms_later,
        "is_on": is_on,
        "template": f"games/{table.game.kind}/_plan_form.html",
    }


# --- in words -------------------------------------------------------------------------------------------------------


def describe_plans(table: Table, plans: Sequence[Plan]) -> list[Item]:
    """Describe each plan and what became of it, using one more query however many there are."""
    planner, past = KINDS[table.game.kind].known_plans.forms, PlanHistory(table, plans)
    items = []
    for plan in plans:
        is_over, what = plan.status != Plan.Status.ACTIVE, ""
        if planner.is_about_now(plan.data):
            what = past.subject(plan.game_version + 1)
        note = _describe_outcome(plan, past, planner)
        items.append(Item(plan.pk, planner.describe(plan.data, what, is_over), note, plan.status))
    return items


class PlanHistory:
    """The moves made by plans, and the moves after them that show what they answered."""

    def __init__(self, table: Table, plans: Iterable[Plan]) -> None:
        self.table, self.planner = table, KINDS[table.game.kind].known_plans.forms
        needed = {plan.last_move_number for plan in plans if plan.last_move_number}
        needed |= {plan.game_version + 1 for plan in plans if self.planner.is_about_now(plan.data)}
        numbers = {number + ahead for number in needed for ahead in range(AHEAD)}
        found = table.game.moves.filter(number__in=numbers, number__lte=table.game.version) if numbers else ()
        self.moves: dict[int, Move] = {move.number: move for move in found}

    def subject(self, number: int) -> str:
        """Return what the question at that move was about, as it ended or stands now."""
        numbers = range(number, number + AHEAD)
        events = [event for at in numbers if at in self.moves for event in self.moves[at].events]
        public = [event for event in events if event["readers"] is None]
        return self.planner.describe_subject(public, board.make_view(self.table, None)[0])


def _describe_outcome(plan: Plan, past: PlanHistory, planner: PlanForms[Any, Any]) -> str:
    """Say what became of a plan; empty as long as it hasn't acted or ended."""
    parts = []
    if plan.last_move_number and plan.last_move_number in past.moves:
        done = planner.describe_move(past.moves[plan.last_move_number].move, past.subject(plan.last_move_number))
        parts.append(_("Your plan %(done)s in move %(number)s.") % {"done": done, "number": plan.last_move_number})
    if plan.status == Plan.Status.LAPSED:
        parts.append(explain_lapse(plan.lapse_reason))
    elif plan.status == Plan.Status.WITHDRAWN:
        parts.append(_("You canceled it."))
    return " ".join(parts)


def explain_lapse(code: str) -> str:
    """Say why a plan lapsed."""
    known = code in REFUSALS or code in refusals.SITE
    return refusals.explain(code, {}) if known else _("It's no longer needed.")


# --- forms ----------------------------------------------------------------------------------------------------------


def list_titles(table: Table, seat: int) -> list[Form]:
    """Return the forms without their content."""
    planner, (view, choices) = KINDS[table.game.kind].known_plans.forms, board.make_view(table, seat)
    return [
        Form(what, {}, {}, planner.is_asked(what, choices, view), is_open=False)
        for what in planner.list_forms(view, choices)
    ]


def list_forms(table: Table, seat: int, begun: Plain | None, changed: Plan | None) -> list[Form]:
    """Return a form for each kind of plan. The refused or changed one is open and filled in."""
    planner, (view, choices) = KINDS[table.game.kind].known_plans.forms, board.make_view(table, seat)
    kinds = planner.list_forms(view, choices)
    filled = begun or (changed.data if changed else None)
    first = str((filled or {}).get("for", ""))
    found = []
    for what in [first, *(kind for kind in kinds if kind != first)] if changed and first else kinds:
        plan = planner.make_blank(what, view, choices)
        is_open = what == first
        if is_open and filled:
            plan = plan | filled
        asked = planner.is_asked(what, choices, view)
        instead = changed.pk if changed and is_open else None
        found.append(Form(what, plan, planner.context(plan, view), asked, is_open, instead))
    return found
