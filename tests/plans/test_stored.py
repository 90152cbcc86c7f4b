"""Plans of stored games: each answer is a move of its own, and no plan outlives its player."""

import random
from datetime import timedelta

import pytest
from django.db.models import F

from games import play
from games.archive import records
from games.archive.integrity import find_difference
from games.kinds import KINDS
from games.kinds.plans import Act
from games.models import Game, Move, Plan
from games.pages import tables
from games.rules import record
from games.rules.verify import verify
from games.worker import bots
from tests.tables import one_move, person, table

pytestmark = pytest.mark.django_db
PASS = {"for": "auction", "which": "any", "bid": "up-to", "most": 0, "once": False}
HOLD = {"for": "turn", "least": None, "once": False}
HOLD_ONCE = {"for": "turn", "least": None, "once": True}


def count_moves_by_plan(game: Game) -> int:
    return Move.objects.filter(game=game, made_by="plan").count()


def check_stored_game(game: Game) -> None:
    """Check that replaying the moves gives everything that is stored, link by link, and that the record is valid."""
    game.refresh_from_db()
    assert find_difference(game) is None
    assert verify(record.write(records.make_record(tables.load(game.pk), None))) == ()


@pytest.mark.parametrize(("kind", "seats", "plan"), [("swap", 4, HOLD), ("push", 3, PASS)])
def test_each_move_by_a_plan_is_a_link_of_the_chain(kind, seats, plan):
    """Plans that follow a move answer in transactions of their own, each with a link made from the one before."""
    game, users = table(kind, seats)
    dice = random.Random(3)
    for user in users[1:]:
        play.make_plan(game.pk, user, plan)
    game.refresh_from_db()
    while count_moves_by_plan(game) < 4:
        version = game.version
        one_move(game, users, dice)
        assert game.version == version + 1
        bots.play_all(game.pk)
        game.refresh_from_db()
    check_stored_game(game)
    numbers = list(Move.objects.filter(game=game, made_by="plan").values_list("number", flat=True))
    assert any(number + 1 in numbers for number in numbers), "two plans answered one after the other"
    for user in users[1:]:
        play.resign(game.pk, user)
    check_stored_game(game)


def test_a_plan_that_acts_at_once_is_a_link_of_the_chain():
    game, users = table("swap", 4)
    seat = play.find_kind(game).waiting(play.parse_state(game))[0]
    play.make_plan(game.pk, users[seat], HOLD)
    assert count_moves_by_plan(game) == 1
    check_stored_game(game)


@pytest.mark.parametrize("plan", [HOLD, HOLD_ONCE])
def test_a_plan_expires_when_its_owner_resigns_and_ignores_the_substitute(plan):
    game, users = table("swap", 4)
    waiting = play.find_kind(game).waiting(play.parse_state(game))[0]
    number = (waiting + 1) % 4
    made = play.make_plan(game.pk, users[number], plan)
    assert not made.last_move_number
    play.resign(game.pk, users[number])
    made.refresh_from_db()
    assert (made.status, made.lapse_reason) == (Plan.Status.LAPSED, "plan.left")
    users[number] = person("Zoe")
    play.substitute(game.pk, users[number])
    dice = random.Random(1)
    game.refresh_from_db()
    while not Move.objects.filter(game=game, seat=number, made_by="").exclude(move__do="resign").exists():
        one_move(game, users, dice)
    assert count_moves_by_plan(game) == 0


def test_a_substitutes_plan_expires_when_the_seat_is_lost_on_time():
    game, users = table("swap", 4)
    waiting = play.find_kind(game).waiting(play.parse_state(game))[0]
    number = (waiting + 1) % 4
    play.resign(game.pk, users[number])
    zoe = person("Zoe")
    play.substitute(game.pk, zoe)
    made = play.make_plan(game.pk, zoe, HOLD)
    play.resign(game.pk, zoe)
    made.refresh_from_db()
    assert (made.status, made.lapse_reason) == (Plan.Status.LAPSED, "plan.left")
    assert not game.seats.get(number=number).has_plans


# --- broken plans, and several at once ------------------------------------------------------------------------------


def break_plan(monkeypatch, data=None, act=None) -> tuple[Game, Plan]:
    """Break the plan of the next player, and make the move that it would answer."""
    game, users = table("swap", 4)
    [waiting] = play.find_kind(game).waiting(play.parse_state(game))
    plan = play.make_plan(game.pk, users[(waiting + 1) % 4], HOLD)
    if data:
        Plan.objects.filter(pk=plan.pk).update(data=data)
    if act:
        monkeypatch.setattr(KINDS["swap"].known_plans.rules, "decide", lambda plans, view, choices: Act(0, act))
    play.submit(game.pk, users[waiting], 0, "a-ticket", "hold", lambda *_: {"do": "hold"})
    bots.play_all(game.pk)
    plan.refresh_from_db()
    game.refresh_from_db()
    return game, plan


@pytest.mark.parametrize("data", [{"for": "turn", "least": None, "once": False}, {"for": "turn"}, {"no": "plan"}])
def test_an_unreadable_plan_ends_and_the_other_players_move_stands(monkeypatch, data):
    game, plan = break_plan(monkeypatch, data=data)
    assert game.version == 1
    assert (plan.status, plan.lapse_reason) == (Plan.Status.LAPSED, "plan.broken")
    check_stored_game(game)


def test_a_plan_with_an_illegal_move_ends_and_the_other_players_move_stands(monkeypatch):
    game, plan = break_plan(monkeypatch, act={"do": "block"})
    assert game.version == 1
    assert (plan.status, plan.lapse_reason) == (Plan.Status.LAPSED, "plan.refused")
    check_stored_game(game)


def test_plans_answer_one_by_one_and_the_periodic_work_finds_the_rest():
    game, users = table("swap", 4)
    [waiting] = play.find_kind(game).waiting(play.parse_state(game))
    for number in range(1, 4):
        play.make_plan(game.pk, users[(waiting + number) % 4], HOLD)
    play.submit(game.pk, users[waiting], 0, "a-ticket", "hold", lambda *_: {"do": "hold"})
    game.refresh_from_db()
    for version in (1, 2):
        assert (game.version, count_moves_by_plan(game)) == (version, version - 1)
        assert bots.list_forgotten() == []
        Game.objects.filter(pk=game.pk).update(auto_move_due_at=F("auto_move_due_at") - timedelta(minutes=1))
        assert bots.list_forgotten() == [game.pk]
        bots.move_one(game.pk)
        game.refresh_from_db()
    bots.play_all(game.pk)
    game.refresh_from_db()
    assert count_moves_by_plan(game) >= 3
    assert play.find_kind(game).waiting(play.parse_state(game)) == (waiting,)
    assert not bots.is_due(game.pk)
    check_stored_game(game)
