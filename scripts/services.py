"""What the tests need besides Python: private PostgreSQL and Redis, Chromium, faketime; installed if possible.

    with Services() as services:
        services.postgres()  # a URL; the server starts at the first call
        services.redis()
        services.chromium()  # a path
        services.headless_shell()  # Chromium without its user interface, which takes a fifth less CPU time

The servers listen on sockets in temporary folders, keep nothing, and end with the block or with this process.
`TEST_DATABASE_URL`, `TEST_REDIS_URL`, `CHROMIUM` and `HEADLESS_SHELL` in the environment take precedence. A missing
service raises `Missing`, which names it and the command that would install it.
"""

import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

PACKAGES = {
    "PostgreSQL": "postgresql",
    "Redis": "redis-server",
    "Chromium": "chromium",
    "emoji": "fonts-noto-color-emoji",
    "gettext": "gettext",
    "faketime": "faketime",
}
OPTIONAL = ("chromium-headless-shell",)  # not in every distribution
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC_BROWSER = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
EMOJI = Path("/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf")
PATIENCE = 30  # seconds for a server to start or to end
QUICK = ["-c", "listen_addresses=", "-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"]
DEATH_OF_PARENT = 1  # PR_SET_PDEATHSIG, on Linux


class Missing(Exception):
    """A service is missing and couldn't be installed. The message has the command that installs it."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} is missing, so whatever needs it can't run: apt-get install {PACKAGES[what]}")


class Services:
    """Private servers that start on request, and stop at the end of the block."""

    def __init__(self) -> None:
        self.running: list[tuple[subprocess.Popen[bytes], signal.Signals]] = []
        self.urls: dict[str, str] = {}
        self.stack = contextlib.ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def postgres(self) -> str:
        """Return the URL of a disposable PostgreSQL."""
        return self.url("TEST_DATABASE_URL", self.start_postgres)

    def redis(self) -> str:
        """Return the URL of a Redis that keeps nothing."""
        return self.url("TEST_REDIS_URL", self.start_redis)

    def chromium(self) -> str:
        """Return the path of the browser."""
        if not (found := find_chromium()):
            raise Missing("Chromium")
        return found

    def headless_shell(self) -> str:
        """Return the path of Chromium without its user interface, or of the browser if there is none."""
        return find_headless_shell() or self.chromium()

    def faketime(self) -> str:
        """Return the path of the library that makes a process see another time."""
        if not (found := find_faketime()):
            raise Missing("faketime")
        return str(found)

    def environment(self) -> dict[str, str]:
        """Start the servers, and return the variables that make other processes use them."""
        found = {}
        for name, ask in (("TEST_DATABASE_URL", self.postgres), ("TEST_REDIS_URL", self.redis)):
            with contextlib.suppress(Missing):
                found[name] = ask()
        if browser := find_chromium():
            found |= {"CHROMIUM": browser, "HEADLESS_SHELL": self.headless_shell()}
        return found

    def url(self, name: str, start: Callable[[], str]) -> str:
        if given := os.environ.get(name):
            return given
        if name not in self.urls:
            self.urls[name] = start()
        return self.urls[name]

    def start_postgres(self) -> str:
        programs = find_postgres()
        if not programs:
            raise Missing("PostgreSQL")
        folder, person = self.folder(), find_unprivileged_user()
        if person:
            shutil.chown(folder, person["user"], person["group"])
        initdb = f"{programs}/initdb -D {folder}/data -U ten -A trust -E UTF8 --locale=C --no-sync".split()
        subprocess.run(initdb, check=True, stdout=subprocess.DEVNULL, cwd=folder, **person)  # our own command  # nosec
        server = [programs / "postgres", "-D", folder / "data", "-k", folder, *QUICK, "-c", "max_connections=200"]
        process = self.start(server, folder, signal.SIGQUIT, **person)
        ask = f"{programs}/pg_isready -q -h {folder} -U ten -d postgres".split()
        wait_until(process, lambda: subprocess.run(ask, check=False).returncode == 0, folder)  # our own command  # nosec
        subprocess.run([programs / "createdb", "-h", folder, "-U", "ten", "ten"], check=True)  # our own command  # nosec
        return f"postgres://ten@{str(folder).replace('/', '%2F')}/ten"

    def start_redis(self) -> str:
        program = shutil.which("redis-server")
        if not program:
            raise Missing("Redis")
        folder = self.folder()
        socket = folder / "redis"
        server = [program, "--port", "0", "--unixsocket", socket, "--dir", folder, "--save", "", "--appendonly", "no"]
        wait_until(self.start(server, folder, signal.SIGKILL), socket.exists, folder)
        return f"unix://{socket}"

    def folder(self) -> Path:
        """Create a temporary folder with a short name, because paths of sockets are limited to a hundred characters."""
        path = Path(tempfile.mkdtemp(prefix="ten-", dir="/tmp"))  # a folder made by mkdtemp  # nosec
        self.stack.callback(shutil.rmtree, path, ignore_errors=True)
        return path

    def start(self, command: list[Any], folder: Path, end: signal.Signals, **options: Any) -> subprocess.Popen[bytes]:
        """Start a server in its own session, so that Ctrl-C only reaches this process, which then stops it."""
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(  # our own command  # nosec
                command,
                cwd=folder,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=lambda: die_with_parent(end),
                **options,
            )
        self.running.append((process, end))
        return process

    def stop(self) -> None:
        """Stop the servers, the last one first, and remove their folders."""
        while self.running:
            process, end = self.running.pop()
            if process.poll() is None:
                process.send_signal(end)
                try:
                    process.wait(PATIENCE)
                except subprocess.TimeoutExpired:
                    process.kill()
        self.urls.clear()
        self.stack.close()


def wait_until(process: subprocess.Popen[bytes], ready: Callable[[], bool], folder: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while not ready():
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"{process.args!r} did not start: {(folder / 'log').read_text(errors='replace')}")
        time.sleep(0.02)


def die_with_parent(end: signal.Signals) -> None:
    """Let the system end this process when its parent is killed (on Linux)."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(DEATH_OF_PARENT, end)


def find_unprivileged_user() -> dict[str, Any]:
    """Return the user to run PostgreSQL as, which refuses to run as root: the one its package created."""
    return {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}


def find_postgres() -> Path | None:
    """Return the folder of the newest programs, which aren't in the PATH on Debian."""
    found = shutil.which("initdb")
    known = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    places = [*known, *([Path(found)] if found else [])]
    return places[-1].resolve().parent if places else None


def find_chromium() -> str | None:
    places = [os.environ.get("CHROMIUM", ""), *(shutil.which(name) or "" for name in BROWSERS), MAC_BROWSER]
    return next((path for path in places if path and Path(path).exists()), None)


def find_headless_shell() -> str | None:
    """Return Chromium without its user interface. `CHROMIUM` in the environment replaces it, too."""
    given = os.environ.get("HEADLESS_SHELL") or os.environ.get("CHROMIUM")
    return given or shutil.which("chromium-headless-shell")


def find_faketime() -> Path | None:
    """Return the library that makes a process see another time if it is preloaded (on Linux)."""
    return next(iter(sorted(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))), None)


def list_missing() -> list[str]:
    """List what is neither named by the environment nor installed."""
    there = {
        "PostgreSQL": os.environ.get("TEST_DATABASE_URL") or find_postgres(),
        "Redis": os.environ.get("TEST_REDIS_URL") or shutil.which("redis-server"),
        "Chromium": find_chromium(),
        "emoji": EMOJI.exists() or sys.platform != "linux",
        "gettext": shutil.which("msgfmt"),
        "faketime": find_faketime() or sys.platform != "linux",
    }
    return [what for what, found in there.items() if not found]


def install() -> list[str]:
    """Install what is missing if possible (with apt, as root); return a sentence for each thing still missing."""
    lacking = list_missing()
    apt = shutil.which("apt-get")
    if lacking and apt and os.geteuid() == 0:
        packages = [PACKAGES[what] for what in lacking]
        print("Installing", *packages, "...", flush=True)
        # at run level 1, packages don't start their system services
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
        install = ["install", "-y", "--no-install-recommends"]
        for command in (["update"], [*install, *packages], *([*install, package] for package in OPTIONAL)):
            subprocess.run([apt, "-qq", *command], check=False, env=quiet, stdout=subprocess.DEVNULL)  # our own command  # nosec
        lacking = list_missing()
    return [str(Missing(what)) for what in lacking]


@contextlib.contextmanager
def orderly_end() -> Iterator[None]:
    """Let SIGTERM end the block like Ctrl-C, stopping its servers, and handle Ctrl-C even if it was ignored."""

    def leave(number: int, _: object) -> None:
        sys.exit(128 + number)

    handlers = {signal.SIGTERM: leave, signal.SIGINT: signal.default_int_handler}
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
