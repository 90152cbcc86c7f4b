"""Private notes at a table are shown to their author only."""

import pytest
from django.test import Client

from games.models import Visit
from tests.tables import as_user, person, table

pytestmark = pytest.mark.django_db

SECRET = "Ben bids on everything blue"  # noqa: S105


def save_note(client, game, text, **headers):
    return client.post(f"/games/{game.pk}/note/", {"note": text}, **headers)


def test_a_note_is_stored_and_shown_to_its_author():
    game, (ana, _) = table("tiles", 2)
    answer = save_note(as_user(ana), game, SECRET)
    assert (answer.status_code, answer["Location"]) == (303, f"/games/{game.pk}/#panel-note")
    assert SECRET in as_user(ana).get(f"/games/{game.pk}/").content.decode()
    save_note(as_user(ana), game, "")
    assert Visit.objects.get(user=ana, game=game).note == ""


def test_a_note_can_be_saved_and_read_as_json():
    game, (ana, _) = table("tiles", 2)
    asked = {"headers": {"Accept": "application/json"}}
    assert save_note(as_user(ana), game, "one\r\ntwo", **asked).json() == {"note": "one\ntwo"}
    assert as_user(ana).get(f"/games/{game.pk}/note/", **asked).json() == {"note": "one\ntwo"}


def test_others_never_see_a_note():
    game, (ana, ben) = table("tiles", 2)
    ben_client, watcher, stranger = as_user(ben), as_user(person("Zoe")), Client()
    addresses = [f"/games/{game.pk}/{end}" for end in ("", "log/", "state.json", "record.json", "note/")]
    addresses += ["/players/Ana/", "/"]

    def all_bytes():
        pages = [client.get(address).content for client in (ben_client, watcher, stranger) for address in addresses]
        return b"".join(pages)

    save_note(as_user(ana), game, SECRET)
    assert SECRET.encode() not in all_bytes()
    for end in ("state.json", "record.json", "log/"):
        assert SECRET not in as_user(ana).get(f"/games/{game.pk}/{end}").content.decode()


def test_every_player_and_spectator_has_a_separate_note():
    game, (ana, ben) = table("tiles", 2)
    for user in (ana, ben, person("Zoe")):
        save_note(as_user(user), game, f"of {user.username}")
    assert set(Visit.objects.filter(game=game).values_list("user__username", "note")) == {
        ("Ana", "of Ana"),
        ("Ben", "of Ben"),
        ("Zoe", "of Zoe"),
    }


def test_saving_a_note_changes_nothing_else_of_the_visit():
    game, (ana, _) = table("tiles", 2)
    Visit.objects.update_or_create(
        game=game, user=ana, defaults={"seen_move_number": 7, "read_message_id": 3, "is_chat_muted": True}
    )
    save_note(as_user(ana), game, SECRET)
    visit = Visit.objects.get(game=game, user=ana)
    assert (visit.seen_move_number, visit.read_message_id, visit.is_chat_muted, visit.note) == (7, 3, True, SECRET)


def test_a_note_that_is_too_long_is_refused_and_keeps_the_input():
    game, (ana, _) = table("tiles", 2)
    save_note(as_user(ana), game, "before")
    assert save_note(as_user(ana), game, "ä" * 2_000).status_code == 303
    answer = save_note(as_user(ana), game, "typed " * 400)
    assert answer.status_code == 422
    assert "up to 2000 characters long. Yours are 2400" in answer.content.decode()
    assert "typed " * 400 in answer.content.decode()
    assert Visit.objects.get(user=ana).note == "ä" * 2_000


@pytest.mark.parametrize("fields", [{}, {"note": ["one", "two"]}])
def test_an_invalid_note_is_refused(fields):
    game, (ana, _) = table("tiles", 2)
    assert as_user(ana).post(f"/games/{game.pk}/note/", fields).status_code == 422
    assert not Visit.objects.filter(game=game).exclude(note="").exists()


@pytest.mark.database
def test_hostile_characters_are_escaped():
    game, (ana, _) = table("tiles", 2)
    save_note(as_user(ana), game, "</textarea><script>alert(1)</script>\x00")
    shown = as_user(ana).get(f"/games/{game.pk}/").content.decode()
    assert "<script>alert" not in shown
    assert "&lt;/textarea&gt;" in shown


def test_visitors_have_no_notes():
    game, _ = table("tiles", 2)
    assert save_note(Client(), game, SECRET).status_code == 403
    assert "note-text" not in Client().get(f"/games/{game.pk}/").content.decode()


def test_an_unknown_game_has_no_note():
    client = as_user(person("Ana"))
    assert client.post("/games/nothing/note/", {"note": "x"}).status_code == 404
