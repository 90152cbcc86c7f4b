"""Hostile input to the forms of accounts is refused and never causes a server error."""

import itertools

import pytest
from django.test import Client

from accounts.models import User

FORMS = {  # path: its fields, and whether it requires login
    "signup/": (("username", "email", "password1", "password2"), False),
    "login/": (("login", "password"), False),
    "guest/": (("next",), False),
    "logout/": (("next",), False),
    "password/reset/": (("email",), False),
    "password/reset/key/1-set-password/": (("password1", "password2"), False),
    "confirm-email/x:y:z/": (("next",), False),
    "2fa/authenticate/": (("code",), False),
    "password/change/": (("oldpassword", "password1", "password2"), True),
    "email/": (("email", "action_add", "action_send", "action_remove", "action_primary"), True),
    "reauthenticate/": (("password", "next"), True),
    "settings/": (("theme", "time_zone", "sound", "quiet_from", "quiet_to"), True),
    "sessions/": (("next",), True),
    "2fa/totp/activate/": (("code",), True),
    "2fa/totp/deactivate/": (("next",), True),
    "2fa/recovery-codes/generate/": (("next",), True),
    "2fa/webauthn/add/": (("name", "credential", "passwordless"), True),
}
VALUES = {
    "missing": None,
    "empty": b"",
    "huge": b"a" * 30_000,
    "null": b"ana%00bea",
    "not utf-8": b"%ff%fe%80",
    "surrogate": b"%ed%a0%80",
    "markup": b"%3Cscript%3Ealert(1)%3C/script%3E",
    "sql": b"'%22;--",
    "lines": b"ana%0d%0aSet-Cookie:%20a=b",
    "right to left": b"%e2%80%aeana",
    "number": b"99999999999999999999999999999",
    "template": b"%7B%7B%20settings.SECRET_KEY%20%7D%7D",
}
FORM_TYPE = "application/x-www-form-urlencoded"


@pytest.mark.database
@pytest.mark.parametrize(("path", "value"), list(itertools.product(FORMS, VALUES)))
def test_no_input_causes_a_server_error(path, value, request):
    fields, within = FORMS[path]
    client = request.getfixturevalue("ana_client") if within else Client()
    if within:
        client.post("/accounts/reauthenticate/", {"password": "two lazy otters swim"})
    people = User.objects.filter(is_guest=False).count()
    sent = VALUES[value]
    body = b"" if sent is None else b"&".join(field.encode() + b"=" + sent for field in fields)
    answer = client.post(f"/accounts/{path}", body, content_type=FORM_TYPE)
    assert answer.status_code in (200, 302, 400, 403, 404, 422)
    assert b"<script>alert" not in answer.content
    if answer.status_code == 302:
        assert answer["Location"].startswith("/")
        assert "Set-Cookie" not in answer["Location"]
    assert User.objects.filter(is_guest=False).count() == people


@pytest.mark.parametrize("path", FORMS)
def test_repeated_fields_and_malformed_bodies_cause_no_server_error(path, request):
    fields, within = FORMS[path]
    client = request.getfixturevalue("ana_client") if within else Client()
    body = "&".join(f"{field}=one&{field}=two&{field}[]=three" for field in fields) * 20
    for kind, content in ((FORM_TYPE, body), ("application/json", "[1"), ("multipart/form-data; boundary=x", "--x--")):
        assert client.post(f"/accounts/{path}", content, content_type=kind).status_code < 500


@pytest.mark.database
@pytest.mark.parametrize(
    "path",
    [
        "login/?next=%00",
        "login/?next=%ff",
        "signup/?email=%00&next=//x",
        "signup/?email=a%0a@example.org",
        "guest/?next=" + "a" * 3_000,
        "confirm-email/" + "a" * 3_000 + "/",
        "confirm-email/é:é:é/",
        "password/reset/key/zzzzzzzzzzzzz-x/",
        "password/reset/key/1y2p0ij32e8e7-x/",
        "password/reset/key/zzzzzzzzzzzzzzzzzzzzzzzz-x/",
        "password/reset/key/0-%00/",
        "2fa/webauthn/login/",
        "login/code/confirm/",
        "",
        "nowhere/",
    ],
)
def test_no_url_causes_a_server_error(client, path):
    assert client.get(f"/accounts/{path}").status_code in (200, 302, 404)
