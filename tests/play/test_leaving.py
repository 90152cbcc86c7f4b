"""Leaving and returning: canceling by agreement, giving time, and substitutes."""

import random
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games import play
from games.archive import records
from games.clocks import rules
from games.models import Game, Move, Notification, TimeGift
from games.pages import tables
from games.refusals import Denied
from games.rules import record
from games.rules.verify import verify
from games.worker import bots
from tests.tables import one_move, person, pick, play_plans_and_bots, play_to_the_end, send, table

pytestmark = pytest.mark.django_db
PASS = {"for": "auction", "which": "any", "bid": "up-to", "most": 0, "once": False}
HOLD = {"for": "turn", "least": None, "once": False}


def get_refusal(call) -> str:
    with pytest.raises(Denied) as denied:
        call()
    return denied.value.code


def lose_seat(game: Game, number: int) -> None:
    """Let the seat be lost on time."""
    seat = game.seats.get(number=number)
    play.resign(game.pk, seat.user or person("Nobody"))
    game.seats.filter(number=number).update(leave_reason="clock")
    game.refresh_from_db()


# --- canceling by agreement -----------------------------------------------------------------------------------------


def test_a_game_is_canceled_once_everyone_agrees():
    game, (ana, ben, chloe) = table("push", 3, rated=True)
    one_move(game, [ana, ben, chloe], random.Random(1))
    assert not play.agree_to_cancel(game.pk, ana, True)
    assert not play.agree_to_cancel(game.pk, ben, True)
    assert play.agree_to_cancel(game.pk, chloe, True)
    game.refresh_from_db()
    assert (game.status, game.is_rated, game.result, game.deadline_at) == ("aborted", False, None, None)
    assert not game.seats.filter(is_to_move=True).exists()
    with pytest.raises(Denied, match="off"):
        send(game, ana, {"do": "draw"})


def test_agreement_to_cancel_can_be_withdrawn():
    game, (ana, ben) = table("tiles", 2)
    play.agree_to_cancel(game.pk, ana, True)
    play.agree_to_cancel(game.pk, ana, False)
    assert not play.agree_to_cancel(game.pk, ben, True)
    game.refresh_from_db()
    assert game.status == "playing"


def test_agreeing_repeatedly_notifies_once_a_day():
    game, (ana, ben) = table("push", 2)
    for yes in (True, False, True, False, True):
        play.agree_to_cancel(game.pk, ana, yes)
    assert Notification.objects.filter(game=game, topic="agree", user=ben).count() == 1


def test_the_number_of_vacations_is_limited(monkeypatch):
    monkeypatch.setattr(play.vacations, "MOST_VACATIONS", 3)
    ana = person("Ana")
    now = timezone.now()
    for _time in range(3):
        play.add_vacation(ana, now, now + timedelta(days=1))
        play.end_vacation(ana)
    assert get_refusal(lambda: play.add_vacation(ana, now, now + timedelta(days=1))) == "vacation.many"


def test_bots_need_not_agree_to_cancel():
    game, (ana, ben) = table("swap", 4, 2)
    play.agree_to_cancel(game.pk, ana, True)
    assert play.agree_to_cancel(game.pk, ben, True)


def test_only_seated_players_can_agree_to_cancel():
    game, _ = table("tiles", 2)
    assert get_refusal(lambda: play.agree_to_cancel(game.pk, person("Zoe"), True)) == "seat.none"


@pytest.mark.parametrize("kind", ["push", "tiles", "swap"])
def test_a_canceled_game_can_be_viewed_and_its_record_verified(kind):
    game, users = table(kind, {"push": 3, "tiles": 2, "swap": 4}[kind])
    one_move(game, users, random.Random(2))
    for user in users:
        play.agree_to_cancel(game.pk, user, True)
    client = Client()
    client.force_login(users[0])
    page = client.get(f"/games/{game.pk}/")
    assert page.status_code == 200
    assert "This game was canceled." in page.content.decode()
    assert 'name="do"' not in page.content.decode().split('id="beside"')[0]
    assert "Choose one of" not in page.content.decode()
    assert 'id="do-same"' in page.content.decode()
    assert 'id="do-again"' not in page.content.decode()
    state = client.get(f"/games/{game.pk}/state.json").json()
    assert (state["status"], state["waiting"], state["choices"]) == ("aborted", [], {"moves": []})
    text = record.write(records.make_record(tables.load(game.pk), None))
    assert record.read(text).fair.server == game.server_seed
    assert verify(text) == ()


# --- giving time ----------------------------------------------------------------------------------------------------


def test_a_player_gives_an_opponent_time():
    game, (ana, ben, _) = table("push", 3)
    play.give_time(game.pk, ana, 1)
    day, bank = rules.to_ms(timedelta(days=1)), rules.to_ms(rules.PACES["daily"].bank)
    assert game.seats.get(number=1).time_bank_ms == bank + day
    assert TimeGift.objects.get().amount_ms == day
    assert Notification.objects.filter(user=ben, topic="gift").exists()


def test_giving_time_moves_the_deadline():
    game, users = table("tiles", 2)
    play.apply_timeouts(game.pk)
    seat = game.seats.get(is_to_move=True)
    play.give_time(game.pk, users[1 - seat.number], seat.number)
    after = game.seats.get(number=seat.number)
    assert after.deadline_at - seat.deadline_at >= timedelta(days=1)


def test_players_cannot_give_time_to_themselves_or_too_often():
    game, (ana, _, _) = table("push", 3)
    assert get_refusal(lambda: play.give_time(game.pk, ana, 0)) == "time.whom"
    assert get_refusal(lambda: play.give_time(game.pk, ana, 7)) == "time.whom"
    for _time in range(7):
        play.give_time(game.pk, ana, 1)
    assert get_refusal(lambda: play.give_time(game.pk, ana, 1)) == "time.enough"


@pytest.mark.parametrize("pace", ["live", "untimed"])
def test_time_can_only_be_given_in_correspondence_games(pace):
    game, (ana, _) = table("push", 2, pace=pace)
    assert get_refusal(lambda: play.give_time(game.pk, ana, 1)) == "time.none"


# --- substitutes ----------------------------------------------------------------------------------------------------


def test_a_substitute_takes_over_from_the_bot():
    game, users = table("push", 3)
    lose_seat(game, 1)
    zoe = person("Zoe")
    assert play.substitute(game.pk, zoe) == 1
    seat = game.seats.get(number=1)
    assert (seat.user, seat.leaver, seat.has_left) == (zoe, users[1], False)
    users[1] = zoe
    dice = random.Random(3)
    while not Move.objects.filter(game=game, seat=1, made_by="").exclude(move__do="resign").exists():
        one_move(game, users, dice)
    assert not Move.objects.filter(game=game, made_by="standin").exists()


def test_a_lost_seat_stays_last_with_a_substitute():
    game, users = table("push", 3)
    lose_seat(game, 1)
    users[1] = person("Zoe")
    play.substitute(game.pk, users[1])
    play_to_the_end(game, users, random.Random(4))
    assert game.seats.get(number=1).rank == 3


def test_a_substitute_who_leaves_is_replaced_by_the_bot_again():
    game, _ = table("push", 3)
    lose_seat(game, 1)
    zoe = person("Zoe")
    play.substitute(game.pk, zoe)
    play.resign(game.pk, zoe)
    assert game.seats.get(number=1).has_left
    kind, state = play.find_kind(game), play.parse_state(game)
    assert kind.result(state) is None


@pytest.mark.parametrize(("kind", "data"), [("push", PASS), ("swap", HOLD)])
def test_plans_of_a_substitute_work_and_end_when_they_leave(kind, data):
    game, users = table(kind, 4)
    lose_seat(game, 1)
    users[1] = zoe = person("Zoe")
    play.substitute(game.pk, zoe)
    plan = play.make_plan(game.pk, zoe, data)
    dice = random.Random(6)
    while not Move.objects.filter(game=game, seat=1, made_by="plan").exists():
        one_move(game, users, dice)
        play_plans_and_bots(game)
    play.resign(game.pk, zoe)
    plan.refresh_from_db()
    assert (plan.status, plan.lapse_reason) == ("lapsed", "plan.left")
    assert not game.seats.get(number=1).has_plans


def test_a_player_who_lost_the_seat_on_time_can_return():
    game, users = table("push", 3)
    lose_seat(game, 1)
    assert get_refusal(lambda: play.submit(game.pk, users[1], game.version, "x" * 8, "", lambda *_: {})) == "seat.lost"
    assert play.substitute(game.pk, users[1]) == 1
    seat = game.seats.get(number=1)
    assert (seat.user, seat.leaver, seat.has_left, seat.leave_reason) == (users[1], None, False, "clock")


def test_seated_and_resigned_players_cannot_substitute():
    game, (ana, ben, _) = table("push", 3)
    play.resign(game.pk, ben)
    assert get_refusal(lambda: play.substitute(game.pk, ana)) == "sit.already"
    assert get_refusal(lambda: play.substitute(game.pk, ben)) == "sit.already"


def test_a_full_game_needs_no_substitute():
    game, _ = table("push", 3)
    assert get_refusal(lambda: play.substitute(game.pk, person("Zoe"))) == "substitute.none"


def test_a_stand_in_plays_on_until_a_substitute_comes():
    game, _users = table("push", 3)
    seat, _move = pick(game, random.Random(5))
    lose_seat(game, seat)
    bots.play_all(game.pk)
    assert Move.objects.filter(game=game, seat=seat, made_by="standin").exists()
    assert not game.seats.get(number=seat).is_to_move
