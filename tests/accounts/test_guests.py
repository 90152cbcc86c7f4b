"""Guests: created with one click, signing up later, deleted when idle."""

from datetime import timedelta
from io import StringIO
from types import SimpleNamespace

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db.models import ProtectedError
from django.test import Client
from django.utils import timezone

from accounts import guests
from accounts.adapter import AccountAdapter
from accounts.models import User
from tests.accounts.conftest import PASSWORD, logged_in_user

NAME = {"username": "Bea", "password1": PASSWORD, "password2": PASSWORD}


def test_one_click_creates_a_user_and_logs_them_in(client):
    answer = client.post("/accounts/guest/", {"next": "/games/abc/"})
    assert (answer.status_code, answer["Location"]) == (302, "/games/abc/")
    guest = logged_in_user(client)
    assert guest.is_guest
    assert not guest.has_usable_password()
    animal, number = guest.username.split(" ")
    assert animal in guests.ANIMALS
    assert 1000 <= int(number) <= 9999


def test_logged_in_users_are_only_redirected(guest, ana_client):
    for client in (guest, ana_client):
        person = logged_in_user(client)
        assert client.post("/accounts/guest/", {"next": "/games/"})["Location"] == "/games/"
        assert client.get("/accounts/guest/?next=/games/")["Location"] == "/games/"
        assert logged_in_user(client) == person


def test_a_get_creates_no_guest(client):
    page = client.get("/accounts/guest/?next=/games/abc/")
    assert page.status_code == 200
    assert b'name="next" value="/games/abc/"' in page.content
    assert not User.objects.exists()


@pytest.mark.database
def test_guests_have_different_names(monkeypatch):
    given = iter(["Otter 1000", "Otter 1000", "OTTER 1000", "Otter 1001"])
    monkeypatch.setattr(guests, "make_name", lambda: next(given))
    assert [guests.create().username for _ in range(2)] == ["Otter 1000", "Otter 1001"]


@pytest.mark.database
def test_a_name_taken_at_the_same_moment_is_replaced(monkeypatch):
    given = iter(["Otter 1000", "Otter 1001"])
    monkeypatch.setattr(guests, "make_name", lambda: next(given))
    User.objects.create_user("Otter 1000")
    monkeypatch.setattr("django.db.models.query.QuerySet.exists", lambda self: False)
    assert guests.create().username == "Otter 1001"


def test_a_guest_who_signs_up_stays_the_same_user(guest):
    before = logged_in_user(guest)
    old = guest.session.session_key
    answer = guest.post("/accounts/signup/", NAME | {"next": "/games/abc/"})
    assert (answer.status_code, answer["Location"]) == (302, "/games/abc/")
    after = logged_in_user(guest)
    assert after.pk == before.pk
    assert (after.username, after.is_guest) == ("Bea", False)
    assert guest.session.session_key != old
    again = Client()
    again.post("/accounts/login/", {"login": "bea", "password": PASSWORD})
    assert logged_in_user(again) == after


def test_a_guest_whose_name_is_refused_stays_a_guest(guest, ana):
    before = logged_in_user(guest)
    assert guest.post("/accounts/signup/", NAME | {"username": "ANA"}).status_code == 422
    assert logged_in_user(guest).username == before.username
    assert logged_in_user(guest).is_guest


def test_when_a_guest_signs_up_in_two_windows_the_first_wins(guest):
    second = Client()
    second.cookies["sessionid"] = guest.cookies["sessionid"].value
    person = logged_in_user(guest)
    stale = User.objects.get(pk=person.pk)
    assert guest.post("/accounts/signup/", NAME).status_code == 302
    form = SimpleNamespace(cleaned_data={"username": "Dora"})
    with pytest.raises(ValidationError, match="taken"):
        AccountAdapter().save_user(None, stale, form)
    assert second.post("/accounts/signup/", NAME | {"username": "Cem"}).status_code == 302
    assert User.objects.get(pk=person.pk).username == "Bea"


def test_a_guest_who_logs_in_to_an_account_leaves_the_guest_behind(guest, ana):
    assert b"you'll lose this guest's games" in guest.get("/accounts/login/").content
    left = logged_in_user(guest)
    guest.post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
    assert logged_in_user(guest) == ana
    assert User.objects.filter(pk=left.pk).exists()


def test_a_guest_is_warned_before_logging_out(guest, ana_client):
    assert b"you'll lose your games" in guest.get("/accounts/logout/").content
    assert b"you'll lose your games" not in ana_client.get("/accounts/logout/").content
    guest.post("/accounts/logout/")
    assert logged_in_user(guest) is None


PAGES = (
    "email/",
    "password/change/",
    "password/set/",
    "sessions/",
    "2fa/",
    "2fa/totp/activate/",
    "2fa/webauthn/add/",
)


@pytest.mark.parametrize("page", PAGES)
def test_pages_that_need_an_account_ask_guests_to_sign_up(guest, page):
    answer = guest.get(f"/accounts/{page}")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/signup/?next=%2Faccounts%2F")


def test_guests_cannot_log_in(guest):
    other = Client()
    other.post("/accounts/login/", {"login": logged_in_user(guest).username, "password": "anything at all"})
    assert logged_in_user(other) is None


def purge(days=30):
    out = StringIO()
    call_command("purge_guests", days=days, stdout=out)
    return out.getvalue().strip()


def make_idle(person):
    User.objects.filter(pk=person.pk).update(last_login=timezone.now() - timedelta(days=40))
    return person


@pytest.mark.database
def test_only_idle_guests_are_deleted(guest, ana):
    make_idle(ana)
    idle = make_idle(logged_in_user(guest))
    fresh = Client()
    fresh.post("/accounts/guest/")
    assert purge() == "Guests deleted: 1"
    assert set(User.objects.all()) == {ana, logged_in_user(fresh)}
    assert not User.objects.filter(pk=idle.pk).exists()
    assert guest.get("/").status_code < 500
    assert purge() == "Guests deleted: 0"


def test_a_guest_who_comes_back_is_not_idle(guest, monkeypatch):
    person = make_idle(logged_in_user(guest))
    now = timezone.now().timestamp() + 86_400
    monkeypatch.setattr("accounts.session_events.time.time", lambda: now)
    guest.get("/accounts/settings/")
    assert purge() == "Guests deleted: 0"
    assert User.objects.get(pk=person.pk)


@pytest.mark.database
def test_guests_who_appear_in_others_games_are_kept(guest, monkeypatch):
    person = make_idle(logged_in_user(guest))

    def kept(self):
        raise ProtectedError("has a seat", {self})

    monkeypatch.setattr(User, "delete", kept)
    assert purge() == "Guests deleted: 0"
    assert User.objects.get(pk=person.pk)
