"""Which settings a server refuses to start with, and what it says."""

import runpy
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError

from ten_site.server.main import lock_folder
from ten_site.startup_checks import list_errors
from tests.site.conftest import Server

SETTINGS = Path(__file__).parents[2] / "ten_site" / "settings.py"
SITE = {"SITE_URL": "https://ten.example"}
MAIL = {"EMAIL_URL": "submission://name:password@mail.example"}
NETWORK = ("0.0.0.0", "::", "192.168.1.5", "my-laptop", "localhost.example")  # noqa: S104 (nothing listens here)
POSTGRES, REDIS = {"DATABASE_URL": "postgres://ten@127.0.0.1:1/ten"}, {"REDIS_URL": "redis://127.0.0.1:1"}
FILE = {"DATABASE_URL": "sqlite:////tmp/ten.sqlite3"}
CHECKED = (
    *("DEBUG", "EMAIL_BACKEND", "EMAIL_URL", "EMBEDDED", "LISTENS_AT", "REDIS_URL", "SECRET_KEY", "SITE_URL", "SQLITE"),
    "TLS",
)
NOT_AN_ADDRESS = (
    *(
        "ten.example",
        "//ten.example",
        "ftp://ten.example",
        "https://",
        "https://ten.example/",
        "https://ten.example/ten",
    ),
    *("https://Ten.example", "https://ten.example.", "https://ten.example:443", "http://localhost:80"),
    *("https://ana@ten.example", "https://ten.example?", "https://*.ten.example", "https://ten.example:x"),
)
Given = Callable[..., list[str]]


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch, settings, tmp_path: Path) -> Given:
    """List the errors of the startup checks with a given environment."""

    def given(**environment: str) -> list[str]:
        for name in ("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SITE_URL", "SECRET_KEY", "HOST", "DEBUG"):
            monkeypatch.delenv(name, raising=False)
        for name, value in {"TEN_DATA": str(tmp_path), **environment}.items():
            monkeypatch.setenv(name, value)
        made = runpy.run_path(str(SETTINGS))
        for name in CHECKED:
            setattr(settings, name, made[name])
        return list_errors()

    return given


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"DEBUG": "1"},
        MAIL,
        *({"SITE_URL": url} for url in ("http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000")),
        SITE | MAIL,
        SITE | MAIL | POSTGRES | REDIS,
        {"SITE_URL": "https://ten.example:8443", "EMAIL_URL": "smtp://localhost"},
        POSTGRES | REDIS,
        *({"HOST": host} for host in ("", "127.0.0.1", "127.0.0.2", "::1", "localhost")),
        *(SITE | MAIL | {"HOST": host} for host in NETWORK),
        {"SITE_URL": "http://localhost:8000", "HOST": "0.0.0.0"},  # noqa: S104 (in a container, say)
    ],
)
def test_safe_settings_are_accepted(given: Given, environment: dict[str, str]) -> None:
    assert given(**environment) == []


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        *(({"SITE_URL": url} | MAIL, f"SITE_URL can't be {url!r}.") for url in NOT_AN_ADDRESS),
        *(
            ({"SITE_URL": url} | MAIL, f"With {url}, anyone on the network could read passwords")
            for url in ("http://ten.example", "http://192.168.1.5:8000", "http://0.0.0.0", "http://localhost.example")
        ),
        (SITE, "There's no mail server, so password reset links"),
        (SITE | MAIL | {"DEBUG": "1"}, "DEBUG=1 would reveal secrets"),
        *(({"HOST": host}, f"HOST={host} opens the site to the network") for host in NETWORK),
        (POSTGRES | REDIS | {"HOST": "::"}, "HOST=:: opens the site to the network"),
        *(
            (SITE | {"EMAIL_URL": url}, "EMAIL_URL doesn't name a mail server.")
            for url in ("console://", "file:///tmp/mails", "dummy://", "smtp+tls://mail.example")
        ),
        ({"EMAIL_URL": "console://"}, "EMAIL_URL doesn't name a mail server."),
        *(({"SECRET_KEY": key}, "SECRET_KEY is too easy to guess") for key in ("secret" * 8, "abc" * 30)),
        (FILE, "DATABASE_URL must name a PostgreSQL database"),
        (FILE | REDIS, "DATABASE_URL must name a PostgreSQL database"),
        (REDIS, "DATABASE_URL must name a PostgreSQL database"),
        (POSTGRES, "REDIS_URL must be set"),
    ],
)
def test_unsafe_settings_are_refused_and_the_error_says_what_to_do(given: Given, environment, sentence: str) -> None:
    (said,) = given(**environment)
    assert said.startswith(sentence)
    assert any(f"{way} " in said.removeprefix(sentence) for way in ("Set", "Put", "Write", "Create", "Remove"))


def test_all_unsafe_settings_are_reported_together(given: Given) -> None:
    wrong = {"SITE_URL": "http://ten.example", "EMAIL_URL": "console://", "SECRET_KEY": "short"}
    assert len(given(**wrong, **POSTGRES)) == 4


def test_the_server_and_manage_py_check_refuse_unsafe_settings(launcher: Callable[..., Server], given: Given) -> None:
    (sentence,) = given(**SITE)
    assert launcher(**SITE).fail_to_start() == sentence
    with pytest.raises(SystemCheckError, match=r"ten\.E004"):
        call_command("check")


def test_the_server_refuses_to_listen_on_the_network_without_a_site_url(launcher, given: Given) -> None:
    assert launcher(HOST="0.0.0.0").fail_to_start() == given(HOST="0.0.0.0")[0]  # noqa: S104 (it exits at once)


def test_two_servers_never_share_a_folder(site: Server, settings, tmp_path: Path) -> None:
    settings.EMBEDDED = True
    with pytest.raises(SystemExit, match=rf"^Another server is using {site.data}\. Stop it or"):
        lock_folder(site.data)
    lock_folder(tmp_path)
    settings.EMBEDDED = False
    lock_folder(site.data)  # at scale, nothing shared is in the folder


@pytest.mark.django_db
def test_tick_refuses_to_run_beside_an_embedded_server(settings) -> None:
    settings.EMBEDDED = True
    with pytest.raises(CommandError, match="the server does this itself"):
        call_command("tick")
