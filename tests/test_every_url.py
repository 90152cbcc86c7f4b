"""Every URL of the site, read from the URLconf, so that new ones are tested too.

POST needs a CSRF token, GET writes nothing, and URLs that only write refuse GET.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.conf import settings
from django.db import connection, transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts import urls as accounts_urls
from accounts.models import User
from games import play
from games import urls as games_urls
from games.models import Plan, PushDevice
from games.notifications import email as mails
from games.play import invitations
from tests.tables import table

TOKEN = "t" * 32
PLACEHOLDERS = {"game_id": "<id>", "pk": "<number>", "name": "<name>", "kind": "<kind>", "token": "<token>"}
PROGRAM = {"Accept": "application/json"}
NEEDS_NO_TOKEN = {"unsubscribe"}  # its link is signed, and mail providers have no cookie (RFC 8058)
POST_ONLY = {
    *(
        "accept-invitation",
        "agree-to-cancel",
        "cancel-game",
        "decline-invitation",
        "remove-device",
        "devices",
        "dismiss",
        "give-time",
        "invite",
    ),
    *(
        "join",
        "move",
        "notifications-test",
        "play-now",
        "table-notifications",
        "resign",
        "seen",
        "sit",
        "stand",
        "start",
        "substitute",
    ),
    *("chat-mute", "chat-read", "withdraw-invitation", "withdraw-plan", "zone"),
}
GET_ONLY = {
    *("account_email_verification_sent", "account_inactive", "account_reset_password_done"),
    *("account_reset_password_from_key_done", "mfa_index", "mfa_list_webauthn", "mfa_view_recovery_codes"),
    *(
        "check-script",
        "history-download",
        "history",
        "home",
        "leaderboard",
        "leaderboards",
        "lobby",
        "log",
        "next-game",
        "next-game-panel",
    ),
    *(
        "player-opponents",
        "player",
        "player-ratings",
        "proof",
        "record",
        "replay",
        "replay-step",
        "report-thanks",
        "review",
    ),
    *("rules", "rules-index", "rules-time", "state", "stats", "table", "table-picture", "service-worker"),
}
CRAWLED = {  # pages that search engines may index
    *(
        "check-script",
        "history",
        "home",
        "leaderboard",
        "leaderboards",
        "lobby",
        "game-file",
        "player-opponents",
        "player",
    ),
    *("player-ratings", "proof", "replay", "review", "rules", "rules-index", "rules-time", "stats", "table"),
    *("table-picture", "service-worker"),
}
WRITING = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE|TRUNCATE|CREATE|ALTER|DROP)\b", re.IGNORECASE)


class Place(NamedTuple):
    """A view with a URL; `name` is what `reverse` takes."""

    name: str
    fields: tuple[str, ...]
    view: Any


def places(resolver: Any = None, space: str = "", before: tuple[str, ...] = ()) -> Iterator[Place]:
    for entry in (resolver or get_resolver()).url_patterns:
        fields = (*before, *entry.pattern.regex.groupindex)
        if isinstance(entry, URLResolver):
            yield from places(entry, space + (f"{entry.namespace}:" if entry.namespace else ""), fields)
        else:
            yield Place(f"{space}{entry.name or ''}", fields, entry.callback)


ALL = list(places())


@pytest.fixture
def paths(db: None) -> dict[str, str]:
    """A path of each named view that exists for Ana, who is a moderator. Two views without a name are left out."""
    game, (ana, ben) = table("tiles", 2, pace="daily")
    User.objects.filter(pk=ana.pk).update(is_staff=True, is_superuser=True)
    email = EmailAddress.objects.create(user=ana, email="ana@example.org", verified=False)
    waiting = play.create_game(ben, kind="push", seats=3, options={})
    invitations.invite(waiting, ben, "Ana")
    device = PushDevice.objects.create(user=ana, endpoint="https://push.example/1")
    plan = Plan.objects.create(game=game, seat=0, user=ana, data={}, game_version=0)
    known = {
        "game_id": game.pk,
        "name": "Ana",
        "kind": "push",
        "token": mails.make_token(ana),
        "object_id": ana.pk,
        "app_label": "games",
        "pk": device.pk,
        "uidb36": "1",
        "key": EmailConfirmationHMAC(email).key,
    }
    special: dict[str, dict[str, object]] = {
        "leaderboard": {"name": "tiles"},
        "withdraw-plan": {"pk": plan.pk},
        "account_reset_password_from_key": {"key": "set-password"},
        **{
            name: {"pk": waiting.invitations.get().pk}
            for name in ("accept-invitation", "decline-invitation", "withdraw-invitation")
        },
        **{name: {"game_id": waiting.pk} for name in ("sit", "stand", "start", "cancel-game", "join", "invite")},
    }
    found = {}
    for place in ALL:
        values = known | special.get(place.name, {})
        assert values.keys() >= set(place.fields), f"add values for {place.fields} of {place.name}"
        if not place.name.endswith(":"):
            found[place.name] = reverse(place.name, kwargs={field: values[field] for field in place.fields})
    return found


def browser(**options: Any) -> Client:
    client = Client(enforce_csrf_checks=True, headers=PROGRAM, **options)
    client.force_login(User.objects.get(username="Ana"))
    client.cookies["csrftoken"] = TOKEN
    return client


# sessions keep messages for the next page, and buckets count requests
NOT_WRITTEN = ("accounts_session", "accounts_ratelimitbucket")


@contextmanager
def roll_back_writes() -> Iterator[list[str]]:
    """Collect the statements that write, and roll them back at the end."""
    written: list[str] = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        if WRITING.match(sql) and not any(table in sql for table in NOT_WRITTEN):
            written.append(sql)
        return execute(sql, *rest)

    with transaction.atomic():
        with connection.execute_wrapper(note):
            yield written
        transaction.set_rollback(True)


def test_a_post_without_a_token_is_refused_everywhere_and_writes_nothing(paths: dict[str, str]) -> None:
    client, wrong = browser(), {}
    for name in paths.keys() - NEEDS_NO_TOKEN:
        for fields in ({}, {"csrfmiddlewaretoken": "u" * 32}):
            with roll_back_writes() as written:
                answer = client.post(paths[name], fields)
            if (answer.status_code, answer.json().get("code"), written) != (403, "request.token", []):
                wrong[name] = (answer.status_code, written)
    assert wrong == {}


def test_the_same_post_with_a_token_reaches_its_view(paths: dict[str, str]) -> None:
    """Otherwise the refusals above could have another reason."""
    wrong, refused = {}, set()
    for name, path in paths.items():
        client = browser()
        with roll_back_writes() as written:
            answer = client.post(path, {"csrfmiddlewaretoken": TOKEN})
        if answer.status_code == 403 and b"request.token" in answer.content:
            wrong[name] = answer.content
        if answer.status_code == 405:
            assert written == []
            refused.add(name)
    assert wrong == {}
    assert refused == GET_ONLY
    client = browser()
    with roll_back_writes() as written:
        assert client.post(paths["resign"], headers={"X-CSRFToken": TOKEN}).status_code == 200
    assert written


def test_no_view_is_exempt_from_the_token() -> None:
    assert {place.name for place in ALL if getattr(place.view, "csrf_exempt", False)} == NEEDS_NO_TOKEN


def test_urls_that_write_refuse_get_and_get_writes_nothing(paths: dict[str, str]) -> None:
    client, refused, writing = browser(), set(), {}
    for name, path in paths.items():
        with roll_back_writes() as written:
            answer = client.get(path)
            answer.getvalue()  # reads a stream to its end
        if answer.status_code == 405:
            refused.add(name)
        if written:
            writing[name] = written
    assert refused == POST_ONLY
    assert writing == {}


def is_crawled(path: str) -> bool:
    """Whether crawlers may request it (RFC 9309): the longest rule counts, and Allow wins a tie."""
    text = (settings.WHITENOISE_ROOT / "robots.txt").read_text()
    best = (0, True)
    for kind, rule in re.findall(r"^(Allow|Disallow): (\S+)$", text, re.MULTILINE):
        if re.match(re.escape(rule).replace(r"\*", ".*").replace(r"\$", "$"), path):
            best = max(best, (len(rule), kind == "Allow"))
    return best[1]


def test_robots_txt_allows_public_pages_only(paths: dict[str, str]) -> None:
    """The pages of moderators aren't mentioned, because their URL is secret."""
    public = {name: path for name, path in paths.items() if not name.startswith("admin:")}
    assert {name for name, path in public.items() if is_crawled(path)} == CRAWLED
    assert is_crawled("/static/ten/shared/base.css")
    assert not is_crawled(f"{paths['history']}?page=2")
    assert not is_crawled(f"{paths['replay']}?step=4")


def test_every_url_of_games_and_accounts_is_documented():
    text = "".join((settings.BASE_DIR / "docs" / name).read_text() for name in ("urls.md", "notifications.md"))
    own = [("/", games_urls.urlpatterns), ("/accounts/", accounts_urls.urlpatterns)]
    for start, patterns in own:
        for pattern in patterns:
            if isinstance(pattern, URLPattern):
                route = re.sub(r"<\w+:(\w+)>", lambda found: PLACEHOLDERS.get(found[1], found[0]), str(pattern.pattern))
                assert f"`{start}{route}" in text, f"docs/urls.md lacks {start}{route}"
