"""The addresses around the tables: how each may be asked, with what it is refused, and that nothing happens then."""

import pytest
from django.test import Client

from accounts.models import User
from games import invite, play
from games.models import Game, Invitation, Seat
from tests.games.tables import as_user, person

pytestmark = pytest.mark.django_db
READ = ["/", "/next/", "/games/", "/rules/", "/rules/push/", "/rules/time/", "/players/Ana/"]
WRITE = [
    "/play-now/",
    "/games/{game}/join/",
    "/games/{game}/invite/",
    "/games/{game}/time/",
    "/games/{game}/off/",
    "/games/{game}/substitute/",
    "/invitations/{invitation}/accept/",
    "/invitations/{invitation}/decline/",
    "/invitations/{invitation}/withdraw/",
]
HOSTILE = [
    "\x01\x02",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "💩" * 3000,
    "%s%n{0}{{7*7}}",
    "\ud7ff\u202e",
    "../" * 99,
]


@pytest.fixture
def world():
    """An open game with an invitation: what may not change."""
    game = play.create(person("Ana"), kind="push", seats=4, options={})
    return {"game": game.pk, "invitation": invite.invite(game, person("Ana"), person("Leo").username).pk}


def everything():
    return [list(model.objects.order_by("pk").values()) for model in (User, Game, Seat, Invitation)]


@pytest.mark.parametrize("path", READ)
def test_what_is_read_cannot_be_written(path, world):
    before = everything()
    assert Client().post(path).status_code == 405
    assert everything() == before


@pytest.mark.parametrize("path", WRITE)
def test_what_is_written_cannot_be_read(path, world):
    leo = as_user("Leo")
    before = everything()
    assert leo.get(path.format(**world)).status_code == 405
    assert everything() == before


@pytest.mark.parametrize("path", [*WRITE, "/games/new/"])
def test_a_form_without_its_token_does_nothing(path, world):
    leo = as_user("Leo", enforce_csrf_checks=True)
    before = everything()
    answer = leo.post(path.format(**world), {"kind": "push", "name": "Ana"})
    assert answer.status_code == 403
    assert everything() == before


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("path", ["/play-now/", "/games/new/", "/games/{game}/invite/"])
def test_nothing_hostile_is_more_than_a_refusal(path, value, world):
    ana = as_user("Ana")
    before = everything()
    answer = ana.post(path.format(**world), {"kind": value, "name": value})
    assert answer.status_code == 422
    assert b"<script>alert" not in answer.content
    assert everything() == before


@pytest.mark.parametrize("field", ["seats", "pace", "visibility", "rated", "bots", "seed", "edition", "solo", "seat1"])
@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_no_field_of_a_new_game_takes_anything_hostile(field, value, world):
    ana = as_user("Ana")
    before = everything()
    answer = ana.post("/games/new/", {"kind": "push", field: value})
    assert answer.status_code == 422
    assert b"<script>alert" not in answer.content
    assert everything() == before


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_no_seat_is_taken_with_a_hostile_share(value, world):
    before = everything()
    assert Client().post(f"/games/{world['game']}/join/", {"seed": value}).status_code == 422
    assert everything() == before
