"""Plans: make them, take them back, let them answer, and end those whose question can't come up any more."""

import logging
from datetime import datetime

from django.db.models import QuerySet

from games.kinds import KINDS
from games.kinds.plans import Act
from games.models import Plan
from games.models.rows import SeatRow
from games.play.locked_game import LockedGame
from games.play.locking import AnyUser, find_seat_number, lock_for_move
from games.refusals import Denied
from games.rules.base import Plain, Refused

log = logging.getLogger(__name__)

MOST_PLANS = 20  # per seat


def make_plan(game_id: str, user: AnyUser, data: object, instead: int | None = None) -> Plan:
    """Make a plan for the user's seat, replacing the plan `instead` if given.

    If its question is being asked right now, the plan answers at once, since its owner is here and could just as well
    click. It makes one move; the next one follows after a pause, as always.
    """
    with lock_for_move(game_id) as game:
        seat, locked = find_seat_number(game, user), LockedGame(game)
        if not locked.places[seat].is_person:
            raise Denied("seat.lost")
        plans = KINDS[game.kind].plans
        if plans is None:
            raise Denied("plan.none")
        made_for = plans.rules.about(plans.rules.read(data), locked.make_view(seat)[0])
        active = Plan.objects.filter(game=game_id, seat=seat, user=user.pk, status=Plan.Status.ACTIVE)
        if instead is not None:
            _withdraw(active, instead, locked)
        if active.count() >= MOST_PLANS:
            raise Denied("plan.many", most=MOST_PLANS)
        made = Plan.objects.create(
            game_id=game_id,
            seat=seat,
            user_id=locked.places[seat].user_id or 0,
            data=made_for,
            game_version=game.version,
            created_at=locked.now,
        )
        locked.places[seat] = locked.places[seat]._replace(has_plans=True)
        _try_plans(locked, seat)
    made.refresh_from_db()
    return made


def withdraw_plan(game_id: str, user: AnyUser, plan_id: int) -> None:
    """Take back a plan that is still active."""
    with lock_for_move(game_id) as game:
        seat, locked = find_seat_number(game, user), LockedGame(game)
        _withdraw(Plan.objects.filter(game=game_id, seat=seat, user=user.pk), plan_id, locked)
        _try_plans(locked, seat)


def _withdraw(plans: QuerySet[Plan], plan_id: int, locked: LockedGame) -> None:
    found = plans.filter(pk=plan_id, status=Plan.Status.ACTIVE)
    if not found.update(status=Plan.Status.WITHDRAWN, ended_at=locked.now):
        raise Denied("plan.unknown")


def _try_plans(locked: LockedGame, seat: int) -> None:
    """Let the owner's plans answer. If none does, change nothing that others can see."""
    if locked.places[seat].is_to_move and fire_plan(locked):
        locked.store()
    else:
        end_outdated_plans(locked)
        locked.store_unseen()


# --- answering ---


def fire_due_plan(game_id: str, due: datetime) -> None:
    """Let a plan answer at its due time, unless somebody has moved since that time was set."""
    with lock_for_move(game_id) as game:
        if game.auto_move_due_at != due:
            return
        locked = LockedGame(game)
        if fire_plan(locked):
            locked.store()
        else:
            locked.store_unseen()


def fire_plan(locked: LockedGame) -> bool:
    """Let one plan answer the current question, as one move, as a player would. Return whether one did."""
    before = locked.version
    end_outdated_plans(locked)
    while locked.version == before and _fire_one_plan(locked):
        end_outdated_plans(locked)  # if the rules refused the move, another plan may answer
    locked.has_tried_plans = locked.version == before
    return locked.version > before


def end_outdated_plans(locked: LockedGame) -> None:
    """End the plans whose question can't come up any more. Called after every move, whoever made it."""
    for plan in [plan for plan in locked.plans if plan.status == Plan.Status.ACTIVE]:
        if code := _find_lapse(locked, plan):
            end_plan(plan, code, locked.now)
    active = {plan.seat for plan in locked.plans if plan.status == Plan.Status.ACTIVE}
    locked.places = [place._replace(has_plans=place.number in active) for place in locked.places]


def _fire_one_plan(locked: LockedGame) -> bool:
    for place in locked.places:
        plans = [p for p in locked.plans if p.seat == place.number and p.status == Plan.Status.ACTIVE]
        if not (place.is_to_move and place.is_person and plans):
            continue
        act = _decide(locked, place.number, plans)
        if act is not None:
            return _act(locked, place.number, plans[act.index], act.move)
    return False


def _decide(locked: LockedGame, seat: int, plans: list[Plan]) -> Act | None:
    try:
        return KINDS[locked.game.kind].known_plans.rules.decide([plan.data for plan in plans], *locked.make_view(seat))
    except Exception:  # a plan must never fail the move of another
        log.exception("The plans of seat %s in game %s can't be read", seat, locked.game.id)
        for plan in plans:
            end_plan(plan, "plan.broken", locked.now)
        return None


def _act(locked: LockedGame, seat: int, plan: Plan, move: Plain) -> bool:
    try:
        locked.play(seat, lambda: move, by="plan", since=_since(locked, locked.places[seat], plan))
    except Refused:
        log.exception("A plan in game %s chose an illegal move", locked.game.id)
        end_plan(plan, "plan.refused", locked.now)
        return True
    plan.last_move_number = locked.version
    if code := _find_lapse(locked, plan):
        end_plan(plan, code, locked.now)
    else:
        plan.save(update_fields=["last_move_number"])
    return True


def _since(locked: LockedGame, place: SeatRow, plan: Plan) -> datetime:
    """Return when the plan's answer was available: when the question was asked or the plan was made, if later."""
    return min(max(place.asked_at or locked.now, plan.created_at), locked.now)


def _find_lapse(locked: LockedGame, plan: Plan) -> str | None:
    """Return the code for why the plan can't act any more, or None if it can."""
    if locked.result is not None:
        return "done" if plan.last_move_number else "plan.game-over"
    if locked.places[plan.seat].has_left:
        return "plan.left"
    try:
        return KINDS[locked.game.kind].known_plans.rules.over(
            plan.data, locked.make_view(plan.seat)[0], plan.last_move_number is not None
        )
    except Exception:
        log.exception("A plan of seat %s in game %s can't be read", plan.seat, locked.game.id)
        return "plan.broken"


def end_plan(plan: Plan, code: str, moment: datetime) -> None:
    """End the plan as done, or as lapsed with a code its owner can see."""
    plan.status = Plan.Status.DONE if code == "done" else Plan.Status.LAPSED
    plan.lapse_reason, plan.ended_at = "" if code == "done" else code, moment
    plan.save(update_fields=["status", "lapse_reason", "ended_at", "last_move_number"])
