"""Second factors: codes from an app, recovery codes, and the server's side of passkeys."""

import json
import re
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core.cache import cache
from django.test import Client

from tests.accounts.conftest import PASSWORD, logged_in_user


def make_code(secret):
    """Return the code that the app would show."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def reauthenticate(client):
    """Confirm the password again."""
    assert client.post("/accounts/reauthenticate/", {"password": PASSWORD}).status_code == 302


@pytest.fixture
def secret(ana_client):
    """Set up codes from an app for Ana, and return their secret."""
    assert ana_client.get("/accounts/2fa/totp/activate/")["Location"].startswith("/accounts/reauthenticate/")
    reauthenticate(ana_client)
    page = ana_client.get("/accounts/2fa/totp/activate/").content.decode()
    assert '<svg class="code"' in page
    assert "data:image" not in page
    secret = re.search(r"<dd><code>(\w+)</code>", page)[1]
    assert ana_client.post("/accounts/2fa/totp/activate/", {"code": "000000"}).status_code == 422
    answer = ana_client.post("/accounts/2fa/totp/activate/", {"code": make_code(secret)})
    assert answer["Location"] == "/accounts/2fa/recovery-codes/"
    return secret


def log_in_with_password():
    """Return a client that has entered the password and is asked for a code."""
    client = Client()
    answer = client.post("/accounts/login/", {"login": "Ana", "password": PASSWORD, "next": "/games/"})
    assert answer["Location"] == "/accounts/2fa/authenticate/"
    assert logged_in_user(client) is None
    return client


def forget_used_codes():
    """Let a code work again, rather than wait half a minute for the next one."""
    cache.clear()


def test_with_two_factor_codes_a_password_is_not_enough(secret, ana):
    forget_used_codes()
    client = log_in_with_password()
    assert client.get("/accounts/settings/").status_code == 302
    assert client.post("/accounts/2fa/authenticate/", {"code": "12"}).status_code == 422
    answer = client.post("/accounts/2fa/authenticate/", {"code": make_code(secret)})
    assert (answer.status_code, answer["Location"]) == (302, "/games/")
    assert logged_in_user(client) == ana


def test_too_many_wrong_codes_are_refused_for_a_while(secret, ana, settings):
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "2/h/key"}
    forget_used_codes()
    client = log_in_with_password()
    statuses = [client.post("/accounts/2fa/authenticate/", {"code": "12"}).status_code for _ in range(2)]
    assert statuses == [422, 422]
    answer = client.post("/accounts/2fa/authenticate/", {"code": make_code(secret)})
    assert (answer.status_code, answer["Retry-After"]) == (429, "3600")
    assert logged_in_user(client) is None


def test_a_recovery_code_works_once(ana_client, secret, ana):
    page = ana_client.get("/accounts/2fa/recovery-codes/").content.decode()
    codes = re.findall(r"<li><code>(\d+)</code>", page)
    assert len(codes) == 10
    assert codes[0] in ana_client.get("/accounts/2fa/recovery-codes/download/").content.decode()
    client = log_in_with_password()
    assert client.post("/accounts/2fa/authenticate/", {"code": codes[0]})["Location"] == "/games/"
    assert log_in_with_password().post("/accounts/2fa/authenticate/", {"code": codes[0]}).status_code == 422
    assert ana_client.post("/accounts/2fa/recovery-codes/generate/").status_code == 302
    assert log_in_with_password().post("/accounts/2fa/authenticate/", {"code": codes[1]}).status_code == 422


def test_codes_can_be_turned_off(ana_client, secret):
    assert ana_client.get("/accounts/2fa/totp/deactivate/").status_code == 200
    ana_client.post("/accounts/2fa/totp/deactivate/")
    assert not Authenticator.objects.exists()
    assert Client().post("/accounts/login/", {"login": "Ana", "password": PASSWORD})["Location"] == "/"


def test_a_guest_who_logs_in_to_an_account_is_asked_for_the_second_factor(secret, guest, ana):
    forget_used_codes()
    guest.post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
    assert guest.get("/accounts/2fa/authenticate/").status_code == 200
    guest.post("/accounts/2fa/authenticate/", {"code": make_code(secret)})
    assert logged_in_user(guest) == ana


def test_a_passkey_request_has_what_the_browser_needs(ana_client):
    reauthenticate(ana_client)
    page = ana_client.get("/accounts/2fa/webauthn/add/")
    asked = json.loads(re.search(r'data-options="([^"]*)"', page.content.decode())[1].replace("&quot;", '"'))
    options = asked["publicKey"]
    assert options["rp"] == {"id": "testserver", "name": "TEN"}
    assert options["user"]["name"] == "Ana"
    assert len(options["challenge"]) >= 22
    login = Client().get("/accounts/2fa/webauthn/login/", headers={"Accept": "application/json"}).json()
    assert login["request_options"]["publicKey"]["userVerification"] == "required"


RESPONSE = {"clientDataJSON": "e30", "attestationObject": "oA", "authenticatorData": "AA", "signature": "AA"}
HOSTILE = [
    "",
    "x",
    "null",
    "[]",
    "{}",
    '{"response": 1}',
    '{"response": {}}',
    '{"response": {"userHandle": null}}',
    '{"response": {"userHandle": "////"}}',
    json.dumps({"type": "public-key", "id": "AA", "rawId": "AA", "response": RESPONSE}),
    json.dumps({"type": "public-key", "id": "AA", "rawId": "AA", "response": RESPONSE | {"userHandle": "MQ"}}),
    json.dumps({"type": "public-key", "id": "é", "rawId": 7, "response": {"clientDataJSON": "\u0000"}}),
    json.dumps({"id": {"id": {}}, "response": {"attestationObject": "a" * 9_000}}),
    "[" * 30_000,
    '{"response":' * 5_000,
    '{"response": {"clientDataJSON": 1e999}}',
    '{"response": {"clientDataJSON": "\\ud800"}}',
    "\x00",
]


@pytest.mark.parametrize("credential", HOSTILE)
def test_an_invalid_passkey_is_refused_with_a_sentence(ana_client, credential):
    reauthenticate(ana_client)
    ana_client.get("/accounts/2fa/webauthn/add/")
    answer = ana_client.post("/accounts/2fa/webauthn/add/", {"name": "K", "credential": credential})
    assert answer.status_code == 422
    assert not Authenticator.objects.exists()
    client = Client()
    client.get("/accounts/2fa/webauthn/login/", headers={"Accept": "application/json"})
    answer = client.post("/accounts/2fa/webauthn/login/", {"credential": credential})
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/")
    assert logged_in_user(client) is None


def test_users_cannot_see_others_passkeys(ana_client):
    reauthenticate(ana_client)
    for number in (1, 10**18, 10**30):
        for what in ("edit", "remove"):
            assert ana_client.get(f"/accounts/2fa/webauthn/keys/{number}/{what}/").status_code == 404
