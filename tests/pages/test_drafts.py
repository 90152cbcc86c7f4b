"""Drafts are stored for their owner only, as long as they fit the board."""

import json
import random

import pytest
from django.test import Client

from games import play
from games.models import Draft
from tests.tables import as_user, one_move, person, table

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}


def start_table(kind="push", seats=2):
    game, users = table(kind, seats)
    return game, users, [as_user(user) for user in users]


def save_draft(client, game, data, version=None, headers=JSON):
    text = data if isinstance(data, str) else json.dumps(data)
    fields = {"version": game.version if version is None else version, "data": text}
    return client.post(f"/games/{game.pk}/draft/", fields, headers=headers)


def load_draft(client, game):
    return client.get(f"/games/{game.pk}/draft/", headers=JSON)


def test_a_draft_is_available_on_another_device():
    game, users, clients = start_table()
    answer = save_draft(clients[0], game, {"fields": {"amount": ["3"]}})
    assert answer.status_code == 200
    there = load_draft(as_user(users[0]), game)
    assert there.json() == {"version": 0, "at": answer.json()["at"], "data": {"fields": {"amount": ["3"]}}}
    assert "no-store" in there["Cache-Control"]
    assert "&quot;amount&quot;" in as_user(users[0]).get(f"/games/{game.pk}/").text


def test_a_new_draft_replaces_the_old_one_and_an_empty_one_deletes_it():
    game, users, clients = start_table()
    save_draft(clients[0], game, {"a": 1})
    save_draft(as_user(users[0]), game, {"a": 2})
    assert load_draft(clients[0], game).json()["data"] == {"a": 2}
    assert Draft.objects.count() == 1
    assert save_draft(clients[0], game, {}).json()["at"] is None
    assert load_draft(clients[0], game).json()["data"] is None
    assert Draft.objects.count() == 0


def test_only_the_owner_can_read_a_draft():
    game, _, clients = start_table()
    before = [clients[1].get(f"/games/{game.pk}/state.json").content, load_draft(clients[1], game).content]
    save_draft(clients[0], game, {"secret": "a plan of mine"})
    assert [clients[1].get(f"/games/{game.pk}/state.json").content, load_draft(clients[1], game).content] == before
    for other in (clients[1], Client()):
        assert "a plan of mine" not in other.get(f"/games/{game.pk}/").text
    assert (load_draft(Client(), game).status_code, load_draft(Client(), game).json()["code"]) == (403, "user.none")
    stranger = as_user(person("Zoe"))
    for answer in (load_draft(stranger, game), save_draft(stranger, game, {"a": 1})):
        assert (answer.status_code, answer.json()["code"]) == (403, "seat.none")
    assert "a plan of mine" not in stranger.get(f"/games/{game.pk}/").text


def test_a_draft_is_deleted_when_the_board_changes():
    game, users, clients = start_table()
    save_draft(clients[0], game, {"a": 1})
    one_move(game, users, random.Random(1))
    assert load_draft(clients[0], game).json() == {"version": 1, "at": None, "data": None}
    assert Draft.objects.count() == 0
    late = save_draft(clients[0], game, {"a": 1}, version=0)
    assert late.json() == {"version": 1, "at": None, "data": None}
    assert Draft.objects.count() == 0


def test_drafts_are_only_stored_for_running_games():
    game, users, clients = start_table()
    play.resign(game.pk, users[0])
    game.refresh_from_db()
    save_draft(clients[0], game, {"a": 1})
    assert load_draft(clients[0], game).json() == {"version": game.version, "at": None, "data": None}
    room = play.create_game(users[0], kind="push", seats=2, options={})
    assert save_draft(clients[0], room, {"a": 1}).json()["code"] == "game.open"
    assert load_draft(clients[0], room).json()["data"] is None


@pytest.mark.database
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "draft.form"),
        ("{", "draft.form"),
        ("[]", "draft.form"),
        ("null", "draft.form"),
        ('{"a": NaN}', "draft.form"),
        ('{"a": 1e999}', "draft.form"),
        ('{"a": 1.5}', "draft.form"),
        ('{"a": "\\u0000"}', "draft.form"),
        ('{"\\u0000": 1}', "draft.form"),
        ('{"a": ["\\ud800"]}', "draft.form"),
        ('{"a": ' + "9" * 400 + "}", "draft.form"),
        ('{"a": ' + "[" * 300 + "]" * 300 + "}", "draft.form"),
        ("[" * 4_000, "draft.form"),
        (json.dumps({"a": "x" * 5_000}), "draft.long"),
        (json.dumps({"a": "ü" * 2_500}, ensure_ascii=False), "draft.long"),
    ],
)
def test_an_invalid_draft_is_refused_and_changes_nothing(text, code):
    game, _, clients = start_table()
    save_draft(clients[0], game, {"a": 1})
    answer = save_draft(clients[0], game, text)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert answer.json()["message"].endswith(".")
    assert load_draft(clients[0], game).json()["data"] == {"a": 1}


@pytest.mark.parametrize("version", ["", "-1", "x", "٣", "1" * 30, "0.5"])
def test_an_invalid_version_is_refused(version):
    game, _, clients = start_table()
    answer = save_draft(clients[0], game, {"a": 1}, version=version)
    assert (answer.status_code, answer.json()["code"]) == (422, "seen.form")


def test_an_unknown_game_has_no_draft():
    client = as_user(person("Ana"))
    assert client.get("/games/nowhere/draft/", headers=JSON).status_code == 404
    assert client.post("/games/nowhere/draft/", {"data": "{}"}, headers=JSON).status_code == 404
    assert client.put("/games/nowhere/draft/").status_code == 405
