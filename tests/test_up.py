"""`make up` starts the site only if its environment could be built, and leaves nothing running when killed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts import up

ROOT = Path(__file__).parent.parent
SERVED = """
import sys
from scripts.services import Services
services = Services()
print(services.redis(), services.running[0][0].pid, flush=True)
sys.stdin.read()
"""


class Started(Exception):
    """Raised instead of replacing this process with the site."""


@pytest.fixture
def started(monkeypatch):
    """Run `up.py` when building the environment exits with a given code."""

    def become(program, command):
        raise Started(program, command)

    def run(built):
        monkeypatch.setattr(up.subprocess, "call", lambda command: built)
        monkeypatch.setattr(up.os, "execv", become)
        monkeypatch.setattr(up.os, "chdir", lambda folder: None)
        up.main()

    return run


def test_the_site_starts_in_its_environment(started, monkeypatch):
    monkeypatch.setenv("TEN_DATA", "some/folder")
    with pytest.raises(Started) as site:
        started(0)
    program, command = site.value.args
    assert program == str(ROOT / ".venv" / "bin" / "python")
    assert command == [program, "-m", "ten_site.server"]
    assert os.environ["TEN_DATA"] == str(Path.cwd() / "some/folder")


@pytest.mark.parametrize("built", [1, 2, 130])
def test_the_site_does_not_start_without_its_environment(started, built):
    with pytest.raises(SystemExit) as ended:
        started(built)
    assert ended.value.code == built


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux kills the children of a killed process")
def test_services_of_a_killed_run_end_with_it(monkeypatch):
    monkeypatch.delenv("TEST_REDIS_URL", raising=False)
    command = [sys.executable, "-c", SERVED]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as process:  # noqa: S603
        pid = process.stdout.readline().decode().split()[1]
        process.kill()
    end = time.monotonic() + 20
    while is_alive(pid) and time.monotonic() < end:
        time.sleep(0.02)
    left = is_alive(pid)
    if left:
        os.kill(int(pid), signal.SIGKILL)
    assert not left


def is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False
