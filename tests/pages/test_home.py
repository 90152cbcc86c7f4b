"""The home page: an introduction for visitors, waiting games for players, in few queries."""

import random
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import play
from games.models import ChatMessage, Game
from games.play import invitations
from games.rules.registry import KINDS
from tests.tables import as_user, one_move, person, play_to_the_end, table

pytestmark = pytest.mark.django_db


def get_home(name=None) -> str:
    answer = (as_user(name) if name else Client()).get("/")
    assert answer.status_code == 200
    return answer.content.decode()


def find_waiting_name(game) -> str:
    """Return the name of a player to move."""
    return str(game.seats.filter(is_to_move=True).first().name)


def test_visitors_can_play_each_kind_with_one_click():
    page = get_home()
    for kind in KINDS:
        assert f'name="kind" value="{kind}"' in page
        assert f"/rules/{kind}/" in page
    assert page.count('action="/play-now/"') == len(KINDS)


def test_a_player_without_games_is_offered_some():
    page = get_home("Ana")
    assert "You're all caught up, Ana." in page
    assert page.count('action="/play-now/"') == len(KINDS)


def test_a_waiting_game_is_listed_with_its_task():
    game, _users = table("tiles", 2)
    mine = find_waiting_name(game)
    page = get_home(mine)
    assert "(1) TEN" in page
    assert 'It\'s your turn in <span class="count">1</span> game</h1>' in page
    assert "Place your first tile" in page
    assert f'href="/games/{game.pk}/"' in page


def test_games_waiting_for_others_are_listed_separately():
    game, users = table("tiles", 2)
    theirs = find_waiting_name(game)
    other = next(user.username for user in users if user.username != theirs)
    page = get_home(other)
    assert f"You're all caught up, {other}." in page
    assert f"<strong>{theirs}</strong>" in page.partition("Waiting for others")[2]


def test_the_game_that_has_waited_longest_comes_first():
    first, second = (table("tiles", 2)[0] for _ in range(2))
    now = timezone.now()
    for game, hours in ((first, 1), (second, 3)):
        Game.objects.filter(pk=game.pk).update(moved_at=now - timedelta(hours=hours))
        game.seats.update(is_to_move=False)
        game.seats.filter(number=0).update(is_to_move=True)
    page = get_home("Ana").partition('class="queue"')[2]
    assert page.index(second.pk) < page.index(first.pk)
    assert as_user("Ana").get("/next/")["Location"] == f"/games/{second.pk}/"


@pytest.mark.parametrize("name", ["Ana", None])
def test_without_a_waiting_game_next_redirects_home(name):
    assert (as_user(name) if name else Client()).get("/next/")["Location"] == "/"


def test_a_game_that_was_left_is_not_waiting():
    game, users = table("swap", 5)
    play.resign(game.pk, users[0])
    page = get_home("Ana")
    assert "You're all caught up, Ana." in page
    assert as_user("Ana").get("/next/")["Location"] == "/"


def test_a_seat_lost_on_time_is_listed_until_taken_back():
    game, users = table("swap", 5)
    play.resign(game.pk, users[0])
    assert "A bot is playing for you" not in get_home("Ana")
    game.seats.filter(number=0).update(leave_reason="clock")
    page = get_home("Ana").partition("A bot is playing for you")[2]
    assert f'href="/games/{game.pk}/"' in page
    assert "You can take your seat back." in page
    assert "You're all caught up, Ana." in get_home("Ana")
    play.substitute(game.pk, person("Ana"))
    assert "A bot is playing for you" not in get_home("Ana")


def test_a_vacation_is_shown_on_the_home_page_until_it_ends():
    ana, now = person("Ana"), timezone.now()
    play.add_vacation(ana, now + timedelta(days=2), now + timedelta(days=3))
    assert "You're on vacation" not in get_home("Ana")
    play.add_vacation(ana, now, now + timedelta(days=1))
    assert "You're on vacation until" in get_home("Ana")
    play.end_vacation(ana)
    assert "You're on vacation" not in get_home("Ana")


def test_the_players_open_table_is_listed():
    game = play.create_game(person("Ana"), kind="swap", seats=6, options={})
    page = get_home("Ana").partition("Waiting for players")[2]
    assert f"/games/{game.pk}/" in page
    assert "1 of 6 seats taken" in page


@pytest.mark.parametrize(("kind", "seats"), [("push", 3), ("tiles", 2), ("swap", 4)])
def test_a_finished_game_is_shown_with_its_place(kind, seats):
    game, users = table(kind, seats)
    play_to_the_end(game, users, random.Random(5))
    seat = game.seats.get(user=users[0])
    page = get_home("Ana").partition("Just finished")[2]
    assert f"/games/{game.pk}/" in page
    words = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th"}[seat.rank] if seats > 2 else ("won" if seat.rank == 1 else "lost")
    drawn = kind == "tiles" and game.seats.filter(rank=1).count() == 2
    assert f"<b>{'draw' if drawn else words}</b>" in page
    if kind == "push":
        assert f"{seat.points} point" in page


def test_solo_games_name_the_opponent():
    game = play.create_game(person("Ana"), kind="push", seats=1, options={"solo": 5, "edition": "gamefactory"})
    assert "TEN Push against MONA" in get_home("Ana")
    play_to_the_end(game, [person("Ana")], random.Random(2))
    assert "MONA" in get_home("Ana").partition("Just finished")[2]


def test_the_task_of_swap_is_shown_to_the_player_to_move_only():
    """It names the player's card."""
    game, users = table("swap", 4)
    for user in users:
        seat = game.seats.get(user=user)
        page = get_home(user.username)
        assert game.server_seed not in page
        assert ("Keep your" in page) == seat.is_to_move


def test_a_finished_rated_game_shows_the_change_of_the_rating():
    plain, users = table("tiles", 2)
    play.resign(plain.pk, users[1])
    assert "ended-rating" not in as_user("Ana").get("/").content.decode()
    game, users = table("tiles", 2, rated=True)
    play.resign(game.pk, users[1])
    for user in users:
        outcome = game.outcomes.get(user=user)
        change = round(outcome.mu_after) - 1500
        page = as_user(user.username).get("/").content.decode()
        assert f"<b>{'+' if change > 0 else '−'}{abs(change)}</b> <small>now {round(outcome.mu_after)}?</small>" in page
        assert page.count("ended-rating") == 1


def count_queries(client, **headers) -> int:
    with CaptureQueriesContext(connection) as found:
        assert client.get("/", headers=headers).status_code == 200
    return len(found)


@pytest.mark.database
def test_the_number_of_queries_is_the_same_with_2_and_with_20_games():
    """Nine queries: session, games, finished games, invitations, seats, visits, moves, messages, bounced mails."""
    ana, leo = as_user("Ana"), person("Leo")

    def more(times):
        dice = random.Random(1)
        for _ in range(times):
            game, users = table("tiles", 2)
            one_move(game, users, dice)
            swap, _users = table("swap", 4)
            ChatMessage.objects.create(game=swap, user=person("Ben"), audience="players", number=1, text="hello")
            over, users = table("tiles", 2)
            play.resign(over.pk, users[1])
            invitations.invite(play.create_game(leo, kind="swap", seats=6, options={}), leo, "Ana")

    more(1)
    ana.get("/")
    few = count_queries(ana)
    more(4)
    for _ in range(8):
        table("tiles", 2)
    assert count_queries(ana) == few <= 9
    assert count_queries(ana, **{"HX-Request": "true"}) <= few


def test_htmx_gets_only_the_list_of_games():
    game, _users = table("tiles", 2)
    mine = find_waiting_name(game)
    text = as_user(mine).get("/", headers={"HX-Request": "true"}).content.decode()
    assert text.lstrip().startswith('<div id="queue"') or '<div id="queue"' in text[:200]
    assert "<html" not in text
    assert f'href="/games/{game.pk}/"' in text


def test_the_deadline_is_shown_as_time_left_and_as_a_time():
    game, _users = table("tiles", 2)
    mine = find_waiting_name(game)
    until = timezone.now() + timedelta(hours=9, minutes=30)
    game.seats.filter(is_to_move=True).update(deadline_at=until)
    page = get_home(mine).partition('class="queue"')[2]
    assert '<time class="away" datetime="' in page
    assert "in 9 hours" in page
    assert f'<time class="local moment" datetime="{until:%Y-%m-%dT%H:%M}' in page


def test_a_seat_in_grace_says_that_it_will_be_lost():
    game, _users = table("tiles", 2)
    mine = find_waiting_name(game)
    game.seats.filter(is_to_move=True).update(deadline_at=timezone.now() + timedelta(hours=9), clock_stage="grace")
    assert "then you lose your seat" in get_home(mine)


@pytest.mark.database
def test_games_waiting_for_others_longest_come_first():
    games = [table("tiles", 2)[0] for _ in range(3)]
    now = timezone.now()
    for game, hours in zip(games, (1, 9, 4), strict=True):
        Game.objects.filter(pk=game.pk).update(moved_at=now - timedelta(hours=hours))
        game.seats.update(is_to_move=False)
        game.seats.filter(number=1).update(is_to_move=True)
    page = get_home("Ana").partition("Waiting for others")[2]
    places = [page.index(game.pk) for game in games]
    assert places[1] < places[2] < places[0]
    assert "9\xa0hours" in page


def test_a_game_canceled_by_all_is_listed():
    game, _users = table("tiles", 2)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ABORTED, ended_at=timezone.now())
    assert f"/games/{game.pk}/" in get_home("Ana").partition("Just finished")[2]


def test_games_that_are_not_shown_are_counted_too(monkeypatch):
    monkeypatch.setattr("games.pages.lists.MOST", 2)
    for _ in range(4):
        game, _users = table("tiles", 2)
        game.seats.filter(number=0).update(is_to_move=True)
    assert "(4) TEN" in get_home("Ana")


def test_the_home_page_only_allows_get():
    assert Client().post("/").status_code == 405
    assert Client().post("/next/").status_code == 405
