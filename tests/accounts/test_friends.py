"""The friends list: one-sided, private, and ended by a block."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import blocks, friends
from accounts.models import Friend, User
from tests.tables import as_user, people, person, table

pytestmark = [pytest.mark.django_db, pytest.mark.database]
JSON = {"Accept": "application/json"}
HOSTILE = ["", "\x01\x02", "<script>alert(1)</script>", "' OR 1=1 --", "💩" * 3000, "../" * 99, "%FF", "\ud7ff\u202e"]


def change_friend(reader: str, name: str, do: str = "add"):
    return as_user(reader).post("/friends/", {"name": name, "do": do}, headers=JSON)


def list_shown(reader: str) -> list[str]:
    text = as_user(reader).get("/friends/").content.decode()
    return re.findall(r"<bdi>([^<]*)</bdi>", text)


def test_friends_are_listed_only_on_the_users_own_page():
    ana, ben, chloe = people(3)
    assert "No friends yet" in as_user("Ana").get("/friends/").content.decode()
    for name in ("Chloe", "bEN"):
        assert change_friend("Ana", name).json() == {"name": person(name.capitalize()).username, "friend": True}
    assert list_shown("Ana") == ["Ben", "Chloe"]
    assert sorted(friends.list_ids(ana.pk)) == [ben.pk, chloe.pk]
    assert list_shown("Ben") == list_shown("Chloe") == []
    assert friends.list_ids(ben.pk) == friends.list_ids(None) == []
    text = as_user("Ana").get("/friends/").content.decode()
    for address in ("/players/Ben/", "/players/Ben/games/", "/players/Ana/games/?opponent=Ben"):
        assert f'href="{address}"' in text


def test_adding_or_removing_a_friend_twice_has_no_further_effect():
    people(2)
    for _ in range(2):
        assert change_friend("Ana", "Ben").status_code == 200
    assert Friend.objects.count() == 1
    for _ in range(2):
        assert change_friend("Ana", "Ben", "remove").json() == {"name": "Ben", "friend": False}
    assert list_shown("Ana") == []


def test_without_javascript_the_button_returns_to_its_page():
    people(2)
    ana = as_user("Ana")
    page = ana.get("/players/Ben/").content.decode()
    assert 'value="add"' in page.partition('class="friend-it"')[2].partition("</form>")[0]
    answer = ana.post("/friends/", {"name": "Ben", "do": "add", "next": "/players/Ben/"})
    assert (answer.status_code, answer["Location"]) == (302, "/players/Ben/")
    page = ana.get("/players/Ben/").content.decode()
    assert "Ben is on your friends list. Only you can see it." in page
    assert 'value="remove"' in page.partition('class="friend-it"')[2].partition("</form>")[0]
    away = ana.post("/friends/", {"name": "Ben", "do": "remove", "next": "//elsewhere.example/"})
    assert away["Location"] == "/friends/"


def test_others_cannot_see_a_users_friends():
    game, (ana, ben, chloe) = table("push", 3)
    paths = ["/players/Ana/", "/players/Ben/", "/", "/friends/", f"/games/{game.pk}/", "/players/Ana/games/", "/games/"]
    readers = [as_user(who) for who in ("Ben", "Chloe", None)]
    token = re.compile(rb'(csrf-token" content|csrfmiddlewaretoken" value|name="csrf\w*" value)="\w+"')

    def seen():
        return [token.sub(b"", reader.get(path).content) for reader in readers for path in paths]

    seen()
    before = seen()
    friends.add(ana, ben)
    friends.add(ana, chloe)
    assert seen() == before


def test_only_logged_in_users_see_the_button_on_others_pages():
    ana, ben = people(2)
    for reader, name in ((None, "Ana"), ("Ana", "Ana")):
        assert b"friend-it" not in as_user(reader).get(f"/players/{name}/").content
    blocks.set_status(ana, ben, "blocked")
    assert b"friend-it" not in as_user("Ana").get("/players/Ben/").content
    assert b"friend-it" in as_user("Ben").get("/players/Ana/").content


@pytest.mark.parametrize("side", [0, 1])
def test_a_block_ends_friendship_both_ways(side):
    ana, ben = people(2)
    friends.add(ana, ben)
    friends.add(ben, ana)
    friends.add(ana, person("Chloe"))
    who, whom = (ana, ben) if side == 0 else (ben, ana)
    blocks.set_status(who, whom, "muted")
    assert Friend.objects.count() == 3
    blocks.set_status(who, whom, "blocked")
    assert list(Friend.objects.values_list("other__username", flat=True)) == ["Chloe"]


def test_the_blocker_must_unblock_first_and_the_blocked_is_not_told():
    ana, ben = people(2)
    blocks.set_status(ana, ben, "blocked")
    no = change_friend("Ana", "Ben")
    assert (no.status_code, no.json()["message"].startswith("You've blocked Ben.")) == (422, True)
    assert change_friend("Ben", "Ana").json() == {"name": "Ana", "friend": True}


def test_a_refused_block_keeps_the_friendship(monkeypatch):
    ana, ben, chloe = people(3)
    monkeypatch.setattr(blocks, "MOST", 1)
    blocks.set_status(ana, chloe, "blocked")
    friends.add(ana, ben)
    assert not blocks.set_status(ana, ben, "blocked")
    assert friends.list_ids(ana.pk) == [ben.pk]


def test_a_full_friends_list_is_explained(monkeypatch):
    people(3)
    monkeypatch.setattr(friends, "MOST", 1)
    change_friend("Ana", "Ben")
    assert change_friend("Ana", "Ben").status_code == 200
    no = change_friend("Ana", "Chloe")
    assert (no.status_code, no.json()["message"]) == (
        422,
        "Your friends list is full (limit: 1). Remove a friend first.",
    )
    assert list_shown("Ana") == ["Ben"]


def test_invalid_changes_are_refused():
    people(2)
    assert change_friend("Ana", "Ana").json()["message"].startswith("You can't add yourself")
    assert change_friend("Ana", "Ben", "marry").status_code == 422
    assert change_friend("Ana", "Zoe").status_code == 404
    User.objects.create_user("Gone", is_active=False)
    assert change_friend("Ana", "Gone").status_code == 422
    assert Friend.objects.count() == 0


def test_closed_accounts_are_not_listed():
    ana, ben = people(2)
    friends.add(ana, ben)
    User.objects.filter(pk=ben.pk).update(is_active=False)
    assert list_shown("Ana") == friends.list_ids(ana.pk) == []


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_input_is_refused(value):
    people(2)
    assert change_friend("Ana", value).status_code == 404
    assert change_friend("Ana", "Ben", value).status_code == 422
    assert Friend.objects.count() == 0


def test_only_logged_in_users_with_a_csrf_token_can_change_friends():
    people(2)
    for answer in (Client().get("/friends/"), Client().post("/friends/", {"name": "Ben", "do": "add"})):
        assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=/friends/")
    strict = as_user("Ana", enforce_csrf_checks=True)
    assert strict.post("/friends/", {"name": "Ben", "do": "add"}).status_code == 403
    assert Friend.objects.count() == 0


def test_guests_can_have_friends():
    guest = User.objects.create_user("Otter 77", is_guest=True)
    ana = person("Ana")
    assert friends.add(guest, ana) == friends.add(ana, guest) == ""
    assert list_shown("Ana") == ["Otter 77"]


def test_the_number_of_queries_does_not_depend_on_friends():
    ana = person("Ana")
    client = as_user("Ana")
    counts = []
    for number in (3, 60):
        for n in range(number):
            friends.add(ana, person(f"Friend {number} {n}"))
        client.get("/friends/")
        with CaptureQueriesContext(connection) as caught:
            client.get("/friends/")
        counts.append(len(caught))
    assert counts[0] == counts[1] <= 10
