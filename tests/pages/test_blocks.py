"""Blocks work both ways, at tables, in invitations, lists and chats, and the blocked player doesn't notice."""

import random
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import blocks
from accounts.models import Block, User
from games import play
from games.chat import keys
from games.models import Game, Invitation, Seat
from games.pages import board, lists, tables
from games.play import invitations
from games.refusals import Denied, explain
from tests.tables import as_user, one_move, people, person, table

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}


def open_table(host: User, **extra) -> Game:
    return play.create_game(host, kind="push", seats=3, options={}, **extra)


def both_ways() -> list[tuple[User, User, User, User]]:
    """Let Ana block Ben. Return Ana, Ben, the one who acts and the other, once for each as the one who acts."""
    ana, ben = people(2)
    blocks.set_status(ana, ben, "blocked")
    return [(ana, ben, ana, ben), (ana, ben, ben, ana)]


@pytest.mark.parametrize("side", [0, 1])
def test_blocked_players_cannot_join_each_others_tables_and_are_not_told_why(side):
    _, _, host, other = both_ways()[side]
    game = open_table(host)
    for path, key in ((f"/games/{game.pk}/sit/", None), (f"/games/{game.pk}/join/", None)):
        answer = as_user(other).post(path, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (409, "sit.apart"), key
        assert not re.search("block|mute|Ana|Ben", answer.json()["message"])
    play.sit(game.pk, person("Chloe"))
    with pytest.raises(Denied):
        play.sit(game.pk, other)
    assert Seat.objects.filter(game=game, user=other).count() == 0


def test_a_block_keeps_a_player_from_a_table_while_the_other_sits_there():
    ana, ben, chloe = people(3)
    blocks.set_status(ana, ben, "blocked")
    game = open_table(chloe)
    play.sit(game.pk, ana)
    with pytest.raises(Denied, match=r"sit\.apart"):
        play.sit(game.pk, ben)
    play.stand(game.pk, ana)
    play.sit(game.pk, ben)


@pytest.mark.parametrize("side", [0, 1])
def test_open_tables_of_blocked_players_are_not_listed(side):
    *_, host, other = both_ways()[side]
    chloe = person("Chloe")
    own, of_another, free = open_table(host), open_table(chloe), open_table(chloe)
    play.sit(of_another.pk, host)
    shown = {row.game.pk for row in lists.list_open("", None, other)[0]}
    assert shown == {free.pk}
    page = as_user(other).get("/games/").content.decode()
    assert own.pk not in page
    assert free.pk in page
    assert {row.game.pk for row in lists.list_open("", None, chloe)[0]} == {own.pk, of_another.pk, free.pk}


def test_the_blocker_must_unblock_before_inviting():
    ana, ben = people(2)
    blocks.set_status(ana, ben, "blocked")
    game = open_table(ana)
    with pytest.raises(Denied) as no:
        invitations.invite(game, ana, "ben")
    assert explain(no.value.code, no.value.facts).startswith("You've blocked Ben.")
    blocks.set_status(ana, ben, "")
    invitations.invite(game, ana, "ben")
    assert len(lists.list_invitations(ben)) == 1


def test_a_blocked_players_invitation_is_silently_dropped():
    ana, ben = people(2)
    answers = []
    for is_blocked in (False, True):
        game = open_table(ben)
        blocks.set_status(ana, ben, "blocked" if is_blocked else "")
        answer = as_user(ben).post(f"/games/{game.pk}/invite/", {"name": "Ana"}, headers=JSON)
        room = as_user(ben).get(f"/games/{game.pk}/").content.decode()
        answers.append((answer.status_code, re.findall(r"<strong>Ana</strong></a> <small>([^<]*)", room)))
        assert len(lists.list_invitations(ana)) == (0 if is_blocked else 1)
        assert (game.pk in as_user(ana).get("/").content.decode()) == (not is_blocked)
        assert ("Ben invited you" in as_user(ana).get(f"/games/{game.pk}/").content.decode()) == (not is_blocked)
        Invitation.objects.all().delete()
    assert answers[0] == answers[1]
    assert answers[0][1][0].startswith("invited")


def test_an_invitation_to_a_table_with_a_blocked_player_is_not_shown():
    ana, ben, chloe = people(3)
    game = open_table(chloe)
    invitations.invite(game, chloe, "Ana")
    play.sit(game.pk, ben)
    assert len(lists.list_invitations(ana)) == 1
    blocks.set_status(ana, ben, "blocked")
    assert lists.list_invitations(ana) == []


@pytest.mark.parametrize("side", [0, 1])
def test_blocked_players_do_not_read_each_other_in_the_chat(side):
    ana, ben, speaker, other = both_ways()[side]
    blocks.set_status(ana, ben, "")
    game, _ = table("push", 3)
    blocks.set_status(ana, ben, "blocked")
    chloe = person("Chloe")
    for user, text in ((speaker, "to all"), (chloe, "from Chloe")):
        assert as_user(user).post(f"/games/{game.pk}/talk/", {"text": text}, headers=JSON).status_code == 200
    read = as_user(other).get(f"/games/{game.pk}/talk/", headers=JSON).json()["messages"]
    assert [message["text"] for message in read] == ["from Chloe"]
    assert "to all" not in as_user(other).get(f"/games/{game.pk}/").content.decode()
    assert "to all" in as_user(chloe).get(f"/games/{game.pk}/").content.decode()
    as_user(other).post(f"/games/{game.pk}/talk/read/", {"upto": keys.format_key(game.pk, keys.Key(players=2))})
    as_user(chloe).post(f"/games/{game.pk}/talk/read/", {"upto": keys.format_key(game.pk, keys.Key(players=2))})
    assert "read by Chloe." in as_user(speaker).get(f"/games/{game.pk}/").content.decode()


def test_a_block_does_not_change_the_game():
    game, users = table("push", 3)
    before = {seat: board.render_fragment(tables.load(game.pk), seat, "en") for seat in (None, 0, 1, 2)}
    pages = {
        user: [as_user(user).get(f"/games/{game.pk}/{path}").content for path in ("state.json", "record.json")]
        for user in users
    }
    blocks.set_status(users[0], users[1], "blocked")
    board._boards.items.clear()
    tables._tables.items.clear()
    assert before == {seat: board.render_fragment(tables.load(game.pk), seat, "en") for seat in (None, 0, 1, 2)}
    for user in users:
        now = [as_user(user).get(f"/games/{game.pk}/{path}").content for path in ("state.json", "record.json")]
        assert pages[user] == now
    one_move(game, users, random.Random(2))


def test_a_blocked_player_sees_an_unchanged_player_page():
    ana, ben = people(2)
    pages = []
    for wish in ("", "muted", "blocked"):
        blocks.set_status(ana, ben, wish)
        body = as_user(ben).get("/players/Ana/").content.decode()
        pages.append(re.sub(r'(csrf[a-z-]*" (?:content|value)=")[^"]*', r"\1", body))
    assert pages[0] == pages[1] == pages[2]
    assert "You blocked this player" in as_user(ana).get("/players/Ben/").content.decode()
    assert "You blocked this player" not in as_user(ana).get("/players/Ana/").content.decode()
    assert "Block or mute" not in Client().get("/players/Ana/").content.decode()


def test_players_can_be_blocked_muted_and_released():
    ana, ben = people(2)
    client = as_user(ana)
    for do, apart in (("mute", "muted"), ("block", "blocked"), ("unblock", ""), ("mute", "muted"), ("unmute", "")):
        answer = client.post("/accounts/blocked/", {"name": "BEN", "do": do}, headers=JSON)
        assert answer.json() == {"name": "Ben", "apart": apart}
        assert blocks.get_status(ana.pk, ben.pk) == apart
        assert blocks.get_status(ben.pk, ana.pk) == ""
        assert Block.objects.count() == (1 if apart else 0)
    answer = client.post("/accounts/blocked/", {"name": "Ben", "do": "block", "next": "/players/Ben/"}, follow=True)
    assert answer.redirect_chain[0][0] == "/players/Ben/"
    assert "You blocked Ben." in answer.content.decode()
    assert "Unblock" in client.get("/accounts/blocked/").content.decode()
    client.post("/accounts/blocked/", {"name": "Ben", "do": "unblock"})
    assert "You haven't blocked anyone." in client.get("/accounts/blocked/").content.decode()
    assert "/accounts/blocked/" in client.get("/accounts/settings/").content.decode()


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({}, 404),
        ({"name": "Nobody"}, 404),
        ({"name": "x" * 10_000, "do": "block"}, 404),
        ({"name": "\x00", "do": "block"}, 404),
        ({"name": "Ana", "do": "block"}, 422),
        ({"name": "Ben", "do": "eat"}, 422),
        ({"name": "Ben"}, 422),
    ],
)
def test_an_invalid_request_changes_nothing(fields, status):
    ana, _ = people(2)
    answer = as_user(ana).post("/accounts/blocked/", fields, headers=JSON)
    assert answer.status_code == status
    assert as_user(ana).post("/accounts/blocked/", fields).status_code in (302, 404)
    assert not Block.objects.exists()


def test_only_a_logged_in_post_with_a_csrf_token_changes_anything():
    ana, _ = people(2)
    as_user(ana).get("/accounts/blocked/?name=Ben&do=block")
    assert Client().post("/accounts/blocked/", {"name": "Ben", "do": "block"}).status_code == 302
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ana)
    assert strict.post("/accounts/blocked/", {"name": "Ben", "do": "block"}).status_code == 403
    answer = as_user(ana).post("/accounts/blocked/", {"name": "Ben", "do": "mute", "next": "https://evil.example/"})
    assert answer.headers["Location"] == "/accounts/blocked/"
    assert Block.objects.get().is_mute_only


@pytest.mark.database
def test_the_number_of_blocks_is_limited(monkeypatch):
    ana, ben, chloe = people(3)
    monkeypatch.setattr(blocks, "MOST", 1)
    assert blocks.set_status(ana, ben, "blocked")
    assert not blocks.set_status(ana, chloe, "muted")
    assert blocks.set_status(ana, ben, "muted")
    assert blocks.set_status(ana, ben, "")
    assert blocks.set_status(ana, chloe, "muted")


@pytest.mark.database
def test_each_lookup_of_blocks_takes_one_query():
    ana, ben, chloe, dora = people(4)
    blocks.set_status(ana, ben, "blocked")
    blocks.set_status(chloe, ana, "blocked")
    blocks.set_status(ana, dora, "muted")
    with CaptureQueriesContext(connection) as asked:
        assert set(blocks.blocked_either_way(ana.pk)) == {ben.pk, chloe.pk}
        assert set(blocks.not_read_by(ana.pk)) == {ben.pk, chloe.pk, dora.pk}
        assert set(blocks.not_reading(dora.pk)) == {ana.pk}
        assert blocks.is_blocked_with_any(ben.pk, [None, dora.pk, ana.pk])
    assert len(asked) == 4
    assert not blocks.is_blocked_with_any(dora.pk, [ana.pk, dora.pk])
    assert not blocks.is_blocked_with_any(None, [ana.pk])
    assert set(blocks.blocked_either_way(None)) == set(blocks.not_read_by(None)) == set()


@pytest.mark.parametrize("side", [0, 1])
def test_blocked_players_cannot_substitute_in_each_others_games(side):
    game, (ana, _, chloe) = table("push", 3)
    dora = person("Dora")
    blocks.set_status(*((ana, dora) if side else (dora, ana)), "blocked")
    play.resign(game.pk, chloe)
    with pytest.raises(Denied, match=r"sit\.apart"):
        play.substitute(game.pk, dora)
    assert play.substitute(game.pk, person("Emil")) == 2


def test_muting_does_not_keep_players_from_a_table():
    ana, ben = people(2)
    blocks.set_status(ana, ben, "muted")
    game = open_table(ana)
    invitations.invite(game, ana, "Ben")
    assert len(lists.list_invitations(ben)) == 1
    play.sit(game.pk, ben)


@pytest.mark.parametrize("kind", ["push", "tiles", "swap"])
def test_play_now_never_seats_blocked_players_together(kind):
    ana, ben = people(2)
    blocks.set_status(ana, ben, "blocked")
    for user in (ana, ben):
        made = as_user(user).post("/play-now/", {"kind": kind}, headers=JSON).json()["id"]
        sitting = Seat.objects.filter(game=made, user__isnull=False).values_list("user", flat=True)
        assert not blocks.is_blocked_with_any(user.pk, sitting)
        assert user.pk in sitting
