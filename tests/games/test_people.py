"""A player's page: what everybody may see of somebody."""

import random
from urllib.parse import quote

import pytest
from django.test import Client

from accounts.models import User
from games import play
from tests.games.tables import person, play_to_the_end, table

pytestmark = pytest.mark.django_db


def page(name, reader=None) -> str:
    client = Client()
    if reader:
        client.force_login(person(reader))
    answer = client.get(f"/players/{quote(name, safe='')}/")
    assert answer.status_code == 200
    return answer.content.decode()


def line(shown, kind) -> list[str]:
    """What the table of games says of a kind: played, won."""
    row = shown.partition(f'<th scope="row">{kind}</th>')[2].partition("</tr>")[0]
    return [cell.partition("</td>")[0] for cell in row.split("<td>")[1:]]


def test_who_it_is_and_since_when():
    person("Ana")
    shown = page("Ana")
    assert "<h1>Ana</h1>" in shown
    assert "here since" in shown
    assert line(shown, "TEN Push") == ["0", "0"]


def test_games_played_and_won():
    game, users = table("push", 3)
    play_to_the_end(game, users, random.Random(1))
    for user in users:
        won = game.seats.get(user=user).place == 1
        assert line(page(user.username), "TEN Push") == ["1", "1" if won else "0"]


def test_a_draw_of_two_is_not_won():
    game, users = table("tiles", 2)
    play.resign(game.pk, users[1])
    assert line(page("Ana"), "TEN Tiles") == ["1", "1"]
    game.seats.update(place=1)
    assert line(page("Ana"), "TEN Tiles") == ["1", "0"]


@pytest.mark.parametrize(("public", "reader", "seen"), [(True, None, True), (False, None, False), (False, "Ana", True)])
def test_games_by_link_are_ones_own_affair(public, reader, seen):
    game, users = table("tiles", 2, public=public)
    play.resign(game.pk, users[1])
    assert (f"/games/{game.pk}/" in page("Ana", reader)) == seen


def test_public_games_that_are_played_are_shown():
    shown, hidden = table("tiles", 2)[0], table("tiles", 2, public=False)[0]
    text = page("Ana")
    assert shown.pk in text
    assert hidden.pk not in text


def test_a_guest_is_called_one():
    User.objects.create_user("Otter 1234", is_guest=True)
    assert "Guest" in page("Otter 1234").partition("<main")[2]


@pytest.mark.parametrize("name", ["Ñandú", "张伟", "O.k_-", "Otter 77", "Кот"])
def test_names_in_any_letters_have_an_address(name):
    user = User.objects.create_user(name)
    assert f"<h1>{user.username}</h1>" in page(name)


def test_another_way_to_write_the_name_leads_to_the_one():
    person("Ana")
    answer = Client().get("/players/aNA/")
    assert (answer.status_code, answer["Location"]) == (302, "/players/Ana/")


@pytest.mark.parametrize("name", ["nobody", "%3Cscript%3E", "'%20OR%201=1", "x" * 3000, "..", "%F0%9F%92%A9", "%FF"])
def test_who_is_not_here_is_not_found(name):
    assert Client().get(f"/players/{name}/").status_code == 404


def test_who_has_gone_is_not_found():
    User.objects.create_user("Gone", is_active=False)
    assert Client().get("/players/Gone/").status_code == 404
