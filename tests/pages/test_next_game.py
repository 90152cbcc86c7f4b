"""The next game is the most urgent one, found in one statement; the table links to it."""

import random
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game, Seat
from games.pages import waiting_games
from tests.tables import as_user, people, person, play_to_the_end, table

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def start_waiting(
    until: float | None = None, stage: str = "", waited: float = 1, kind: str = "tiles", **extra: Any
) -> Game:
    """Start a game that has waited for Ana for `waited` hours, with a deadline in `until` hours."""
    game, _ = table(kind, extra.pop("seats", 2), **extra)
    change = {"deadline_at": None if until is None else NOW + timedelta(hours=until), "clock_stage": stage}
    game.seats.exclude(user=person("Ana")).update(is_to_move=False)
    game.seats.filter(user=person("Ana")).update(is_to_move=True, **change)
    Game.objects.filter(pk=game.pk).update(moved_at=NOW - timedelta(hours=waited), auto_move_due_at=None)
    game.refresh_from_db()
    return game


def stop_waiting(game: Game) -> None:
    """Let the game wait for others."""
    game.seats.filter(user=person("Ana")).update(is_to_move=False)


def get_next(client: Client, skip: str = "") -> str:
    """Return the URL of the next game."""
    answer = client.get("/next/", {"skip": skip} if skip else {})
    assert answer.status_code == 302
    return str(answer["Location"])


def start_urgent_games() -> list[Game]:
    """Start games that differ in urgency, the most urgent first."""
    grace = start_waiting(until=30, stage="grace")
    soon, later = start_waiting(until=2), start_waiting(until=20, waited=99)
    old, new = start_waiting(waited=50), start_waiting(waited=3)
    return [grace, soon, later, old, new]


@pytest.mark.database
def test_grace_comes_first_then_the_least_time_then_the_longest_wait():
    games = start_urgent_games()
    ana = as_user("Ana")
    page = ana.get("/").content.decode().partition('class="queue"')[2].partition("</main>")[0]
    assert sorted(games, key=lambda game: page.index(game.pk)) == games
    for game in games:
        assert get_next(ana) == f"/games/{game.pk}/"
        stop_waiting(game)


def test_skipping_goes_through_all_games_and_starts_over():
    games = start_urgent_games()
    ana = as_user("Ana")
    walked = [get_next(ana)]
    for _ in games:
        walked.append(get_next(ana, walked[-1].split("/")[2]))
    assert walked == [f"/games/{game.pk}/" for game in [*games, games[0]]]


def test_skipping_a_game_that_waits_for_others_leads_to_the_most_urgent():
    games = start_urgent_games()
    stop_waiting(games[2])
    assert get_next(as_user("Ana"), games[2].pk) == f"/games/{games[0].pk}/"


@pytest.mark.parametrize("skip", ["nothing", "x" * 5_000, "💩", "' OR 1=1 --", "../"])
def test_skipping_an_unknown_game_leads_to_a_waiting_one(skip):
    game = start_waiting()
    assert get_next(as_user("Ana"), skip) == f"/games/{game.pk}/"


def test_without_a_waiting_game_the_home_page_says_so():
    game = start_waiting()
    ana = as_user("Ana")
    assert get_next(ana, game.pk) == "/"
    assert "This is the only game waiting for you" in ana.get("/").content.decode()
    stop_waiting(game)
    assert get_next(ana) == "/"
    assert "You're all caught up" in ana.get("/").content.decode()


@pytest.mark.database
def test_the_next_game_is_found_by_one_statement():
    start_urgent_games()
    user = person("Ana")
    for skip in ("", "abc"):
        with CaptureQueriesContext(connection) as found:
            waiting_games.find_next(user, skip)
        assert len(found) == 1


def test_left_seats_and_finished_games_are_not_waiting():
    left, over = start_waiting(), start_waiting()
    left.seats.update(has_left=True)
    Game.objects.filter(pk=over.pk).update(status=Game.Status.FINISHED)
    assert waiting_games.find_next(person("Ana")) is None
    ana, ben = person("Ana").pk, person("Ben").pk
    assert waiting_games.count_by_user([ana, ben]) == {ana: 0, ben: 0}


@pytest.mark.database
def test_waiting_games_of_many_users_are_counted_in_batches(monkeypatch):
    monkeypatch.setattr(waiting_games, "AT_ONCE", 2)
    games = [table("swap", 4)[0] for _ in range(3)]
    Seat.objects.update(is_to_move=True)
    games[0].seats.filter(number=3).update(is_to_move=False)
    users = people(4)
    assert waiting_games.count_by_user([user.pk for user in users]) == dict(
        zip([u.pk for u in users], [3, 3, 3, 2], strict=True)
    )


# --- the panel of a table ---


def get_panel(game: Game, name: str = "Ana"):
    return as_user(name).get(f"/games/{game.pk}/onward/")


def test_a_table_with_nothing_left_to_do_names_the_next_game():
    here, other = start_waiting(), start_waiting(until=5)
    stop_waiting(here)
    answer = get_panel(here)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert f'href="/games/{other.pk}/"' in page
    assert "Next game: " in page
    assert "in 4 hours" in page or "in 5 hours" in page
    assert 'class="onward goes"' in page


def test_players_who_turned_off_the_next_game_only_get_the_button():
    here, _other = start_waiting(), start_waiting()
    stop_waiting(here)
    ana = person("Ana")
    ana.wants_next_game = False
    ana.save()
    assert 'class="onward"' in get_panel(here).content.decode()


def test_the_next_game_does_not_open_from_waiting_or_live_tables_or_before_a_bots_answer():
    start_waiting()
    mine, bot, live = start_waiting(), start_waiting(), start_waiting(pace="live")
    for game in (bot, live):
        stop_waiting(game)
    other = bot.seats.exclude(user=person("Ana")).first().number
    bot.seats.filter(number=other).update(has_left=True, is_to_move=True)
    for game in (mine, bot, live):
        assert get_panel(game).status_code == 204
    bot.seats.filter(number=other).update(has_left=False)
    Game.objects.filter(pk=bot.pk).update(auto_move_due_at=NOW)  # a plan may answer, which must not be visible
    assert get_panel(bot).status_code == 200


def test_the_next_game_does_not_open_by_itself_from_a_finished_game():
    game, users = table("swap", 4)
    play_to_the_end(game, users, random.Random(1))
    start_waiting()
    assert 'class="onward"' in get_panel(game).content.decode()


def test_without_a_waiting_game_or_user_there_is_no_next_game():
    game = start_waiting()
    stop_waiting(game)
    assert get_panel(game).status_code == 204
    assert Client().get(f"/games/{game.pk}/onward/").status_code == 204
    assert as_user("Ana").get("/games/nowhere/onward/").status_code == 204
    assert as_user("Ana").post(f"/games/{game.pk}/onward/").status_code == 405


def test_every_page_links_to_the_next_game_and_a_table_to_another_one():
    game = start_waiting()
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
