"""The next game: by urgency, one after another, in one statement; and the link to it at a table."""

import random
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game, Seat
from games.pages import my_turn
from tests.tables import as_user, people, person, play_to_the_end, table

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def waits(until: float | None = None, stage: str = "", waited: float = 1, kind: str = "tiles", **extra: Any) -> Game:
    """A game that waits for Ana: until so many hours from now, and since so many."""
    game, _ = table(kind, extra.pop("seats", 2), **extra)
    change = {"deadline_at": None if until is None else NOW + timedelta(hours=until), "clock_stage": stage}
    game.seats.exclude(user=person("Ana")).update(is_to_move=False)
    game.seats.filter(user=person("Ana")).update(is_to_move=True, **change)
    Game.objects.filter(pk=game.pk).update(moved_at=NOW - timedelta(hours=waited), auto_move_due_at=None)
    game.refresh_from_db()
    return game


def rests(game: Game) -> None:
    """It waits for others now."""
    game.seats.filter(user=person("Ana")).update(is_to_move=False)


def goes(client: Client, skip: str = "") -> str:
    """Where the next game is."""
    answer = client.get("/next/", {"skip": skip} if skip else {})
    assert answer.status_code == 302
    return str(answer["Location"])


def urgent() -> list[Game]:
    """One of each sort, the most urgent first."""
    grace = waits(until=30, stage="grace")
    soon, later = waits(until=2), waits(until=20, waited=99)
    old, new = waits(waited=50), waits(waited=3)
    return [grace, soon, later, old, new]


@pytest.mark.database
def test_grace_comes_first_then_the_least_time_then_the_longest_wait():
    games = urgent()
    ana = as_user("Ana")
    page = ana.get("/").content.decode().partition('class="queue"')[2].partition("</main>")[0]
    assert sorted(games, key=lambda game: page.index(game.pk)) == games
    for game in games:
        assert goes(ana) == f"/games/{game.pk}/"
        rests(game)


def test_skipping_goes_through_all_games_and_begins_again():
    games = urgent()
    ana = as_user("Ana")
    walked = [goes(ana)]
    for _ in games:
        walked.append(goes(ana, walked[-1].split("/")[2]))
    assert walked == [f"/games/{game.pk}/" for game in [*games, games[0]]]


def test_from_a_game_that_waits_for_others_the_next_is_the_most_urgent():
    games = urgent()
    rests(games[2])
    assert goes(as_user("Ana"), games[2].pk) == f"/games/{games[0].pk}/"


@pytest.mark.parametrize("skip", ["nothing", "x" * 5_000, "💩", "' OR 1=1 --", "../"])
def test_whatever_is_skipped_the_next_game_is_one_of_mine(skip):
    game = waits()
    assert goes(as_user("Ana"), skip) == f"/games/{game.pk}/"


def test_without_a_waiting_game_the_home_page_says_so():
    game = waits()
    ana = as_user("Ana")
    assert goes(ana, game.pk) == "/"
    assert "This is the only game waiting for you" in ana.get("/").content.decode()
    rests(game)
    assert goes(ana) == "/"
    assert "You're all caught up" in ana.get("/").content.decode()


@pytest.mark.database
def test_the_next_game_is_found_by_one_statement():
    urgent()
    user = person("Ana")
    for skip in ("", "abc"):
        with CaptureQueriesContext(connection) as found:
            my_turn.find_next(user, skip)
        assert len(found) == 1


def test_left_seats_and_finished_games_are_not_waiting():
    left, over = waits(), waits()
    left.seats.update(has_left=True)
    Game.objects.filter(pk=over.pk).update(status=Game.Status.FINISHED)
    assert my_turn.find_next(person("Ana")) is None
    assert my_turn.count_by_user([person("Ana").pk, person("Ben").pk]) == {person("Ana").pk: 0, person("Ben").pk: 0}


@pytest.mark.database
def test_many_people_are_counted_at_once(monkeypatch):
    monkeypatch.setattr(my_turn, "AT_ONCE", 2)
    games = [table("swap", 4)[0] for _ in range(3)]
    Seat.objects.update(is_to_move=True)
    games[0].seats.filter(number=3).update(is_to_move=False)
    users = people(4)
    assert my_turn.count_by_user([user.pk for user in users]) == dict(
        zip([u.pk for u in users], [3, 3, 3, 2], strict=True)
    )


# --- for the page of a table ---


def onward(game: Game, name: str = "Ana"):
    return as_user(name).get(f"/games/{game.pk}/onward/")


def test_a_table_with_nothing_left_to_do_names_the_next_game():
    here, other = waits(), waits(until=5)
    rests(here)
    answer = onward(here)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert f'href="/games/{other.pk}/"' in page
    assert "Next game: " in page
    assert "in 4 hours" in page or "in 5 hours" in page
    assert 'class="onward goes"' in page


def test_players_who_turned_it_off_only_get_the_button():
    here, _other = waits(), waits()
    rests(here)
    ana = person("Ana")
    ana.wants_next_game = False
    ana.save()
    assert 'class="onward"' in onward(here).content.decode()


def test_the_next_game_does_not_open_from_waiting_or_live_tables_or_before_a_bots_answer():
    waits()
    mine, bot, live = waits(), waits(), waits(pace="live")
    for game in (bot, live):
        rests(game)
    other = bot.seats.exclude(user=person("Ana")).first().number
    bot.seats.filter(number=other).update(has_left=True, is_to_move=True)
    for game in (mine, bot, live):
        assert onward(game).status_code == 204
    bot.seats.filter(number=other).update(has_left=False)
    Game.objects.filter(pk=bot.pk).update(auto_move_due_at=NOW)  # a plan may answer: nobody else can tell
    assert onward(bot).status_code == 200


def test_the_next_game_does_not_open_by_itself_from_a_finished_game():
    game, users = table("swap", 4)
    play_to_the_end(game, users, random.Random(1))
    waits()
    assert 'class="onward"' in onward(game).content.decode()


def test_without_a_waiting_game_or_user_there_is_no_next_game():
    game = waits()
    rests(game)
    assert onward(game).status_code == 204
    assert Client().get(f"/games/{game.pk}/onward/").status_code == 204
    assert as_user("Ana").get("/games/nowhere/onward/").status_code == 204
    assert as_user("Ana").post(f"/games/{game.pk}/onward/").status_code == 405


def test_every_page_of_a_player_has_the_way_on_and_at_a_table_it_leads_to_another():
    game = waits()
    ana = as_user("Ana")
    for path in ("/games/", "/rules/", "/accounts/settings/", "/players/Ana/"):
        assert 'id="next" href="/next/"' in ana.get(path).content.decode()
    assert f'id="next" href="/next/?skip={game.pk}"' in ana.get(f"/games/{game.pk}/").content.decode()
    assert 'id="next"' not in Client().get("/games/").content.decode()


def test_opening_the_next_game_is_a_setting():
    ana = as_user("Ana")
    assert 'name="go_on"' in ana.get("/accounts/settings/").content.decode()
    ana.post("/accounts/settings/", {"theme": "", "time_zone": ""})
    assert not person("Ana").wants_next_game
    ana.post("/accounts/settings/", {"theme": "", "time_zone": "", "go_on": "on"})
    assert person("Ana").wants_next_game
