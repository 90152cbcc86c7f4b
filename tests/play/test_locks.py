"""A transaction that changes a game waits for another one that does, and then reads its result.

One connection has changed something and not yet committed when another one starts. That one must wait for the lock
before it reads, or it would act on outdated data.
"""

import random
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, connections

from accounts import friends
from accounts.models import User
from games import play
from games.chat import service
from games.clocks import database_clock
from games.models import ChatMessage, Game, Invitation, Move, Rating, Report
from games.play import expiry, rematches
from games.play.locking import write_transaction
from games.rules.base import Refused
from games.views import report
from tests.clocks.time_travel import pass_time, start_game
from tests.tables import people, person, pick, send, table
from tests.waiting import PATIENCE, until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
BLOCKED = "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid)))"


class Other(threading.Thread):
    """A thread with its own connection. `said` is its result, the code of a refusal, or an error."""

    def __init__(self, do: Callable[[], Any]) -> None:
        super().__init__(daemon=True)
        self.do = do
        self.said: Any = "nothing"

    def run(self) -> None:
        try:
            self.said = self.do()
        except Refused as refused:
            self.said = refused.code
        except Exception as fault:
            self.said = fault
        finally:
            connections.close_all()


def run_during(
    first: Callable[[], Any], second: Callable[[], Any], then: Callable[[], Any] = int, waits: bool = True
) -> tuple[Any, Any]:
    """Start the second while the first isn't committed yet; `then` continues the first. Return both results."""
    other = Other(second)
    with write_transaction():
        done = first()
        other.start()
        if connection.vendor == "postgresql":  # SQLite has only one writer, and doesn't tell who waits
            until(lambda: is_blocking() or not other.is_alive(), "the other one to wait or to end")
            assert other.is_alive() == waits
        then()
    other.join(PATIENCE)
    assert not other.is_alive(), "it waits forever"
    return done, other.said


def is_blocking() -> bool:
    """Whether another connection waits for a lock of this one."""
    with connection.cursor() as cursor:
        return bool(cursor.execute(BLOCKED).fetchone()[0])


def prepare_move(game: Game, users: list[User], ticket: str = "once-and-only") -> Callable[[], play.MoveReceipt]:
    """Return a function that submits the next move of the current position."""
    seat, move = pick(game, random.Random(1))
    version = game.version
    return lambda: send(game, users[seat], move, seen=version, with_ticket=ticket)


def test_a_repeated_ticket_waits_for_its_move() -> None:
    game, users = table("tiles", 2)
    move = prepare_move(game, users)
    first, again = run_during(move, move)
    assert first == again
    assert Move.objects.count() == 1


def test_a_second_move_waits_and_is_then_too_late() -> None:
    game, users = table("tiles", 2)
    _, late = run_during(prepare_move(game, users), prepare_move(game, users, "another-ticket"))
    assert late == "seen.stale"
    assert Move.objects.count() == 1


def test_resigning_waits_for_a_move() -> None:
    game, users = table("tiles", 2)
    moved, left = run_during(prepare_move(game, users), lambda: play.resign(game.pk, users[1]))
    assert (moved.version, left.version) == (1, 2)


def test_a_move_waits_for_a_resignation() -> None:
    game, users = table("push", 3)
    move, leaver = prepare_move(game, users), users[(pick(game, random.Random(1))[0] + 1) % 3]
    left, late = run_during(lambda: play.resign(game.pk, leaver), move)
    assert (left.version, late) == (1, "seen.stale")


def test_of_two_substitutes_one_gets_the_seat() -> None:
    game, users = table("push", 3)
    play.resign(game.pk, users[1])
    yes, no = (lambda name=name: play.substitute(game.pk, person(name)) for name in ("Zoe", "Yara"))
    person("Zoe"), person("Yara")
    assert run_during(yes, no) == (1, "substitute.none")


@pytest.mark.parametrize(
    ("first", "name", "second", "code"),
    [
        (play.sit, "Chloe", play.sit, "sit.begun"),
        (play.sit, "Ana", play.stand, "stand.begun"),
        (play.sit, "Ana", play.start, "start.begun"),
        (play.sit, "Ana", play.cancel_game, "start.begun"),
        (play.start, "Chloe", play.sit, "sit.begun"),
        (play.cancel_game, "Chloe", play.sit, "game.off"),
    ],
)
def test_players_join_an_open_table_one_after_the_other(first: Any, name: str, second: Any, code: str) -> None:
    ana, ben, _ = people(3)
    game = play.create_game(ana, kind="push", seats=2, options={})
    one = ben if first == play.sit else ana
    assert run_during(lambda: first(game.pk, one), lambda: second(game.pk, person(name)))[1] == code


# --- periodic work skips what is locked ------------------------------------------------------------------------------


def test_the_clock_skips_a_game_during_a_move() -> None:
    game, users = start_game("tiles", 2, pace="live")
    pass_time(timedelta(hours=2))
    _, rang = run_during(prepare_move(game, users), lambda: play.apply_timeouts(game.pk), waits=False)
    assert rang is False
    assert list(Move.objects.values_list("made_by", flat=True)) == [""]


def test_a_move_waits_for_the_clock() -> None:
    game, users = start_game("tiles", 2, pace="live")
    pass_time(timedelta(hours=2))
    assert run_during(lambda: play.apply_timeouts(game.pk), prepare_move(game, users)) == (True, "seen.stale")
    assert list(Move.objects.values_list("made_by", flat=True)) == ["clock"]


def test_a_table_is_not_canceled_while_it_fills() -> None:
    people(2)
    game = play.create_game(person("Ana"), kind="push", seats=2, options={})
    Game.objects.filter(pk=game.pk).update(deadline_at=database_clock.now(), warnings_sent=expiry.WARNED)
    _, gave_up = run_during(lambda: play.sit(game.pk, person("Ben")), lambda: expiry.expire_table(game.pk), waits=False)
    assert gave_up is False
    assert Game.objects.get(pk=game.pk).status == Game.Status.PLAYING


def test_an_invitation_expires_once() -> None:
    ana, ben = people(2)
    game = play.create_game(ana, kind="push", seats=2, options={})
    Invitation.objects.create(game=game, user=ben, invited_by=ana, expires_at=database_clock.now())
    now = database_clock.now()
    assert run_during(lambda: expiry.expire_overdue(now), lambda: expiry.expire_overdue(now), waits=False) == (1, 0)


def test_a_rating_fades_once() -> None:
    strong = Rating(
        user=person("Ana"),
        pool="tiles",
        mu=1700,
        sigma=100,
        games=40,
        peak_mu=1700,
        leaderboard_value=1500,
        is_ranked=True,
    )
    strong.last_game_at = strong.fades_at = database_clock.now() - timedelta(days=8)
    strong.save()
    now = database_clock.now()
    assert run_during(lambda: play.fade_ratings(now), lambda: play.fade_ratings(now), waits=False) == (1, 0)


# --- counts ----------------------------------------------------------------------------------------------------------


def test_a_game_that_ends_waits_for_the_ratings_of_its_players() -> None:
    """It adds to the ratings that another game is still updating."""
    (game, (ana, ben)), now = table("tiles", 2, rated=True), database_clock.now()
    Rating.objects.create(
        user=ana, pool="tiles", mu=1500, sigma=100, games=7, last_game_at=now, peak_mu=0, leaderboard_value=0
    )
    _, ended = run_during(
        lambda: list(Rating.objects.select_for_update(no_key=True)),
        lambda: play.resign(game.pk, ben),
        then=lambda: Rating.objects.update(games=8),
    )
    assert ended.version == 1
    assert Rating.objects.get(user=ana).games == 9


def test_concurrent_messages_get_successive_numbers() -> None:
    game, users = table("tiles", 2)
    one, other = (lambda user=user: service.post_message(game.pk, user, "hello").number for user in users)
    first, second = run_during(one, other)
    assert (first, second) == (1, 2)
    assert ChatMessage.objects.count() == 2


def test_a_rematch_is_created_once() -> None:
    game, users = table("tiles", 2)
    play.resign(game.pk, users[0])
    one, other = (lambda user=user: rematches.create_or_join(game.pk, user).pk for user in users)
    first, second = run_during(one, other)
    assert first == second
    assert Game.objects.filter(rematch_of=game).count() == 1


def test_concurrent_requests_cannot_exceed_the_limit_of_friends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends, "MOST", 1)
    ana, *others = people(3)
    one, another = (lambda other=other: friends.add(ana, other) for other in others)
    assert run_during(one, another) == ("", "many")


def test_concurrent_requests_cannot_exceed_the_limit_of_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "MOST", 1)
    ana, ben = people(2)
    send = lambda: report.send(ana, report.Matter(None, 0, None, ben), "rude")  # noqa: E731
    _, refused = run_during(send, send)
    assert refused == "report.many"
    assert Report.objects.count() == 1


def test_the_same_vacation_is_stored_once() -> None:
    ana, now = person("Ana"), database_clock.now()
    going = lambda: play.add_vacation(ana, now + timedelta(days=1), now + timedelta(days=2))  # noqa: E731
    assert run_during(going, going)[1] == "vacation.twice"
