"""Token buckets in the database, and limits on wrong passwords that don't lock out the owner."""

import operator
import threading
import time
from collections import Counter
from datetime import timedelta
from functools import partial

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import connections, transaction
from django.test import Client
from django.utils import timezone

from accounts import cleanup, rate_limits
from accounts.models import CacheEntry, RateLimitBucket, Session
from accounts.rate_limits import Rate
from games.worker import loop
from tests.accounts.conftest import PASSWORD, logged_in_user
from tests.clocks.overlap import Other

FEW = Rate(3, 60)
RIGHT = {"login": "Ana", "password": PASSWORD}
WRONG = RIGHT | {"password": "never the right one"}

pytestmark = pytest.mark.database


@pytest.fixture
def clock(monkeypatch):
    """The time that rate limits see: `clock[0]`, in seconds."""
    now = [time.time()]
    monkeypatch.setattr("accounts.rate_limits._now_ms", lambda: int(now[0] * 1_000))
    return now


def test_a_request_over_the_limit_is_told_how_long_to_wait(clock):
    assert [rate_limits.take({"ana": FEW}) for _ in range(4)] == [{}, {}, {}, {"ana": 20}]
    assert rate_limits.take({"ben": FEW}) == {}
    clock[0] += 19
    assert rate_limits.take({"ana": FEW}) == {"ana": 1}
    clock[0] += 1
    assert rate_limits.take({"ana": FEW}) == {}
    assert rate_limits.take({"ana": FEW}) == {"ana": 20}
    clock[0] += 3_600
    assert [rate_limits.take({"ana": FEW}) for _ in range(4)] == [{}, {}, {}, {"ana": 20}]


def test_taking_from_several_buckets_takes_one_statement_and_another_if_one_is_empty(clock, django_assert_num_queries):
    rates = {"moves": FEW, "requests": Rate(5, 10)}
    for _ in range(3):
        with django_assert_num_queries(1):
            assert rate_limits.take(rates) == {}
    with django_assert_num_queries(2):
        assert rate_limits.take(rates) == {"moves": 20}
    assert rate_limits.take(rates) == {"moves": 20}
    assert rate_limits.take(rates) == {"moves": 20, "requests": 2}


def test_a_returned_token_can_be_taken_again(clock):
    for _ in range(3):
        rate_limits.take({"ana": FEW})
    rate_limits.give_back("ana", FEW)
    assert [rate_limits.take({"ana": FEW}) for _ in range(2)] == [{}, {"ana": 20}]


def test_the_table_does_not_contain_addresses():
    rate_limits.take({"requests address 192.0.2.7": FEW})
    assert "192.0" not in repr(RateLimitBucket.objects.values().get())


def test_only_expired_rows_are_deleted_once_a_minute(monkeypatch, clock):
    Session.objects.create(session_key="old", expire_date=timezone.now())
    Session.objects.create(session_key="new", expire_date=timezone.now() + timezone.timedelta(days=1))
    cache.set("old", 1, timeout=-1)
    cache.set("new", 1, timeout=60)
    rate_limits.take({"old": FEW})
    clock[0] += 30
    rate_limits.take({"new": FEW})
    rate_limits.remember({"known": 3_600})
    began = timezone.now().replace(second=57, microsecond=0)
    for seconds, kept in ((0, 3), (2, 3), (40, 2)):
        monkeypatch.setattr(loop.database_clock, "now", partial(operator.add, began, timedelta(seconds=seconds)))
        loop.sweep()
        assert RateLimitBucket.objects.count() == kept
    assert [entry.cache_key for entry in CacheEntry.objects.all()] == [":1:new"]
    assert [session.pk for session in Session.objects.all()] == ["new"]
    clock[0] += 3_601
    cleanup.delete_expired()
    assert not RateLimitBucket.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_concurrent_requests_exactly_the_allowed_number_passes():
    gate, answers = threading.Barrier(8), Counter()

    def ask():
        gate.wait()
        for _ in range(5):
            answers[bool(rate_limits.take({"ana": Rate(7, 3_600), "requests": Rate(1_000, 60)}))] += 1
        connections.close_all()

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert answers == {False: 7, True: 33}


@pytest.mark.django_db(transaction=True)
def test_cleaning_up_does_not_wait_for_requests(clock):
    """If two transactions locked the same rows in different orders, they would deadlock."""
    rate_limits.take({"ana": FEW, "ben": FEW})
    clock[0] += 3_600
    other = Other(cleanup.delete_expired)
    with transaction.atomic():
        rate_limits.take({"ana": FEW})
        other.start()
        assert not other.waited
    other.result()
    assert rate_limits.take({"ana": Rate(1, 60)}) != {}  # it wasn't deleted


# --- passwords ------------------------------------------------------------------------------------------------------


@pytest.fixture
def public(settings):
    """The limits of a public site."""
    settings.LOGIN_LIMITS = {"address": (30, 3_600), "account": (10, 3_600)}


def try_logins(count, first=1, form=WRONG):
    """Try to log in `count` times, each time from another address; return the statuses."""
    return [
        Client(REMOTE_ADDR=f"192.0.2.{first + at}").post("/accounts/login/", form).status_code for at in range(count)
    ]


def test_many_addresses_get_no_more_attempts_than_one(ana, public):
    assert try_logins(15) == [422] * 10 + [429] * 5
    assert try_logins(1, 100, RIGHT | {"login": "ana@example.org"}) == [429]  # the address counts as the same account
    assert try_logins(12, 101, WRONG | {"login": "nobody"}) == [422] * 10 + [429] * 2  # doesn't reveal who exists


def test_a_refused_login_says_how_long_to_wait(client, ana, public, clock):
    for _ in range(10):
        client.post("/accounts/login/", WRONG)
    refused = client.post("/accounts/login/", RIGHT)
    assert (refused.status_code, refused["Retry-After"]) == (429, "360")
    assert "Too many attempts." in refused.content.decode()
    said = client.post("/accounts/login/", RIGHT, headers={"Accept": "application/json"})
    assert (said.status_code, said["Retry-After"], said.json()["code"]) == (429, "360", "request.too-many")
    clock[0] += 360
    assert client.post("/accounts/login/", RIGHT).status_code == 302


@pytest.mark.parametrize("limit", [60, 3_600])
def test_too_many_password_resets_are_refused_for_the_period_of_the_limit(client, ana, settings, limit):
    settings.ACCOUNT_RATE_LIMITS = {"reset_password": f"1/{limit}s/key"}
    answers = [client.post("/accounts/password/reset/", {"email": "ana@example.org"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 429]
    assert answers[1]["Retry-After"] == str(limit)


def test_a_stranger_cannot_lock_out_the_owner_on_a_known_device(ana_client, ana, public):
    ana_client.post("/accounts/logout/")
    try_logins(10)
    assert try_logins(1, 100, RIGHT) == [429]
    ana_client.defaults["REMOTE_ADDR"] = "198.51.100.1"  # another address, the same device
    assert ana_client.post("/accounts/login/", WRONG).status_code == 422
    assert ana_client.post("/accounts/login/", RIGHT).status_code == 302
    assert logged_in_user(ana_client) == ana


def test_a_stranger_cannot_lock_out_the_owner_at_a_known_address(ana, public):
    assert try_logins(1, 7, RIGHT) == [302]
    try_logins(10, 20)
    assert try_logins(1, 7, RIGHT) == [302]  # the same address, without a cookie


def test_a_known_device_has_a_limit_too_and_is_known_for_its_owner_only(ana_client, ana, public):
    ana_client.post("/accounts/logout/")
    statuses = [ana_client.post("/accounts/login/", WRONG).status_code for _ in range(12)]
    assert statuses == [422] * 10 + [429] * 2
    assert try_logins(11) == [422] * 10 + [429]
    other = WRONG | {"login": "Ben"}
    try_logins(10, 1, other)
    assert ana_client.post("/accounts/login/", other).status_code == 429


def test_one_address_has_a_limit_over_all_accounts(client, public):
    statuses = [client.post("/accounts/login/", WRONG | {"login": f"name{at}"}).status_code for at in range(32)]
    assert statuses == [422] * 30 + [429] * 2


def test_correct_passwords_do_not_count_as_attempts(ana, public):
    assert try_logins(12, form=RIGHT) == [302] * 12
    assert try_logins(11, 100) == [422] * 10 + [429]


def test_a_password_reset_by_mail_always_lets_the_owner_in(client, ana, public):
    try_logins(10)
    client.post("/accounts/password/reset/", {"email": "ana@example.org"})
    path = next(word for word in mail.outbox[-1].body.split() if "/reset/key/" in word).split("/", 3)[3]
    new = "three otters, one river"
    client.post(client.get(f"/{path}")["Location"], {"password1": new, "password2": new})
    client.defaults["REMOTE_ADDR"] = "198.51.100.1"
    assert client.post("/accounts/login/", RIGHT | {"password": new}).status_code == 302


def test_devices_are_known_by_an_http_only_cookie_that_guests_lack(ana_client, guest):
    cookie = ana_client.cookies["device"]
    assert (cookie["httponly"], cookie["samesite"], len(cookie.value)) == (True, "Lax", 22)
    ana_client.post("/accounts/logout/")
    ana_client.post("/accounts/login/", RIGHT)
    assert ana_client.cookies["device"].value == cookie.value
    assert "device" not in guest.cookies
