"""Plans at the door: each is asked after each move whether it can still act, also where many act in one transaction."""

import pytest

from games import play
from games.models import Plan
from games.rules.base import change
from tests.games.tables import send, table

pytestmark = pytest.mark.django_db
TURN = {"for": "turn", "net": 0, "coins": 1, "take": "numbers", "buy": "ask"}
PASS = {"for": "auction", "which": "any", "bid": "up-to", "most": 0, "once": False}


def test_one_turn_is_one_though_the_next_one_comes_within_the_same_move():
    """The other's plans play a turn at once, and it is the planner's turn again before anybody clicks."""
    game, users = table("push", 2)
    state = push_with_a_market(game)
    me, other = state.active, 1 - state.active
    play.plan(game.pk, users[other], TURN | {"buy": "skip", "once": False})
    for user in users:
        play.plan(game.pk, user, PASS)
    plan = play.plan(game.pk, users[me], TURN)
    assert plan.status == Plan.Status.ACTIVE
    assert plan.acted
    assert play.state_of(again(game)).phase == "buy"
    send(game, users[me], {"do": "skip"})
    state = play.state_of(again(game))
    assert (state.active, state.phase) == (me, "draw")
    assert set(game.moves.filter(number__gt=plan.acted, seat=other).values_list("by", flat=True)) == {"plan"}
    assert not game.moves.filter(number__gt=plan.acted, seat=me, by="plan").exclude(move__do="pass").exists()
    plan.refresh_from_db()
    assert (plan.status, plan.why) == (Plan.Status.DONE, "")


def push_with_a_market(game):
    """Whoever takes the numbers is asked what to buy."""
    state = change(play.state_of(game), market=("b1", "g1", "o1", "p1"))
    game.state = play.base.text_of(state)
    game.save(update_fields=["state"])
    return state


def again(game):
    game.refresh_from_db()
    return game
