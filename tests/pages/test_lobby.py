"""The lobby: which open games it shows to whom, with which details, in few queries."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import play
from games.models import Game
from games.pages import lists
from games.play import invitations
from tests.tables import as_user, person, table

pytestmark = pytest.mark.django_db


def open_table(host="Ana", kind="push", seats=3, **extra) -> Game:
    return play.create_game(person(host), kind=kind, seats=seats, options=extra.pop("options", {}), **extra)


def get_lobby(user=None, query="", **headers) -> str:
    client = as_user(person(user)) if user else Client()
    answer = client.get("/games/" + query, headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def test_an_open_game_is_shown_with_its_options_pace_and_players():
    game = open_table(seats=4, bots={3: "sharp"}, pace="live", options={"edition": "gamefactory", "bust_buy": True})
    shown = get_lobby("Ben")
    for words in ("TEN Push", "Game Factory (German)", "Buy when you bust", "Live", "Ana", "Alma", "2 of 4 seats"):
        assert words in shown
    assert f'action="/games/{game.pk}/sit/"' in shown


def test_options_that_differ_from_the_default_are_named():
    open_table(kind="swap", seats=5, options={"blocking": "ask", "carry_on": False})
    shown = get_lobby("Ben")
    assert "Blocking: Ask every time" in shown
    assert "Keep dealing from the deck: off" in shown


def test_one_click_seats_a_player():
    game = open_table()
    as_user(person("Ben")).post(f"/games/{game.pk}/sit/")
    assert [seat.name for seat in play.load_seats(game)] == ["Ana", "Ben", ""]


def test_one_click_seats_a_visitor_as_a_guest():
    game = open_table()
    assert f'action="/games/{game.pk}/join/"' in get_lobby()
    answer = Client().post(f"/games/{game.pk}/join/")
    assert (answer.status_code, answer["Location"]) == (303, f"/games/{game.pk}/")
    assert play.load_seats(game)[1].user.is_guest


@pytest.mark.parametrize("how", ["by link", "started", "canceled"])
def test_other_games_are_not_shown(how):
    if how == "started":
        table("tiles", 2)
    else:
        game = open_table(public=how != "by link")
        if how == "canceled":
            play.cancel_game(game.pk, person("Ana"))
    assert "No open games right now." in get_lobby("Leo")


def test_seated_players_cannot_join_again():
    game = open_table(public=False)
    shown = get_lobby("Ana")
    assert "Games you've joined" in shown
    assert f"/games/{game.pk}/" in shown
    assert f"/games/{game.pk}/sit/" not in shown


def test_the_list_can_be_filtered_by_kind():
    push, tiles = open_table(kind="push"), open_table(kind="tiles", seats=2)
    shown = get_lobby("Ben", "?kind=tiles")
    assert tiles.pk in shown
    assert push.pk not in shown


@pytest.mark.database
@pytest.mark.parametrize("at_once", [False, True])
def test_games_are_listed_newest_first_on_several_pages(at_once):
    games = [open_table().pk for _ in range(lists.PAGE + 3)][::-1]
    if at_once:
        Game.objects.update(created_at=Game.objects.get(pk=games[0]).created_at)
        games.sort(reverse=True)
    first = get_lobby("Ben")
    assert [pk for pk in games if f"/games/{pk}/" in first] == games[: lists.PAGE]
    second = get_lobby("Ben", f"?before={games[lists.PAGE - 1]}")
    assert [pk for pk in games if f"/games/{pk}/" in second] == games[lists.PAGE :]
    assert "Older games" in first
    assert "Older games" not in second


@pytest.mark.database
def test_a_page_can_continue_after_a_game_that_is_no_longer_open():
    games = [open_table(seats=2).pk for _ in range(3)]
    play.sit(games[1], person("Leo"))
    shown = get_lobby("Ben", f"?before={games[1]}")
    assert f"/games/{games[0]}/" in shown
    assert f"/games/{games[2]}/" not in shown


@pytest.mark.parametrize(
    "query",
    [
        "kind=chess",
        "kind=%3Cscript%3E",
        "before=nothere",
        "before=%27%22",
        "before=" + "a" * 5000,
        "kind=" + "x" * 9999,
    ],
)
def test_unknown_pages_and_kinds_are_404(query):
    assert Client().get(f"/games/?{query}").status_code == 404


def test_htmx_gets_only_the_list_of_open_games():
    open_table()
    shown = get_lobby("Ben", **{"HX-Request": "true"})
    assert shown.lstrip().startswith('<div id="open-games"')
    assert "<html" not in shown


def test_names_are_escaped():
    ana = person("Ana")
    ana.username = "<b>Ana"
    ana.save()
    play.create_game(ana, kind="push", seats=2, options={})
    assert "<b>Ana" not in get_lobby("Ben")


def count_queries(client, path) -> int:
    with CaptureQueriesContext(connection) as found:
        assert client.get(path).status_code == 200
    return len(found)


@pytest.mark.database
def test_the_number_of_queries_does_not_grow_with_the_games():
    ben = as_user(person("Ben"))

    def more(times):
        for _ in range(times):
            open_table("Ana", seats=5)
            open_table("Ben", "swap", 6)
            invitations.invite(open_table("Leo", "tiles", 2, public=False), person("Leo"), "Ben")

    more(1)
    few = count_queries(ben, "/games/")
    more(6)
    assert count_queries(ben, "/games/") == few <= 10
