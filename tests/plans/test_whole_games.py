"""Plans in whole stored games."""

import json
import random

import pytest

from games import play
from games.kinds.plans import BadPlan
from games.models import Plan
from games.rules.base import change
from games.worker import bots
from tests.plans.memory_games import MemoryGame, pick_move, random_plan, try_to_add
from tests.tables import send, table

pytestmark = pytest.mark.django_db
TURN = {"for": "turn", "net": 0, "coins": 1, "take": "numbers", "buy": "ask"}
PASS = {"for": "auction", "which": "any", "bid": "up-to", "most": 0, "once": False}


def test_a_plan_for_one_turn_ends_even_if_the_next_turn_comes_without_a_click():
    """The opponent's plans play a whole turn, so it's the planner's turn again before anyone clicks."""
    game, users = table("push", 2)
    state = fill_market(game)
    me, other = state.active, 1 - state.active
    play.make_plan(game.pk, users[other], TURN | {"buy": "skip", "once": False})
    for user in users:
        play.make_plan(game.pk, user, PASS)
    plan = play.make_plan(game.pk, users[me], TURN)
    bots.play_all(game.pk)
    plan.refresh_from_db()
    assert plan.status == Plan.Status.ACTIVE
    assert plan.last_move_number
    assert play.parse_state(reload(game)).phase == "buy"
    send(game, users[me], {"do": "skip"})
    bots.play_all(game.pk)
    state = play.parse_state(reload(game))
    assert (state.active, state.phase) == (me, "draw")
    assert set(game.moves.filter(number__gt=plan.last_move_number, seat=other).values_list("made_by", flat=True)) == {
        "plan"
    }
    assert (
        not game.moves.filter(number__gt=plan.last_move_number, seat=me, made_by="plan")
        .exclude(move__do="pass")
        .exists()
    )
    plan.refresh_from_db()
    assert (plan.status, plan.lapse_reason) == (Plan.Status.DONE, "")


def fill_market(game):
    """Put cards on the market, so that a player who takes the numbers is asked what to buy."""
    state = change(play.parse_state(game), market=("b1", "g1", "o1", "p1"))
    game.state = play.locking.serialize_state(state)
    game.save(update_fields=["state"])
    return state


def reload(game):
    game.refresh_from_db()
    return game


@pytest.mark.parametrize(
    ("kind", "seats", "options"), [("push", 3, {"bust_buy": True}), ("swap", 5, {"blocking": "ask"})]
)
def test_stored_games_match_games_in_memory(kind, seats, options, share, monkeypatch):
    """The same plans made at the same moments give the same moves, by the same players and plans."""
    monkeypatch.setattr(play.plans, "MOST_PLANS", 10_000)
    by_plans = 0
    for number in range(share(small=1, proofs=8, whole=40)):
        dice = random.Random(f"stored {kind} {number}")
        game, users = table(kind, seats, options=options)
        dealer = play.locking.make_dealer(game, play.load_seats(game))
        memory = MemoryGame(kind, play.parse_state(game).setup, dealer, play.parse_state(game))
        while (seat := memory.waiting()) is not None:
            if dice.random() < 0.15:
                planner, data = dice.randrange(seats), random_plan(kind, dice)
                added = try_to_add(memory, planner, data)
                assert try_to_store(game, users[planner], data) == (added is not None)
            else:
                move = pick_move(memory, seat, dice)
                memory.click(seat, move)
                send(reload(game), users[seat], move)
            bots.play_all(game.pk)
            assert memory.state == play.parse_state(reload(game))
        stored = [list(move) for move in game.moves.order_by("number").values_list("seat", "move", "made_by")]
        assert stored == json.loads(json.dumps(memory.moves))
        by_plans += sum(by == "plan" for _seat, _move, by in stored)
    assert by_plans > share(small=0, whole=200)


def try_to_store(game, user, data) -> bool:
    try:
        play.make_plan(game.pk, user, data)
    except BadPlan:
        return False
    return True
