"""Rate limits, and what else differs on a public site."""

import signal
import time
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from ten_site.middleware import RateLimit, RateLimits, name_bucket
from tests.browser.server import copy_prepared
from tests.site.conftest import Server
from tests.waiting import until


class Person:
    is_authenticated = True

    def __init__(self, pk: int) -> None:
        self.pk = pk


def make_request(address: str = "127.0.0.1", person: Person | None = None):
    made: Any = RequestFactory().post("/", REMOTE_ADDR=address)
    made.user = person or type("Nobody", (), {"is_authenticated": False})()
    return made


def test_users_have_one_bucket_for_all_their_addresses() -> None:
    assert name_bucket(make_request("1.2.3.4", Person(1)), "user") == name_bucket(
        make_request("5.6.7.8", Person(1)), "user"
    )
    assert name_bucket(make_request("1.2.3.4", Person(1)), "user") != name_bucket(
        make_request("1.2.3.4", Person(2)), "user"
    )
    assert name_bucket(make_request("1.2.3.4", Person(1)), "address") == name_bucket(
        make_request("1.2.3.4", Person(2)), "address"
    )


def test_an_ipv6_network_counts_as_one_address() -> None:
    assert name_bucket(make_request("2001:db8:0:1::1"), "address") == name_bucket(
        make_request("2001:db8:0:1:ffff::2"), "address"
    )
    assert name_bucket(make_request("2001:db8:0:1::1"), "address") != name_bucket(
        make_request("2001:db8:0:2::1"), "address"
    )
    assert name_bucket(make_request("1.2.3.4"), "user") != name_bucket(make_request("1.2.3.5"), "user")
    assert name_bucket(make_request("::ffff:1.2.3.4"), "user") == name_bucket(make_request("1.2.3.4"), "user")
    assert name_bucket(make_request("rubbish"), "address") != name_bucket(make_request("1.2.3.5"), "address")


@pytest.fixture(scope="module")
def public(tmp_path_factory):
    """A public site behind a TLS proxy."""
    data = tmp_path_factory.mktemp("public") / "data"
    copy_prepared(data)
    server = Server(data, SITE_URL="https://ten.example", EMAIL_URL="smtp://127.0.0.1:1").start()
    yield server
    server.end()


def ask(server: Server, path: str = "/test/read/", address: str = "1.2.3.4", **more: str):
    return server.ask(path, Host="ten.example", X_Forwarded_For=f"6.6.6.6, {address}", **more)


def test_a_public_site_limits_requests_by_address(public: Server) -> None:
    statuses = [ask(public).status for _ in range(31)]
    assert set(statuses[:15]) == {200}
    refused = ask(public)
    if refused.status == 200:  # some tokens have come back meanwhile
        statuses = [ask(public).status for _ in range(31)]
        refused = ask(public)
    assert refused.status == 429
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert "Please wait a moment" in refused.text
    assert ask(public, address="1.2.3.5").status == 200
    said = ask(public, Accept="application/json")
    assert (said.status, said.headers["Content-Type"]) == (429, "application/json")


@pytest.mark.proof("site")  # quick guard: tests/accounts/test_rate_limits.py
def test_limits_survive_a_restart(public: Server) -> None:
    """A token comes back every other second; a bucket that was lost would start with thirty."""
    began = time.monotonic()
    until(lambda: ask(public, address="1.2.3.7").status == 429, "the limit")
    public.end(signal.SIGKILL)
    public.start(public.port)
    passed = 0
    while passed < 30 and ask(public, address="1.2.3.7").status == 200:
        passed += 1
    assert passed <= 2 + (time.monotonic() - began) / 2


def test_a_public_site_requires_tls(public: Server) -> None:
    page = ask(public, "/accounts/login/", address="1.2.3.6")
    assert page.headers["Strict-Transport-Security"] == "max-age=63072000; includeSubDomains; preload"
    assert page.headers["Set-Cookie"].strip().startswith("__Host-csrftoken=")
    assert "Secure" in page.headers["Set-Cookie"]
    form = {"Content_Type": "application/x-www-form-urlencoded", "Host": "ten.example"}
    echo = [
        public.ask("/test/echo/", "POST", "a=1", Origin=o, **form)
        for o in ("https://ten.example", "http://ten.example")
    ]
    assert [answer.status for answer in echo] == [200, 403]


def test_a_local_site_does_not_limit_requests_by_address(site: Server) -> None:
    assert {site.ask("/test/read/").status for _ in range(40)} == {200}


def test_requests_within_the_limit_pass() -> None:
    limits = RateLimits(lambda request: HttpResponse("passed"))
    passed: Any = limits(make_request())
    assert passed.content == b"passed"
    assert limits.limits["games"] == RateLimit("user", 1_000, 3_600, ("new-game", "play-now", "rematch"))
