"""Concurrent transactions: nothing is counted or notified twice or not at all."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import play
from games.clocks import database_clock
from games.models import Game, Notification, PlayerTotals, Rating, SoloProgress
from games.play import expiry, invitations, moves
from games.play.locked_game import LockedGame
from games.play.locking import lock_for_move
from games.refusals import Denied
from games.stats import collector
from tests.clocks.overlap import Other, overlap
from tests.tables import people, person, table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
IS_POSTGRES = connection.vendor == "postgresql"


def play_rated_game(winner: str, loser: str) -> Game:
    """Play a rated game to its end by resigning."""
    game = play.create_game(person(winner), kind="tiles", seats=2, options={}, rated=True)
    play.sit(game.pk, person(loser))
    play.resign(game.pk, person(loser))
    return game


def overlap_save(patch: pytest.MonkeyPatch, model: Any, work: Callable[[], Any]) -> Other:
    """Let another thread do this work between reading a row of the model and saving it."""
    other, save = Other(work), model.save

    def start_and_save(row: Any, *args: Any, **named: Any) -> None:
        other.start()
        save(row, *args, **named)

    patch.setattr(model, "save", start_and_save)
    return other


def test_storing_a_game_whose_version_has_changed_is_refused():
    """A safeguard in addition to the lock."""
    game, _users = table("tiles", 2)
    with lock_for_move(game.pk) as found:
        Game.objects.filter(pk=game.pk).update(version=found.version + 1)
        with pytest.raises(Denied) as refused:
            LockedGame(found).store()
    assert refused.value.code == "seen.stale"


def test_two_games_of_a_player_collected_at_once_are_both_counted(monkeypatch):
    play_rated_game("Ana", "Ben")
    collector.collect_all()
    first, second = (play_rated_game("Ana", "Ben").pk for _ in range(2))
    other = overlap_save(monkeypatch, PlayerTotals, lambda: collector.collect_game(second))
    collector.collect_game(first)
    assert other.result()
    assert other.waited == IS_POSTGRES
    assert set(PlayerTotals.objects.values_list("games", flat=True)) == {3}


def test_two_solo_games_collected_at_once_are_both_counted(monkeypatch):
    def lost() -> str:
        game, [ana] = table("push", 1, options={"solo": 7})
        play.resign(game.pk, ana)
        return game.pk

    collector.collect_game(lost())
    first, second = lost(), lost()
    monkeypatch.setattr(
        collector, "_add_player_totals", lambda outcomes: None
    )  # whose row locks would already keep the two apart
    other = overlap_save(monkeypatch, SoloProgress, lambda: collector.collect_game(second))
    collector.collect_game(first)
    assert other.result()
    assert other.waited == IS_POSTGRES
    assert SoloProgress.objects.get().games == 3


def test_ratings_are_created_and_locked_in_one_order():
    """Otherwise two games of the same players that end at once could deadlock."""
    ana, ben = people(2)
    game = play.create_game(ben, kind="tiles", seats=2, options={}, rated=True)
    play.sit(game.pk, ana)
    with CaptureQueriesContext(connection) as queries:
        play.resign(game.pk, ana)
    assert list(Rating.objects.order_by("pk").values_list("user", flat=True)) == [ana.pk, ben.pk]
    asked = [query["sql"] for query in queries.captured_queries if query["sql"].startswith("SELECT")]
    [locked] = [text for text in asked if 'FROM "games_rating"' in text]
    assert 'ORDER BY "games_rating"."user_id"' in locked


def test_a_canceled_table_is_notified_once(monkeypatch):
    game = play.create_game(person("Ana"), kind="push", seats=2, options={})
    Game.objects.filter(pk=game.pk).update(deadline_at=database_clock.now() - timedelta(days=1))
    other = overlap(monkeypatch, expiry, "enqueue_notification", lambda: expiry.expire_table(game.pk))
    assert expiry.expire_table(game.pk)
    assert (other.result(), other.waited) == (False, False)
    assert Notification.objects.filter(topic="expires").count() == 1


def test_an_invitation_declined_in_two_windows_is_notified_once():
    ana, ben = people(2)
    game = play.create_game(ana, kind="push", seats=2, options={})
    asked = invitations.invite(game, ana, ben.username)
    for _ in range(2):
        invitations.decline(asked, ben)
    assert Notification.objects.filter(topic="declined").count() == 1


def test_rows_can_refer_to_a_locked_game(monkeypatch):
    """Notifications of a game are created during moves, so its lock must be FOR NO KEY UPDATE."""
    game, users = table("tiles", 2)
    other = overlap(
        monkeypatch,
        moves,
        "find_seat_number",
        lambda: Notification.objects.create(user=users[0], game=game, topic="test"),
    )
    play.resign(game.pk, users[0])
    assert other.result().pk
    assert not other.waited
