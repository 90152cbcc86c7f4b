"""Games without a clock that nobody plays are canceled after two warnings."""

import random
from datetime import datetime, timedelta

import pytest

from games import play
from games.clocks import database_clock
from games.clocks.counted_time import DAY, HOUR
from games.models import Notification
from tests.clocks.time_travel import apply_clock, pass_time, start_game
from tests.tables import one_move

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


@pytest.mark.parametrize(("kind", "seats", "pace"), [("push", 3, "untimed"), ("tiles", 2, "untimed")])
def test_a_game_that_nobody_plays_is_canceled_unrated_after_two_warnings(kind, seats, pace):
    game, _users = start_game(kind, seats, pace=pace, rated=True)
    told = []
    for _day in range(31):
        pass_time(DAY + SECOND)
        apply_clock(game)
        told.append(Notification.objects.filter(topic="idle").count())
        if game.status != "playing":
            break
    assert told[18] == 0
    assert told[20] == seats
    assert told[-1] == 2 * seats
    assert len(told) == 30
    assert (game.status, game.is_rated, game.result, game.deadline_at) == ("aborted", False, None, None)
    assert not game.seats.exclude(leave_reason="").exists()
    assert Notification.objects.filter(topic="off").count() == seats


def test_a_move_restarts_the_thirty_days():
    game, users = start_game("tiles", 2, pace="untimed")
    for _ in range(3):
        pass_time(29 * DAY)
        apply_clock(game)
        assert game.status == "playing"
        one_move(game, users, random.Random(1))
        assert game.warnings_sent == 0


@pytest.mark.parametrize("days", [(10, 25), (19,), (22, 28), (29,)])
def test_only_moves_postpone_the_cancellation(days):
    """Changing quiet hours or asking to cancel the game doesn't."""
    game, users = start_game("tiles", 2, pace="untimed", rated=True)
    for day in range(1, 31):
        assert game.status == "playing"
        pass_time(DAY + SECOND)
        if day in days:
            play.update_deadlines(users[0])
            play.agree_to_cancel(game.pk, users[1], yes=True)
        apply_clock(game)
        assert Notification.objects.filter(topic="idle").count() == 2 * ((day >= 20) + (day >= 27))
    assert (game.status, game.is_rated) == ("aborted", False)


def test_a_vacation_postpones_the_cancellation():
    game, users = start_game("tiles", 2, pace="untimed")
    pass_time(15 * DAY)
    now = database_clock.now()
    play.add_vacation(users[0], now, now + 10 * DAY)
    pass_time(5 * DAY + SECOND)
    assert (apply_clock(game), Notification.objects.count()) == (0, 0)
    play.end_vacation(users[0])
    pass_time(5 * DAY + SECOND)
    apply_clock(game)
    assert Notification.objects.filter(topic="idle").count() == 2


def test_a_late_first_warning_delays_the_second_and_the_end():
    game, _users = start_game("tiles", 2, pace="untimed")
    for days, warnings, status in [(45, 1, "playing"), (6, 1, "playing"), (1, 2, "playing"), (2, 2, "playing")]:
        pass_time(days * DAY + SECOND)
        apply_clock(game)
        assert (Notification.objects.filter(topic="idle").count(), game.status) == (2 * warnings, status)
        if days in (45, 1):  # the warning names the right time
            end = datetime.fromisoformat(Notification.objects.latest("pk").facts["until"])
            assert abs(end - database_clock.now() - (10 if days == 45 else 3) * DAY) < HOUR
    pass_time(DAY)
    apply_clock(game)
    assert game.status == "aborted"
