"""The lobby: which open games are shown to whom, with what details, in few queries."""

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


def lay(host="Ana", kind="push", seats=3, **extra) -> Game:
    return play.create_game(person(host), kind=kind, seats=seats, options=extra.pop("options", {}), **extra)


def page(user=None, query="", **headers) -> str:
    client = as_user(person(user)) if user else Client()
    answer = client.get("/games/" + query, headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def test_an_open_game_is_shown_with_what_one_chooses_by():
    game = lay(seats=4, bots={3: "sharp"}, pace="live", options={"edition": "gamefactory", "bust_buy": True})
    shown = page("Ben")
    for words in ("TEN Push", "Game Factory (German)", "Buy when you bust", "Live", "Ana", "Sharp 4", "2 of 4 seats"):
        assert words in shown
    assert f'action="/games/{game.pk}/sit/"' in shown


def test_an_option_that_is_not_as_usual_is_said():
    lay(kind="swap", seats=5, options={"blocking": "ask", "carry_on": False})
    shown = page("Ben")
    assert "Blocking: Ask every time" in shown
    assert "Keep dealing from the deck: off" in shown


def test_one_click_seats_a_player():
    game = lay()
    as_user(person("Ben")).post(f"/games/{game.pk}/sit/")
    assert [seat.name for seat in play.load_seats(game)] == ["Ana", "Ben", ""]


def test_one_click_seats_a_newcomer_as_a_guest():
    game = lay()
    assert f'action="/games/{game.pk}/join/"' in page()
    answer = Client().post(f"/games/{game.pk}/join/")
    assert (answer.status_code, answer["Location"]) == (303, f"/games/{game.pk}/")
    assert play.load_seats(game)[1].user.is_guest


@pytest.mark.parametrize("how", ["by link", "begun", "called off"])
def test_other_games_are_not_shown(how):
    if how == "begun":
        table("tiles", 2)
    else:
        game = lay(public=how != "by link")
        if how == "called off":
            play.cancel_game(game.pk, person("Ana"))
    assert "No open games right now." in page("Leo")


def test_seated_players_are_not_asked_to_join():
    game = lay(public=False)
    shown = page("Ana")
    assert "Games you've joined" in shown
    assert f"/games/{game.pk}/" in shown
    assert f"/games/{game.pk}/sit/" not in shown


def test_the_kind_can_be_chosen():
    push, tiles = lay(kind="push"), lay(kind="tiles", seats=2)
    shown = page("Ben", "?kind=tiles")
    assert tiles.pk in shown
    assert push.pk not in shown


@pytest.mark.database
@pytest.mark.parametrize("at_once", [False, True])
def test_the_newest_come_first_and_the_rest_on_further_pages(at_once):
    games = [lay().pk for _ in range(lists.PAGE + 3)][::-1]
    if at_once:
        Game.objects.update(created_at=Game.objects.get(pk=games[0]).created_at)
        games.sort(reverse=True)
    first = page("Ben")
    assert [pk for pk in games if f"/games/{pk}/" in first] == games[: lists.PAGE]
    second = page("Ben", f"?before={games[lists.PAGE - 1]}")
    assert [pk for pk in games if f"/games/{pk}/" in second] == games[lists.PAGE :]
    assert "Older games" in first
    assert "Older games" not in second


@pytest.mark.database
def test_a_page_can_start_after_a_game_that_has_started_since():
    games = [lay(seats=2).pk for _ in range(3)]
    play.sit(games[1], person("Leo"))
    shown = page("Ben", f"?before={games[1]}")
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
    lay()
    shown = page("Ben", **{"HX-Request": "true"})
    assert shown.lstrip().startswith('<div id="open-games"')
    assert "<html" not in shown


def test_names_are_text():
    ana = person("Ana")
    ana.username = "<b>Ana"
    ana.save()
    play.create_game(ana, kind="push", seats=2, options={})
    assert "<b>Ana" not in page("Ben")


def queries(client, path) -> int:
    with CaptureQueriesContext(connection) as found:
        assert client.get(path).status_code == 200
    return len(found)


@pytest.mark.database
def test_the_number_of_queries_does_not_grow_with_the_games():
    ben = as_user(person("Ben"))

    def more(times):
        for _ in range(times):
            lay("Ana", seats=5)
            lay("Ben", "swap", 6)
            invitations.invite(lay("Leo", "tiles", 2, public=False), person("Leo"), "Ben")

    more(1)
    few = queries(ben, "/games/")
    more(6)
    assert queries(ben, "/games/") == few <= 10
