"""Private servers start on request and stop at the end of their block, and missing ones are named."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import redis

from scripts import services as module
from scripts.services import Missing, Services

ROOT = Path(__file__).parent.parent
SCRIPT = """
import sys
from scripts.services import Services, orderly_end
with orderly_end(), Services() as services:
    print(services.redis(), services.running[0][0].pid, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def bare(monkeypatch):
    """No services in the environment."""
    for name in ("TEST_DATABASE_URL", "TEST_REDIS_URL", "CHROMIUM", "HEADLESS_SHELL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def empty(bare, monkeypatch, tmp_path):
    """A machine without any of the services."""
    monkeypatch.setattr(module.shutil, "which", lambda name: None)
    monkeypatch.setattr(module, "find_postgres", lambda: None)
    monkeypatch.setattr(module, "find_chromium", lambda: None)
    monkeypatch.setattr(module, "find_faketime", lambda: None)
    monkeypatch.setattr(module, "EMOJI", tmp_path / "none")
    monkeypatch.setattr(module.sys, "platform", "linux")


def has_ended(pid):
    """Whether the process has ended (zombies count as ended)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_servers_run_until_the_end_of_the_block(bare):
    with Services() as services:
        url = services.postgres()
        with psycopg.connect(url) as database:
            assert database.execute("SELECT 1 + 1").fetchone() == (2,)
        with redis.Redis.from_url(services.redis()) as store:
            assert store.ping()
        assert services.postgres() == url, "asking again starts no second server"
        processes = [process for process, _ in services.running]
    assert len(processes) == 2
    assert all(process.poll() is not None for process in processes)


def test_a_failure_leaves_nothing_behind(bare):
    services = Services()
    socket = services.redis().removeprefix("unix://")
    process = services.running[0][0]
    assert Path(socket).exists()
    with pytest.raises(ZeroDivisionError), services:
        raise ZeroDivisionError
    assert process.poll() is not None
    assert not Path(socket).parent.exists()


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_leaves_nothing_behind(bare, end):
    command = [sys.executable, "-c", SCRIPT]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as process:  # noqa: S603
        url, pid = process.stdout.readline().decode().split()
        process.send_signal(end)
        process.wait(30)
    assert has_ended(pid)
    assert not Path(url.removeprefix("unix://")).parent.exists()


def test_services_in_the_environment_are_used(bare, monkeypatch):
    monkeypatch.setenv("TEST_DATABASE_URL", "postgres://elsewhere/ten")
    monkeypatch.setenv("TEST_REDIS_URL", "redis://elsewhere")
    monkeypatch.setenv("CHROMIUM", sys.executable)
    with Services() as services:
        given = services.environment()
        assert services.running == []
    assert list(given.values()) == ["postgres://elsewhere/ten", "redis://elsewhere", sys.executable, sys.executable]


def test_chromium_without_its_user_interface_is_used_if_it_is_installed(bare, monkeypatch):
    monkeypatch.setattr(module, "find_chromium", lambda: "/bin/chromium")
    for installed in ("/bin/chromium-headless-shell", None):
        monkeypatch.setattr(module.shutil, "which", lambda name, found=installed: found)
        assert Services().headless_shell() == (installed or "/bin/chromium")


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (Services.postgres, "PostgreSQL is missing, so whatever needs it can't run: apt-get install postgresql"),
        (Services.redis, "Redis is missing, so whatever needs it can't run: apt-get install redis-server"),
        (Services.chromium, "Chromium is missing, so whatever needs it can't run: apt-get install chromium"),
        (Services.faketime, "faketime is missing, so whatever needs it can't run: apt-get install faketime"),
    ],
)
def test_missing_services_are_named_with_the_command_that_installs_them(empty, ask, sentence):
    with Services() as services:
        assert services.environment() == {}
        with pytest.raises(Missing) as said:
            ask(services)
    assert str(said.value) == sentence


def test_only_what_is_missing_is_installed_after_one_update(bare, monkeypatch):
    asked, lacking = [], [["Redis", "gettext"], []]
    monkeypatch.setattr(module, "list_missing", lambda: lacking.pop(0))
    monkeypatch.setattr(module.shutil, "which", lambda name: f"/bin/{name}")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(module.subprocess, "run", lambda command, **_: asked.append(command[2:]))
    assert module.install() == []
    install = ["install", "-y", "--no-install-recommends"]
    assert asked == [["update"], [*install, "redis-server", "gettext"], [*install, "chromium-headless-shell"]]


def test_only_root_installs_anything(empty, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert len(module.install()) == len(module.PACKAGES)
