"""Make plans and take them back."""

from django.db.models import QuerySet

from games.kinds import KINDS
from games.models import Plan
from games.play.locked_game import LockedGame
from games.play.locking import AnyUser, find_seat_number, lock_for_move
from games.refusals import Denied

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
        made_for = plans.rules.about(plans.rules.read(data), locked.view_of(seat)[0])
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
    if locked.places[seat].is_to_move and locked.fire_plan():
        locked.store()
    else:
        locked.end_outdated_plans()
        locked.store_unseen()
