"""Drafts: kept for their owner only, as long as they fit the board."""

import json
import random

import pytest
from django.test import Client

from games import play
from games.models import Draft
from tests.tables import as_user, one_move, person, table

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}


def at_table(kind="push", seats=2):
    game, users = table(kind, seats)
    return game, users, [as_user(user) for user in users]


def keep(client, game, data, version=None, headers=JSON):
    text = data if isinstance(data, str) else json.dumps(data)
    fields = {"version": game.version if version is None else version, "data": text}
    return client.post(f"/games/{game.pk}/draft/", fields, headers=headers)


def kept(client, game):
    return client.get(f"/games/{game.pk}/draft/", headers=JSON)


def test_drafts_come_back_on_another_device():
    game, users, clients = at_table()
    answer = keep(clients[0], game, {"fields": {"amount": ["3"]}})
    assert answer.status_code == 200
    there = kept(as_user(users[0]), game)
    assert there.json() == {"version": 0, "at": answer.json()["at"], "data": {"fields": {"amount": ["3"]}}}
    assert "no-store" in there["Cache-Control"]
    assert "&quot;amount&quot;" in as_user(users[0]).get(f"/games/{game.pk}/").text


def test_the_newest_draft_counts_and_an_empty_one_is_deleted():
    game, users, clients = at_table()
    keep(clients[0], game, {"a": 1})
    keep(as_user(users[0]), game, {"a": 2})
    assert kept(clients[0], game).json()["data"] == {"a": 2}
    assert Draft.objects.count() == 1
    assert keep(clients[0], game, {}).json()["at"] is None
    assert kept(clients[0], game).json()["data"] is None
    assert Draft.objects.count() == 0


def test_only_the_owner_can_read_a_draft():
    game, _, clients = at_table()
    before = [clients[1].get(f"/games/{game.pk}/state.json").content, kept(clients[1], game).content]
    keep(clients[0], game, {"secret": "a plan of mine"})
    assert [clients[1].get(f"/games/{game.pk}/state.json").content, kept(clients[1], game).content] == before
    for other in (clients[1], Client()):
        assert "a plan of mine" not in other.get(f"/games/{game.pk}/").text
    assert (kept(Client(), game).status_code, kept(Client(), game).json()["code"]) == (403, "user.none")
    stranger = as_user(person("Zoe"))
    for answer in (kept(stranger, game), keep(stranger, game, {"a": 1})):
        assert (answer.status_code, answer.json()["code"]) == (403, "seat.none")
    assert "a plan of mine" not in stranger.get(f"/games/{game.pk}/").text


def test_a_draft_for_another_board_is_gone():
    game, users, clients = at_table()
    keep(clients[0], game, {"a": 1})
    one_move(game, users, random.Random(1))
    assert kept(clients[0], game).json() == {"version": 1, "at": None, "data": None}
    assert Draft.objects.count() == 0
    late = keep(clients[0], game, {"a": 1}, version=0)
    assert late.json() == {"version": 1, "at": None, "data": None}
    assert Draft.objects.count() == 0


def test_finished_games_keep_no_drafts():
    game, users, clients = at_table()
    play.resign(game.pk, users[0])
    game.refresh_from_db()
    keep(clients[0], game, {"a": 1})
    assert kept(clients[0], game).json() == {"version": game.version, "at": None, "data": None}
    room = play.create_game(users[0], kind="push", seats=2, options={})
    assert keep(clients[0], room, {"a": 1}).json()["code"] == "game.open"
    assert kept(clients[0], room).json()["data"] is None


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
def test_rubbish_is_refused_and_changes_nothing(text, code):
    game, _, clients = at_table()
    keep(clients[0], game, {"a": 1})
    answer = keep(clients[0], game, text)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert answer.json()["message"].endswith(".")
    assert kept(clients[0], game).json()["data"] == {"a": 1}


@pytest.mark.parametrize("version", ["", "-1", "x", "٣", "1" * 30, "0.5"])
def test_a_version_is_a_whole_number(version):
    game, _, clients = at_table()
    answer = keep(clients[0], game, {"a": 1}, version=version)
    assert (answer.status_code, answer.json()["code"]) == (422, "seen.form")


def test_an_unknown_game_has_no_draft():
    client = as_user(person("Ana"))
    assert client.get("/games/nowhere/draft/", headers=JSON).status_code == 404
    assert client.post("/games/nowhere/draft/", {"data": "{}"}, headers=JSON).status_code == 404
    assert client.put("/games/nowhere/draft/").status_code == 405
