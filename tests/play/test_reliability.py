"""Reliability: where it is shown, and what tables require."""

import pytest
from django.test import Client

from accounts.models import User
from games import play
from games.models import Game, Reliability
from games.play import invitations, reliability
from games.refusals import Denied
from tests.tables import as_user, people, person

pytestmark = pytest.mark.django_db


def set_reliability(name, finished, started) -> User:
    user = person(name)
    Reliability.objects.update_or_create(user=user, defaults={"finished": finished, "started": started})
    return user


def get_page(address, user=None):
    return (as_user(user) if user else Client()).get(address).content.decode()


def open_table(least, **extra) -> Game:
    return play.create_game(person("Ana"), kind="push", seats=3, options={}, least=least, **extra)


@pytest.mark.parametrize(
    ("finished", "started", "least", "may"),
    [
        (8, 10, 80, True),
        (79, 100, 80, False),
        (899, 1_000, 90, False),
        (900, 1_000, 90, True),
        (949, 1_000, 95, False),
        (0, 4, 95, True),
        (0, 5, 80, False),
        (0, 100, 0, True),
        (0, 0, 95, True),
    ],
)
def test_required_reliability_decides_who_can_join(finished, started, least, may):
    ben, game = set_reliability("Ben", finished, started), open_table(least)
    answer = as_user(ben).post(f"/games/{game.pk}/sit/", headers={"Accept": "application/json"})
    assert answer.status_code == (200 if may else 403)
    assert game.seats.filter(user=ben).exists() == may
    if not may:
        assert answer.json()["code"] == "sit.reliability"
        assert f"You've finished {finished} of {started}" in answer.json()["message"]


def test_the_room_explains_the_refusal():
    ben, game = set_reliability("Ben", 5, 10), open_table(90)
    answer = as_user(ben).post(f"/games/{game.pk}/join/")
    assert answer.status_code == 403
    assert "This game is for players who finish at least 90% of their games" in answer.content.decode()


def test_new_players_can_join():
    game = open_table(95)
    play.sit(game.pk, person("Ben"))
    play.sit(game.pk, User.objects.create_user("Otter 1234", is_guest=True))
    game.refresh_from_db()
    assert game.status == "playing"


def test_invited_players_can_join_whatever_their_reliability():
    ben, chloe, game = set_reliability("Ben", 0, 10), set_reliability("Chloe", 0, 10), open_table(95)
    invitations.invite(game, game.host, "Ben")
    play.sit(game.pk, ben)
    invitations.decline(invitations.invite(game, game.host, "Chloe"), chloe)
    with pytest.raises(Denied):
        play.sit(game.pk, chloe)


def test_the_host_can_require_more_than_their_own_reliability():
    set_reliability("Ana", 0, 10)
    assert open_table(95).seats.filter(user__username="Ana").exists()


def test_reliability_can_be_required_in_the_form():
    people(1)
    assert 'name="least" value="90"' in get_page("/games/new/?kind=push", person("Ana"))
    as_user(person("Ana")).post("/games/new/", {"kind": "push", "seats": "3", "least": "90"})
    assert Game.objects.get().min_reliability == 90
    assert get_page(f"/games/{Game.objects.get().pk}/").count("at least 90%") == 1
    assert "finish at least 90%" in get_page("/games/")


@pytest.mark.parametrize("least", ["1", "100", "-80", "90.0", "x", "9" * 99])
def test_other_values_of_reliability_are_refused(least):
    answer = as_user(person("Ana")).post("/games/new/", {"kind": "push", "seats": "3", "least": least})
    assert answer.status_code == 422
    assert not Game.objects.exists()


def test_solo_games_require_no_reliability():
    as_user(person("Ana")).post("/games/new/", {"kind": "tiles", "seats": "2", "bots": "easy", "least": "95"})
    assert Game.objects.get().min_reliability == 0


def test_a_refused_form_keeps_the_required_reliability():
    shown = as_user(person("Ana")).post("/games/new/", {"kind": "push", "seats": "99", "least": "80"}).content.decode()
    assert 'name="least" value="80" checked' in shown


def test_reliability_is_shown_on_player_pages_in_rooms_and_in_the_lobby():
    game = open_table(0)
    set_reliability("Ana", 48, 50)
    assert "Finished 48 of 50 multiplayer games" in get_page("/players/Ana/")
    assert "Finished 48 of 50 multiplayer games" in get_page(f"/games/{game.pk}/")
    assert "48 of 50" in get_page("/games/")


def test_players_without_games_show_no_reliability():
    game = open_table(0)
    set_reliability("Ana", 0, 0)
    for address in ("/players/Ana/", f"/games/{game.pk}/", "/games/"):
        assert "finished 0" not in get_page(address)
        assert "0 of 0" not in get_page(address)


@pytest.mark.database
def test_the_number_of_queries_does_not_depend_on_players_shown(django_assert_max_num_queries):
    for name in ("Ana", "Ben", "Chloe", "Dora", "Emil", "Fritz"):
        set_reliability(name, 9, 10)
        play.create_game(person(name), kind="push", seats=3, options={})
    with django_assert_max_num_queries(3):
        assert Client().get("/games/").content.count(b"9 of 10 multiplayer games") == 6


def test_reliability_is_none_without_games():
    assert reliability.load_reliability(None) is None
    assert reliability.load_reliability(person("Ana").pk) is None
    assert reliability.load_reliability(set_reliability("Ana", 1, 2).pk).percent == 50
