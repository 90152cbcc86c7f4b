"""Hostile input to the URLs of tables is refused and changes nothing."""

import pytest
from django.test import Client

from accounts.models import User
from games import play
from games.models import Game, Invitation, Seat
from games.play import invitations
from tests.hostile import HOSTILE
from tests.tables import as_user, person

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def world():
    """An open game with an invitation, which must not change."""
    game = play.create_game(person("Ana"), kind="push", seats=4, options={})
    return {"game": game.pk, "invitation": invitations.invite(game, person("Ana"), person("Leo").username).pk}


def load_rows():
    return [list(model.objects.order_by("pk").values()) for model in (User, Game, Seat, Invitation)]


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("path", ["/play-now/", "/games/new/", "/games/{game}/invite/"])
def test_hostile_input_is_refused(path, value, world):
    ana = as_user("Ana")
    before = load_rows()
    answer = ana.post(path.format(**world), {"kind": value, "name": value})
    assert answer.status_code == 422
    assert b"<script>alert" not in answer.content
    assert load_rows() == before


@pytest.mark.parametrize("field", ["seats", "pace", "visibility", "rated", "bots", "seed", "edition", "solo", "seat1"])
def test_no_field_of_a_new_game_accepts_hostile_input(field, world):
    ana = as_user("Ana")
    before = load_rows()
    for value in HOSTILE:
        answer = ana.post("/games/new/", {"kind": "push", field: value})
        assert answer.status_code == 422, value
        assert b"<script>alert" not in answer.content
    assert load_rows() == before


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_shuffle_seed_takes_no_seat(value, world):
    before = load_rows()
    assert Client().post(f"/games/{world['game']}/join/", {"seed": value}).status_code == 422
    assert load_rows() == before
