"""Plans at the door: each is asked after each move whether it can still act, also where many act in one transaction."""

import pytest

from games import play
from games.models import Plan
from games.rules import push
from tests.games.tables import send, table

pytestmark = pytest.mark.django_db
TURN = {"for": "turn", "net": 1, "take": "numbers", "buy": "ask"}


def test_one_turn_is_one_though_the_next_one_comes_within_the_same_move():
    """The others' plans play their turns at once, and it is the planner's turn again before anybody clicks."""
    game, users = table("push", 3)
    state = play.state_of(game)
    first = state.active
    for seat in ((first + 1) % 3, (first + 2) % 3):
        for data in (
            {"for": "auction", "which": "any", "bid": "up-to", "most": 0, "once": False},
            {"for": "turn", "net": 0, "coins": 1, "take": "numbers", "buy": "skip", "once": False},
        ):
            play.plan(game.pk, users[seat], data)
    play.plan(game.pk, users[first], {"for": "auction", "which": "any", "bid": "up-to", "most": 0, "once": False})
    plan = play.plan(game.pk, users[first], TURN)
    acted = None
    for _ in range(40):
        game.refresh_from_db()
        plan.refresh_from_db()
        if plan.status != Plan.Status.ACTIVE:
            break
        acted = plan.acted
        (seat,) = play.kind_of(game).waiting(play.state_of(game))
        assert seat == first
        do = next(do for do in ("skip", "token", "pass") if do in push.choices(play.state_of(game), seat))
        send(game, users[seat], {"do": do})
    assert plan.status == Plan.Status.DONE
    assert acted is None or plan.acted == acted
    after = game.moves.filter(number__gt=plan.acted, seat=first, by="plan").exclude(move__do="pass")
    assert not after.exists()
