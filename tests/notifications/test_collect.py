"""Notifications are collected from seats once and reliability is counted once, however many workers there are."""

import random
import threading
from datetime import timedelta

import pytest
from django.db import connection

from accounts.models import User
from games import play
from games.models import Game, Notification, Reliability, Seat
from games.notifications import collect
from tests.notifications.readers import list_log, play_until_turn_of, split_by_turn, start_duel
from tests.tables import one_move, people, play_to_the_end, table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def list_topics(user: User) -> list[str]:
    return [row[0] for row in list_log(user)]


def load_reliability() -> dict[str, tuple[int, int]]:
    """Return finished and started games by name."""
    return {found.user.username: (found.finished, found.started) for found in Reliability.objects.all()}


def test_the_first_player_of_a_new_game_is_notified(clock):
    game, users = table("push", 3)
    assert collect.collect_all() == 1
    mover = split_by_turn(game, users)[0]
    assert {user: list_topics(user) for user in users} == {user: ["turn"] if user == mover else [] for user in users}
    assert not Seat.objects.filter(is_notified=False).exists()
    assert collect.collect_all() == 0


def test_a_player_whose_turn_continues_is_not_notified_again(clock):
    game, users = start_duel()
    ana, dice = users[0], random.Random(4)
    play_until_turn_of(game, users, ana)
    collect.collect_all()
    before = list(Notification.objects.filter(user=ana).values_list("pk", flat=True))
    one_move(game, users, dice)
    if split_by_turn(game, users)[0] == ana:
        collect.collect_all()
        assert list(Notification.objects.filter(user=ana).values_list("pk", flat=True)) == before


def test_bots_get_no_notifications(clock):
    game, users = table("swap", 4, players=1)
    collect.collect_all()
    assert set(Notification.objects.values_list("user", flat=True)) <= {users[0].pk}
    assert game.status == Game.Status.PLAYING


def test_a_game_played_to_its_end_counts_for_everyone(clock):
    game, users = start_duel("tiles")
    play_to_the_end(game, users, random.Random(1))
    for _ in range(3):
        collect.collect_all()
    assert load_reliability() == {"Ana": (1, 1), "Ben": (1, 1)}
    assert "over" in list_topics(users[0])
    assert set(Seat.objects.filter(game=game).values_list("is_in_reliability", flat=True)) == {True}


def test_resigning_counts_as_not_finished(clock):
    game, users = table("push", 3)
    play.resign(game.pk, users[0])
    collect.collect_all()
    assert load_reliability() == {"Ana": (0, 1)}
    play.resign(game.pk, users[1])
    for _ in range(3):
        collect.collect_all()
    assert load_reliability()["Ana"] == load_reliability()["Ben"] == (0, 1)


def test_resigning_a_two_player_game_counts_as_finished(clock):
    game, users = start_duel("tiles")
    play.resign(game.pk, users[0])
    collect.collect_all()
    assert load_reliability() == {"Ana": (1, 1), "Ben": (1, 1)}


def test_losing_a_seat_on_time_notifies_once_and_counts_as_not_finished(clock):
    game, users = table("push", 3)
    collect.collect_all()
    Notification.objects.all().delete()
    Seat.objects.filter(game=game, user=users[0]).update(has_left=True, leave_reason="clock", is_notified=False)
    for _ in range(2):
        collect.collect_all()
    assert list_topics(users[0]) == ["lost"]
    assert load_reliability() == {"Ana": (0, 1)}
    Game.objects.filter(pk=game.pk).update(status="finished", ended_at=clock.now())
    Seat.objects.filter(game=game).update(is_notified=False, is_to_move=False)
    collect.collect_all()
    assert list_topics(users[0]) == ["lost"]
    assert load_reliability() == {"Ana": (0, 1), "Ben": (1, 1), "Chloe": (1, 1)}


def test_a_player_who_left_is_counted_even_if_replaced(clock):
    game, users = table("push", 2)
    *_rest, dora = people(4)
    Seat.objects.filter(game=game, user=users[0]).update(user=dora, leaver=users[0], leave_reason="resigned")
    Game.objects.filter(pk=game.pk).update(status="finished", ended_at=clock.now())
    Seat.objects.filter(game=game).update(is_notified=False, is_to_move=False)
    collect.collect_all()
    assert load_reliability() == {"Ana": (0, 1), "Ben": (1, 1)}
    assert list_topics(dora) == ["over"]


def test_games_against_bots_only_do_not_count(clock):
    game, users = table("tiles", 2, players=1)
    play.resign(game.pk, users[0])
    collect.collect_all()
    assert load_reliability() == {}
    assert set(Seat.objects.filter(game=game, user=users[0]).values_list("is_in_reliability", flat=True)) == {True}


def test_canceled_games_do_not_count(clock):
    game, users = start_duel()
    for user in users:
        play.agree_to_cancel(game.pk, user, True)
    collect.collect_all()
    assert load_reliability() == {}
    assert "off" in list_topics(users[0])


def test_several_workers_send_nothing_twice(clock):
    games = [table("push", 2)[0] for _ in range(12)]
    together = threading.Barrier(4)
    failed = []

    def sweep() -> None:
        try:
            together.wait(10)
            collect.collect_all()
        except Exception as error:
            failed.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=sweep) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    collect.collect_all()
    assert failed == []
    assert sorted(Notification.objects.values_list("game", flat=True)) == sorted(game.pk for game in games)
    assert not Notification.objects.filter(channel="").exists()


def test_the_log_is_deleted_after_two_months(clock):
    _game, users = table("push", 2)
    collect.collect_all()
    assert Notification.objects.exists()
    Notification.objects.update(created_at=clock.now() - timedelta(days=61))
    clock.advance(minutes=1)
    collect.enqueue_notification([users[0].pk], "vacation")
    collect.collect_all()
    assert set(Notification.objects.values_list("topic", flat=True)) == {"vacation"}
