"""Plans at the door: made, and taken back."""

from django.db.models import QuerySet

from games.errors import Denied
from games.kinds import KINDS
from games.models import Plan
from games.play.locked_game import Going
from games.play.locking import Somebody, held, seat_of

MOST_PLANS = 20  # of one seat


def plan(game_id: str, user: Somebody, data: object, instead: int | None = None) -> Plan:
    """A plan for the user's seat, perhaps instead of another; where its question is asked already, it answers at once:
    its owner is there, and could have clicked. It makes one move; the next one comes a moment later, as always."""
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
    """The user takes a plan back that has not acted to its end."""
    with held(game_id) as game:
        seat, going = seat_of(game, user), Going(game)
        _withdraw(Plan.objects.filter(game=game_id, seat=seat, user=user.pk), plan_id, going)
        _settle(going, seat)


def _withdraw(plans: QuerySet[Plan], plan_id: int, going: Going) -> None:
    found = plans.filter(pk=plan_id, status=Plan.Status.ACTIVE)
    if not found.update(status=Plan.Status.WITHDRAWN, ended=going.now):
        raise Denied("plan.unknown")


def _settle(going: Going, seat: int) -> None:
    """Let the owner's plans answer. Where none does, nothing that others see may change."""
    if going.places[seat].waiting and going.fire():
        going.store()
    else:
        going.let_go()
        going.store_unseen()
