"""Time during which the site was down doesn't count, and no clock is applied before a server is up."""

from datetime import timedelta
from random import Random
from types import SimpleNamespace

import pytest
from django.db import transaction

from games import play
from games.clocks import database_clock
from games.clocks.rules import FREE_TIME
from games.models import Downtime, Game, Heartbeat, Move
from games.worker import loop
from tests.clocks.time_travel import pass_time, start_game
from tests.tables import pick, send

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def move_and_measure(game, users) -> timedelta:
    """Make the next move, and return how much of the time bank it took."""
    game.refresh_from_db()
    seat, move = pick(game, Random(1))
    send(game, users[seat], move)
    return timedelta(milliseconds=Move.objects.filter(game=game).latest("number").spent_ms or 0)


@pytest.mark.parametrize("is_noted", [True, False])
@pytest.mark.parametrize("span", [timedelta(hours=5), 5 * MINUTE])
def test_time_without_a_server_does_not_count(span, is_noted):
    """Not even for a move made before the server stores its first heartbeat."""
    game, users = start_game("tiles", 2, pace="fast")
    loop.heartbeat()
    pass_time(timedelta(minutes=2))
    Heartbeat.objects.update(last_beat_at=database_clock.now())
    pass_time(span, down=True)
    if is_noted:
        loop.heartbeat()
        [gap] = Downtime.objects.all()
        assert span <= gap.ended_at - gap.started_at < span + 2 * MINUTE
    assert 2 * MINUTE - FREE_TIME <= move_and_measure(game, users) < 4 * MINUTE


def test_a_short_pause_between_heartbeats_is_not_a_gap():
    loop.heartbeat()
    pass_time(MINUTE / 2, down=True)
    loop.heartbeat()
    assert not Downtime.objects.exists()


def test_only_one_of_several_servers_stores_the_gap(monkeypatch):
    """Both have read the old heartbeat before either stores a new one."""
    loop.heartbeat()
    pass_time(timedelta(hours=1), down=True)

    def after_another():
        monkeypatch.setattr(loop, "transaction", transaction)
        loop.heartbeat()
        return transaction.atomic()

    monkeypatch.setattr(loop, "transaction", SimpleNamespace(atomic=after_another))
    loop.heartbeat()
    assert Downtime.objects.count() == 1


def test_no_clock_is_applied_before_a_server_is_up():
    game, _users = start_game("tiles", 2, pace="live")
    loop.heartbeat()
    pass_time(timedelta(hours=2), down=True)
    Game.objects.update(deadline_at=database_clock.now() - MINUTE)
    assert loop.sweep() == 0
    game.refresh_from_db()
    assert (game.status, game.version) == ("playing", 0)
    loop.heartbeat()
    assert loop.sweep() == 1
    game.refresh_from_db()
    assert (game.status, game.version) == ("playing", 0), "the time bank is as full as before"
    assert game.deadline_at > database_clock.now()
    assert play.list_due(database_clock.now()) == []
