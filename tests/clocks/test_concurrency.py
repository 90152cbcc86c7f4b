"""Two transactions at a deadline: it is applied once, a move under way wins, and the database's clock decides.

test_sweepers.py does this with many processes, some of which are killed.
"""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games import play
from games.clocks import database_clock
from games.clocks.counted_time import DAY, HOUR
from games.models import Downtime, Game, Heartbeat, Move, Notification, rows
from games.notifications import collect
from games.play import timeouts
from games.rules.base import Refused
from games.worker import loop
from tests.clocks.overlap import overlap
from tests.clocks.time_travel import get_seat_to_move, pass_time, start_game
from tests.tables import send

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

SECOND = timedelta(seconds=1)
HOLD = {"do": "hold"}


@pytest.fixture
def game() -> Game:
    """A game of swap whose deadline has passed: the player to move keeps the card by default."""
    laid, _users = start_game("swap", 4)
    pass_time(12 * HOUR + SECOND)
    return laid


def get_player_to_move(game: Game) -> User:
    """Return the player to move."""
    user = get_seat_to_move(game).user
    assert user is not None
    return user


def list_moves(game: Game) -> list[tuple[int, str]]:
    """List the number of each stored move and who made it."""
    return list(Move.objects.filter(game=game).order_by("number").values_list("number", "made_by"))


def test_of_two_workers_one_applies_the_clock_and_the_other_does_not_wait(game, monkeypatch):
    other = overlap(monkeypatch, timeouts, "_time_out_seat", lambda: play.apply_timeouts(game.pk))
    assert play.apply_timeouts(game.pk)
    assert not other.waited
    assert not other.result()
    assert list_moves(game) == [(1, "clock")]


def test_while_one_worker_handles_a_game_another_handles_the_next(game, monkeypatch):
    second, _users = start_game("swap", 4)
    pass_time(12 * HOUR + SECOND)
    other = overlap(monkeypatch, timeouts, "_time_out_seat", loop.sweep)
    assert loop.sweep() + other.result() == 2
    assert not other.waited
    assert list_moves(game) == list_moves(second) == [(1, "clock")]


def test_a_move_under_way_at_the_deadline_wins(game, monkeypatch):
    other = overlap(monkeypatch, rows, "update_seats", loop.sweep)
    assert send(game, get_player_to_move(game), HOLD).version == 1
    assert not other.waited
    assert other.result() == 0
    assert loop.sweep() == 0
    assert list_moves(game) == [(1, "")]


def test_a_move_during_the_time_out_is_refused(game, monkeypatch):
    user = get_player_to_move(game)
    other = overlap(monkeypatch, rows, "update_seats", lambda: send(game, user, HOLD, seen=0))
    assert play.apply_timeouts(game.pk)
    with pytest.raises(Refused, match=r"seen\.stale"):
        other.result()
    assert list_moves(game) == [(1, "clock")]


def test_the_work_of_a_dead_worker_is_redone(game, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(rows, "update_seats", die)
        with pytest.raises(SystemExit):
            play.apply_timeouts(game.pk)
    assert list_moves(game) == []
    assert loop.sweep() == 1
    assert list_moves(game) == [(1, "clock")]


def die(*_given: object) -> None:
    raise SystemExit


def test_notifications_of_a_game_can_be_stored_during_a_move(game, monkeypatch):
    """Otherwise the notification would have to wait for the move."""
    user = get_player_to_move(game)
    other = overlap(monkeypatch, rows, "update_seats", lambda: collect.enqueue_notification([user.pk], "gift", game))
    send(game, user, HOLD)
    other.result()
    assert not other.waited
    assert Notification.objects.filter(topic="gift", game=game).count() == 1


# --- the clock of the process, and that of the database -------------------------------------------------------------


def set_clock(patch: pytest.MonkeyPatch, ahead: timedelta) -> None:
    """Make the clock of this process wrong by that much."""
    right = timezone.now
    patch.setattr(timezone, "now", lambda: right() + ahead)


def test_a_process_whose_clock_is_ahead_applies_nothing_early(monkeypatch):
    game, _users = start_game("swap", 4)
    loop.sweep()
    with monkeypatch.context() as patch:
        set_clock(patch, 400 * DAY)
        loop.sweep()
    assert list_moves(game) == []
    is_the_clock = connection.vendor == "sqlite"  # SQLite has no other clock, so it sees a gap in which no clock ran
    assert Downtime.objects.count() == is_the_clock


def test_a_process_whose_clock_is_behind_goes_by_the_databases_clock(game, monkeypatch):
    set_clock(monkeypatch, -400 * DAY)
    has_its_own = connection.vendor == "postgresql"
    assert loop.sweep() == has_its_own
    assert list_moves(game) == [(1, "clock")] * has_its_own


def test_of_two_workers_one_stores_a_gap(monkeypatch):
    loop.sweep()
    pass_time(DAY, down=True)
    other = overlap(monkeypatch, Downtime.objects, "create", loop.sweep)
    loop.sweep()
    other.result()
    assert Downtime.objects.count() == 1
    assert Heartbeat.objects.get().last_beat_at > database_clock.now() - HOUR
