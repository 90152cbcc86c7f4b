"""Sessions are read together with their users, and end when they should."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Session, User
from accounts.sessions import SessionStore, get_user
from tests.accounts.conftest import PASSWORD, logged_in_user

pytestmark = [pytest.mark.database, pytest.mark.django_db]


def get_session_key(client: Client) -> str:
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def load_user(key: str, rf) -> tuple[int | None, int]:
    """Return the ID of the session's user, and how many statements it took to load."""
    request = rf.get("/")
    request.session = SessionStore(key)
    with CaptureQueriesContext(connection) as queries:
        user = get_user(request)
    return user.pk, len(queries)


@pytest.mark.parametrize("browser", ["ana_client", "guest"])
def test_one_statement_reads_the_session_and_its_user(request, rf, browser):
    client = request.getfixturevalue(browser)
    assert load_user(get_session_key(client), rf) == (logged_in_user(client).pk, 1)


def test_a_visitor_costs_one_statement(rf, client):
    assert load_user("nobodyhasthiskey", rf) == (None, 1)


def test_a_guest_who_signs_up_keeps_one_session_with_its_user(guest, rf):
    user, old = logged_in_user(guest), get_session_key(guest)
    guest.post("/accounts/signup/", {"username": "Ana", "password1": PASSWORD, "password2": PASSWORD})
    assert not User.objects.get(pk=user.pk).is_guest
    assert load_user(get_session_key(guest), rf) == (user.pk, 1)
    assert load_user(old, rf)[0] is None
    assert [session.user_id for session in Session.objects.all()] == [user.pk]


def test_logging_in_as_another_user_takes_effect_at_once(guest, ana, rf):
    guest.post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
    assert load_user(get_session_key(guest), rf) == (ana.pk, 1)


def test_a_user_loaded_earlier_is_not_used_after_logging_out(ana_client, rf):
    request = rf.get("/")
    request.session = SessionStore(get_session_key(ana_client))
    assert get_user(request).is_authenticated
    request.session.flush()
    assert not get_user(request).is_authenticated


def set_value(name: str, value: str) -> None:
    session = SessionStore(Session.objects.get().session_key)
    session[name] = value
    session.save()


ENDS = {
    "the session is deleted": lambda: Session.objects.all().delete(),
    "the session has expired": lambda: Session.objects.update(expire_date=timezone.now()),
    "the session can't be read": lambda: Session.objects.update(session_data="rubbish"),
    "the account is deleted": lambda: User.objects.all().delete(),
    "the account is closed": lambda: User.objects.update(is_active=False),
    "the password has changed": lambda: User.objects.update(password="another"),  # noqa: S106
    "the hash differs": lambda: set_value(HASH_SESSION_KEY, "0" * 64),
    "there is no hash": lambda: set_value(HASH_SESSION_KEY, ""),
    "the backend is gone": lambda: set_value(BACKEND_SESSION_KEY, "accounts.backends.Gone"),
    "the backend is not in use": lambda: set_value(BACKEND_SESSION_KEY, "django.contrib.auth.backends.ModelBackend"),
    "the user is gone": lambda: set_value(SESSION_KEY, "999999999"),
}


@pytest.mark.parametrize("end", ENDS)
def test_a_session_ends_when(ana_client, ana, rf, end):
    assert load_user(get_session_key(ana_client), rf)[0] == ana.pk
    ENDS[end]()
    assert load_user(get_session_key(ana_client), rf)[0] is None
    assert not ana_client.get("/").wsgi_request.user.is_authenticated


def test_the_session_data_decides_who_the_user_is(ana_client, ana, rf):
    ben = User.objects.create(username="Ben", password=ana.password)  # so that both have the same hash
    assert ben.get_session_auth_hash() == ana.get_session_auth_hash()
    Session.objects.update(user=ben)
    assert load_user(get_session_key(ana_client), rf) == (ana.pk, 2)
    Session.objects.update(user=None)
    assert load_user(get_session_key(ana_client), rf) == (ana.pk, 2)


def test_a_session_signed_with_an_old_key_is_kept_and_signed_again(ana_client, ana, settings):
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another"
    old = get_session_key(ana_client)
    assert ana_client.get("/").wsgi_request.user == ana
    assert get_session_key(ana_client) != old
    settings.SECRET_KEY_FALLBACKS = []
    assert ana_client.get("/").wsgi_request.user == ana


@pytest.mark.django_db(transaction=True)
def test_a_request_that_outlives_its_user_can_save_its_session(ana_client, ana, rf):
    session = SessionStore(get_session_key(ana_client))
    session["note"] = 1
    ana.delete()
    assert not Session.objects.exists()
    session.save(must_create=True)  # as for a new key: with a constraint this would fail, and Django would try forever
    assert load_user(session.session_key, rf)[0] is None


def test_a_new_password_ends_the_sessions_elsewhere(ana_client, ana):
    elsewhere = Client()
    elsewhere.post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
    new = "three busy beavers build"
    ana_client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    assert [session.pk for session in Session.objects.all()] == [get_session_key(ana_client)]
    assert [session.session_key for session in UserSession.objects.all()] == [get_session_key(ana_client)]


def test_clearsessions_deletes_expired_sessions():
    for key, seconds in {"old": -1, "new": 60}.items():
        Session.objects.create(session_key=key, expire_date=timezone.now() + timedelta(seconds=seconds))
    call_command("clearsessions")
    assert [session.pk for session in Session.objects.all()] == ["new"]
