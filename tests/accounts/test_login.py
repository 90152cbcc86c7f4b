"""Signing up, logging in and out, resetting passwords, confirming addresses, and other sessions."""

import re

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.signals import sessions_ended
from tests.accounts.conftest import PASSWORD, logged_in_user

NEW = {"username": "Bea", "email": "", "password1": PASSWORD, "password2": PASSWORD}


def find_link(path):
    """Return the path of the only link in the last mail, which must lead to that page."""
    found = re.findall(r"https?://[^/\s]+(/\S+)", mail.outbox[-1].body)
    assert len(found) == 1
    assert found[0].startswith(path)
    return found[0]


def strip(answer):
    """Return the page without its CSRF token, which differs in every response."""
    return re.sub(rb'(csrfmiddlewaretoken" value|csrf-token" content)="[^"]*"', b"", answer.content)


def test_a_name_and_a_password_are_enough(client):
    answer = client.post("/accounts/signup/", NEW)
    assert (answer.status_code, answer["Location"]) == (302, "/")
    person = logged_in_user(client)
    assert (person.username, person.email, person.is_guest) == ("Bea", "", False)
    assert person.check_password(PASSWORD)
    assert mail.outbox == []


def test_scripts_and_other_sites_cannot_read_the_cookies(client):
    client.get("/accounts/signup/")
    client.post("/accounts/signup/", NEW)
    told = {name: (cookie["httponly"], cookie["samesite"]) for name, cookie in client.cookies.items()}
    assert told["sessionid"] == (True, "Lax")
    assert told["csrftoken"] == (True, "Strict")


def test_errors_are_explained_and_the_form_keeps_the_input(client, ana):
    answer = client.post("/accounts/signup/", NEW | {"username": "Аnа", "email": "bea@example", "password2": "another"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Please use letters from only one alphabet." in page
    assert "You must type the same password each time." in page
    assert 'value="Аnа"' in page
    assert PASSWORD not in page
    assert re.search(r'name="username"[^>]*aria-describedby="id_username_helptext id_username_error"', page)
    assert 'id="id_username_error"' in page
    assert logged_in_user(client) is None


@pytest.mark.database
@pytest.mark.parametrize("name", ["Ana", "ana", "ÄNA", "Αnα", "admin"])
def test_a_taken_name_or_one_that_looks_like_it_is_refused(client, ana, name):
    assert client.post("/accounts/signup/", NEW | {"username": name}).status_code == 422
    assert User.objects.count() == 1


@pytest.mark.database
def test_when_two_users_sign_up_with_one_name_the_second_gets_an_error(client, monkeypatch):
    monkeypatch.setattr("accounts.adapter.AccountAdapter.clean_username", lambda self, name, shallow=False: name)
    assert client.post("/accounts/signup/", NEW).status_code == 302
    late = Client()
    answer = late.post("/accounts/signup/", NEW | {"username": "BEA"})
    assert answer.status_code == 422
    assert "is taken" in answer.content.decode()
    assert logged_in_user(late) is None


@pytest.mark.parametrize("login", ["Ana", "ana", " ANA ", "ana@example.org", "ANA@example.org"])
def test_users_log_in_by_name_or_confirmed_address(client, ana, login):
    answer = client.post("/accounts/login/", {"login": login, "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert logged_in_user(client) == ana


def test_an_unconfirmed_address_cannot_be_used_to_log_in(client, ana):
    ana.emailaddress_set.update(verified=False)
    assert client.post("/accounts/login/", {"login": "ana@example.org", "password": PASSWORD}).status_code == 422


def test_login_and_sign_up_redirect_logged_in_users(ana_client):
    for page in ("login", "signup"):
        assert ana_client.get(f"/accounts/{page}/?next=/games/")["Location"] == "/games/"


def test_a_failed_login_does_not_reveal_whether_the_user_exists(client, ana):
    User.objects.create_user("closed", password=PASSWORD, is_active=False)
    User.objects.create(username="Otter 4821", name_skeleton="", is_guest=True)
    pages = {
        strip(client.post("/accounts/login/", {"login": "X", "password": "never the right one"})).replace(b'"X"', b"")
        for _ in range(2)
    }
    for login in ("Ana", "nobody", "closed", "Otter 4821", "ana@example.org", "nobody@example.org"):
        answer = client.post("/accounts/login/", {"login": login, "password": "never the right one"})
        assert answer.status_code == 422
        pages.add(strip(answer).replace(f'"{login}"'.encode(), b""))
    assert len(pages) == 1


def test_one_password_is_checked_whether_or_not_the_user_exists(client, ana, monkeypatch):
    checked = []
    monkeypatch.setattr(User, "check_password", lambda self, password: checked.append(self.username))
    monkeypatch.setattr(User, "set_password", lambda self, password: checked.append("nobody"))
    for login in ("Ana", "nobody", "ana@example.org", "nobody@example.org"):
        client.post("/accounts/login/", {"login": login, "password": "never the right one"})
    assert checked == ["Ana", "nobody", "Ana", "nobody"]


def test_a_password_reset_does_not_reveal_whether_the_user_exists(client, ana):
    answers = []
    for email in ("ana@example.org", "nobody@example.org"):
        answer = client.post("/accounts/password/reset/", {"email": email}, follow=True)
        answers.append((answer.redirect_chain, strip(answer)))
    assert answers[0] == answers[1]
    assert [sent.to for sent in mail.outbox] == [["ana@example.org"], ["nobody@example.org"]]


def test_links_in_mails_ignore_the_host_header(ana, settings):
    """Otherwise anyone could have reset links sent that lead to another site."""
    settings.ORIGINS = ["https://ten.example"]
    client = Client(headers={"host": "localhost:4444"})
    for email in ("ana@example.org", "nobody@example.org"):
        client.post("/accounts/password/reset/", {"email": email})
    client.post("/accounts/signup/", NEW | {"email": "bea@example.org"})
    bodies = [sent.body for sent in mail.outbox]
    assert len(bodies) == 3
    for body in bodies:
        assert re.findall(r"https?://[^/\s]+", body) == ["https://ten.example"]
        assert "TEN, ten.example" in body
        assert "4444" not in body


def test_signing_up_does_not_reveal_whether_an_address_is_in_use(ana):
    answers = []
    for name, email in (("Bea", "ana@example.org"), ("Bob", "bob@example.org")):
        client = Client()
        answer = client.post("/accounts/signup/", NEW | {"username": name, "email": email}, follow=True)
        page = strip(answer).replace(name.encode(), b"").replace(email.encode(), b"")
        answers.append((answer.redirect_chain, re.sub(rb"<svg.*?</svg>", b"", page, flags=re.DOTALL)))
    assert answers[0] == answers[1]


def test_signing_up_works_when_mail_cannot_be_sent(client, monkeypatch, caplog):
    def away(self, fail_silently=False):
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.message.EmailMessage.send", away)
    assert client.post("/accounts/signup/", NEW | {"email": "bea@example.org"}).status_code == 302
    assert logged_in_user(client).username == "Bea"
    assert "couldn't be sent" in caplog.text
    assert "bea@" not in caplog.text


@pytest.mark.database
def test_passwords_are_hashed_before_any_row_is_locked(client, guest, monkeypatch):
    hashed, set_password = [], User.set_password

    def watched(self, password):
        hashed.append(len(connection.savepoint_ids))
        set_password(self, password)

    monkeypatch.setattr(User, "set_password", watched)
    for window, name in ((client, "Bea"), (guest, "Cem")):
        window.post("/accounts/signup/", NEW | {"username": name})
        assert logged_in_user(window).username == name
    assert hashed == [0, 0]


def test_a_session_is_not_saved_again_on_the_day_of_the_login(ana_client):
    with CaptureQueriesContext(connection) as queries:
        ana_client.get("/accounts/settings/")
    assert [query["sql"] for query in queries if "UPDATE" in query["sql"] or "INSERT" in query["sql"]] == []


def test_an_address_is_confirmed_by_mail_and_belongs_to_one_user(ana):
    client = Client()
    client.post("/accounts/signup/", NEW | {"email": "bea@example.org"})
    where = find_link("/accounts/confirm-email/")
    page = client.get(where)
    assert page.status_code == 200
    assert b"bea@example.org" in page.content
    assert not logged_in_user(client).emailaddress_set.get().verified  # opening the page confirms nothing
    client.post(where)
    assert logged_in_user(client).emailaddress_set.get().verified

    thief = Client()
    thief.post("/accounts/signup/", NEW | {"username": "Cem", "email": "ana@example.org"})
    where = find_link("/accounts/confirm-email/")
    assert b"This link no longer works" in thief.get(where).content
    thief.post(where)
    assert not logged_in_user(thief).emailaddress_set.filter(verified=True).exists()
    assert ana.emailaddress_set.filter(verified=True).exists()


def test_an_expired_link_is_404(client):
    for path in ("confirm-email/no:such:key/", "password/reset/key/1-set-password/", "password/reset/key/zzz-no/"):
        assert client.get(f"/accounts/{path}").status_code == 404


def test_a_reset_link_works_once_and_ends_all_sessions(client, ana, ana_client):
    client.post("/accounts/password/reset/", {"email": "ana@example.org"})
    where = find_link("/accounts/password/reset/key/")
    form = client.get(where)["Location"]
    assert form.endswith("-set-password/")
    new = "three otters, one river"
    refused = client.post(form, {"password1": "password1234", "password2": "password1234"})
    assert refused.status_code == 422
    assert client.post(form, {"password1": new, "password2": new}).status_code == 302
    ana.refresh_from_db()
    assert ana.check_password(new)
    assert client.get(where).status_code == 404
    assert ana_client.get("/accounts/settings/")["Location"].startswith("/accounts/login/")


def test_changing_the_password_logs_out_all_other_devices(ana_client, ana):
    other = Client()
    other.post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
    new = "three otters, one river"
    form = {"oldpassword": "wrong", "password1": new, "password2": new}
    page = ana_client.get("/accounts/password/change/").content.decode()
    assert re.findall(r'<label for="id_\w+">([^<]+)', page) == [
        "Current password",
        "New password",
        "Confirm new password",
    ]
    assert ana_client.post("/accounts/password/change/", form).status_code == 422
    assert ana_client.post("/accounts/password/change/", form | {"oldpassword": PASSWORD}).status_code == 302
    assert ana_client.get("/accounts/settings/").status_code == 200
    assert other.get("/accounts/settings/").status_code == 302


def test_logging_out_is_confirmed_and_ends_the_session(ana_client):
    old = ana_client.cookies["sessionid"].value
    assert ana_client.get("/accounts/logout/").status_code == 200
    assert logged_in_user(ana_client)
    assert ana_client.post("/accounts/logout/")["Location"] == "/"
    thief = Client()
    thief.cookies["sessionid"] = old
    assert thief.get("/accounts/settings/").status_code == 302


def test_logging_in_changes_the_session_key(client, ana):
    client.get("/accounts/login/")
    session = client.session
    session["seen"] = True
    session.save()
    client.cookies["sessionid"] = session.session_key
    before = session.session_key
    client.post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
    assert client.cookies["sessionid"].value != before


@pytest.fixture
def ended_keys():
    """The keys announced by `sessions_ended`."""
    keys = []

    def hear(**said):
        keys.extend(said["keys"])

    sessions_ended.connect(hear)
    yield keys
    sessions_ended.disconnect(hear)


def test_one_click_ends_all_other_sessions(ana_client, ended_keys):
    other = Client()
    other.post("/accounts/login/", {"login": "Ana", "password": PASSWORD}, HTTP_USER_AGENT="Firefox/1 (Windows)")
    page = ana_client.get("/accounts/sessions/").content.decode()
    assert "Firefox on Windows" in page

    ana_client.post("/accounts/sessions/")
    assert ended_keys == [other.cookies["sessionid"].value]
    assert ana_client.get("/accounts/settings/").status_code == 200
    assert other.get("/accounts/settings/").status_code == 302


def test_a_new_password_closes_the_sockets_of_other_sessions(ana_client, ended_keys):
    other, new = Client(), "three otters, one river"
    other.post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
    ana_client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    assert other.cookies["sessionid"].value in ended_keys
    assert ana_client.cookies["sessionid"].value not in ended_keys


ELSEWHERE = [
    "https://evil.example/",
    "//evil.example/",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "http:evil.example",
    "javascript:alert(1)",
    "/%09/evil.example\t",
    "\t//evil.example",
    "/\n/evil.example",
    "http://testserver@evil.example/",
    "http://localhost/",
    " //evil.example",
    "data:text/html,x",
]


@pytest.mark.parametrize("where", ELSEWHERE)
def test_next_never_leads_to_another_site(client, ana, where):
    for path, form in (
        ("login", {"login": "Ana", "password": PASSWORD}),
        ("logout", {}),
        ("guest", {}),
        ("logout", {}),
        ("signup", NEW),
    ):
        answer = client.post(f"/accounts/{path}/", form | {"next": where})
        assert (answer.status_code, answer["Location"]) == (302, "/"), path
    client.post("/accounts/logout/")


def test_login_redirects_to_next(client, ana):
    form = {"login": "Ana", "password": PASSWORD, "next": "/games/abc/?v=1"}
    assert client.post("/accounts/login/", form)["Location"] == "/games/abc/?v=1"


def test_json_is_returned_on_request(client, ana):
    asks = {"Accept": "application/json"}
    refused = client.post("/accounts/login/", {"login": "Ana", "password": "no"}, headers=asks)
    assert refused.status_code == 422
    assert refused.json()["message"].startswith("Wrong name or password.")
    done = client.post("/accounts/login/", {"login": "Ana", "password": PASSWORD}, headers=asks)
    assert (done.status_code, done.json()) == (200, {"location": "/"})


def test_a_session_in_use_lasts_but_not_forever(ana_client, monkeypatch):
    now = [1_800_000_000.0]
    monkeypatch.setattr("accounts.session_events.time.time", lambda: now[0])
    ana_client.post("/accounts/logout/")
    ana_client.post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
    for days in (20, 20, 20, 20):
        now[0] += days * 86_400
        assert ana_client.get("/accounts/settings/").status_code == 200
    assert ana_client.session["day"] - ana_client.session["came"] == 80
    now[0] += 11 * 86_400
    assert ana_client.get("/accounts/settings/").status_code == 302
