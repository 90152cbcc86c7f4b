"""Make plans and take them back."""

from django.db.models import QuerySet

from games.errors import Denied
from games.kinds import KINDS
from games.models import Plan
from games.play.locked_game import Going
from games.play.locking import Somebody, held, seat_of

MOST_PLANS = 20  # per seat


def plan(game_id: str, user: Somebody, data: object, instead: int | None = None) -> Plan:
    """Make a plan for the user's seat, replacing the plan `instead` if given.

    If its question is being asked right now, the plan answers at once, since its owner is here and could just as well
    click. It makes one move; the next one follows after a pause, as always.
    """
    with held(game_id) as game:
        seat, going = seat_of(game, user), Going(game)
        if not going.places[seat].is_person:
            raise Denied("seat.lost")
        plans = KINDS[game.kind].plans
        if plans is None:
            raise Denied("plan.none")
        made_for = plans.rules.about(plans.rules.read(data), going.seen(seat)[0])
        active = Plan.objects.filter(game=game_id, seat=seat, user=user.pk, status=Plan.Status.ACTIVE)
        if instead is not None:
            _withdraw(active, instead, going)
        if active.count() >= MOST_PLANS:
            raise Denied("plan.many", most=MOST_PLANS)
        made = Plan.objects.create(
            game_id=game_id,
            seat=seat,
            user_id=going.places[seat].user_id or 0,
            data=made_for,
            version=game.version,
            made=going.now,
        )
        going.places[seat] = going.places[seat]._replace(plans=True)
        _settle(going, seat)
    made.refresh_from_db()
    return made


def withdraw_plan(game_id: str, user: Somebody, plan_id: int) -> None:
    """Take back a plan that is still active."""
    with held(game_id) as game:
        seat, going = seat_of(game, user), Going(game)
        _withdraw(Plan.objects.filter(game=game_id, seat=seat, user=user.pk), plan_id, going)
        _settle(going, seat)


def _withdraw(plans: QuerySet[Plan], plan_id: int, going: Going) -> None:
    found = plans.filter(pk=plan_id, status=Plan.Status.ACTIVE)
    if not found.update(status=Plan.Status.WITHDRAWN, ended=going.now):
        raise Denied("plan.unknown")


def _settle(going: Going, seat: int) -> None:
    """Let the owner's plans answer. If none does, change nothing that others can see."""
    if going.places[seat].waiting and going.fire():
        going.store()
    else:
        going.let_go()
        going.store_unseen()
