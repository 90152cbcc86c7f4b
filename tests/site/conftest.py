"""The real server in its own process, on a free port with a prepared data folder, used over plain HTTP."""

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scripts.services import die_with_parent
from tests.browser.server import DOOR, copy_prepared
from tests.waiting import PATIENCE, free_port, until

ROOT = Path(__file__).parent.parent.parent
OURS = (
    "DJANGO_",
    "TEN_",
    "DATABASE_",
    "REDIS_",
    "PORT",
    "HOST",
    "SITE_",
    "SECRET_",
    "EMAIL_",
    "DEBUG",
)  # not inherited from the environment
LONG_PATIENCE = 100  # seconds: the first start takes long


def prepare_process() -> None:
    """Prepare a new process to end with this one and to handle SIGINT, which is ignored in background jobs."""
    die_with_parent(signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Answer:
    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status, self.headers, self.body = response.status, response.headers, response.read()

    @property
    def text(self) -> str:
        return self.body.decode()


class Server:
    """A server to start, send requests to, and stop."""

    def __init__(self, data: Path, **environment: str) -> None:
        self.data, self.port = data, 0
        clean = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
        self.environment = clean | {
            "TEN_DATA": str(data),
            "TEN_BOT_PAUSE": "0",
            "TEN_PLAN_PAUSE": "0",
            "TEN_ADMIN_PATH": DOOR,
            "DJANGO_SETTINGS_MODULE": "tests.site.extra_settings",
            **environment,
        }
        self.process: Any = None
        self.command = [sys.executable, "-m", "ten_site.server"]

    def launch(self, port: int | str | None = None) -> "Server":
        """Start the process without waiting until it is ready."""
        self.port = port if isinstance(port, int) else free_port()
        asked = {} if port == "" else {"PORT": str(port or self.port)}
        self.log = self.data.parent / f"{self.data.name}.log"
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(  # noqa: S603 (our own)
                self.command,
                cwd=ROOT,
                env=self.environment | asked,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=prepare_process,
            )
        return self

    def start(self, port: int | str | None = None) -> "Server":
        before = self.read_log().count("TEN is ready") if self.process else 0
        self.launch(port)
        until(
            lambda: self.read_log().count("TEN is ready") > before or self.process.poll() is not None,
            "the server",
            patience=LONG_PATIENCE,
        )
        assert self.process.poll() is None, self.read_log()
        return self

    def read_log(self) -> str:
        return self.log.read_text()

    def fail_to_start(self, port: int | str | None = None) -> str:
        """Start a server that must fail, and return the last line it prints."""
        self.launch(port)
        assert self.process.wait(PATIENCE) == 1
        assert "Traceback" not in self.read_log()
        return self.read_log().splitlines()[-1]

    def ask(self, path: str, method: str = "GET", body: bytes | str | None = None, **headers: str) -> Answer:
        connection = http.client.HTTPConnection("localhost", self.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request(method, path, body, {name.replace("_", "-"): said for name, said in headers.items()})
            return Answer(connection.getresponse())

    def raw(self, request: bytes) -> bytes:
        """Send the bytes, and return what comes back up to the end of the headers."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as wire:
            wire.sendall(request)
            found = b""
            while b"\r\n\r\n" not in found and (more := wire.recv(65536)):
                found = (found + more).removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n")
            return found

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Send a signal to the whole process group, and wait until it has ended."""
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, how)
            self.process.wait(PATIENCE)


@pytest.fixture
def launcher(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Make servers with prepared data folders, without starting them."""
    made: list[Server] = []

    def make(**environment: str) -> Server:
        data = tmp_path / f"data{len(made)}"
        copy_prepared(data)
        made.append(Server(data, **environment))
        return made[-1]

    yield make
    for server in made:
        server.end(signal.SIGKILL)


@contextlib.contextmanager
def serving(folders: pytest.TempPathFactory, **environment: str) -> Iterator[Server]:
    """Run a server with its own prepared folder until the end of the block."""
    data = folders.mktemp("site") / "data"
    copy_prepared(data)
    server = Server(data, **environment).start()
    yield server
    server.end(signal.SIGKILL)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server shared by all tests that don't change it."""
    with serving(tmp_path_factory, TEN_THREADS="4") as server:
        yield server
