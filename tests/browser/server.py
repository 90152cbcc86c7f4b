"""The real server in a process of its own, and users who talk to it over HTTP only."""

import fcntl
import hashlib
import http.client
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlencode, urlsplit

from scripts.services import die_with_parent
from tests.waiting import PATIENCE, free_port, until

ROOT = Path(__file__).parent.parent.parent
PREPARED = ROOT / "var" / "tests" / "prepared"
PASSWORD = "four suits and a wild"  # noqa: S105
# The site's settings in the environment of the tests are not passed on to servers.
OWN_PREFIXES = ("DJANGO_", "TEN_", "DATABASE_", "REDIS_", "PORT", "HOST", "SITE_", "SECRET_", "EMAIL_")
SETTINGS = "tests.browser.settings"
ADMIN_PATH = "our-door"  # the same for every site, so that all can be copied from one prepared folder
DOOR = ADMIN_PATH  # for tests/site
PREPARE = "from ten_site.server.main import prepare; prepare()"
# Raised when the server has closed an idle connection.
CLOSED = (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError)

State = dict[str, Any]
MoveFilter = Callable[[State, list[State]], list[State]]


class Site:
    """A server with its own port and data folder, which it keeps after `kill` and `start`.

    Its randomness is seeded with the name of the running test.
    """

    running: ClassVar[list["Site"]] = []
    current_test: ClassVar[str] = ""
    count: ClassVar[int] = 0  # of sites in the current test

    is_shared = False  # between the tests of several modules

    def __init__(self, **environment: str) -> None:
        Site.count += 1
        self.number, self.starts = Site.count, 0
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.data = Path(tempfile.mkdtemp(prefix="ten-site-"))
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(OWN_PREFIXES)},
            "PORT": str(self.port),
            "TEN_DATA": str(self.data),
            "TEN_BOT_PAUSE": "0",
            "TEN_PLAN_PAUSE": "0",
            "TEN_ADMIN_PATH": ADMIN_PATH,
            "DJANGO_SETTINGS_MODULE": SETTINGS,
            **environment,
        }
        self.process: subprocess.Popen[bytes] | None = None
        self.local, self.connections = threading.local(), list[http.client.HTTPConnection]()
        self.dice, self.names = random.Random(), set[str]()
        self.shared: dict[Any, Any] = {}  # games that several tests look at and none changes

    def start(self) -> "Site":
        if not self.starts:
            copy_prepared(self.data)
        self.starts += 1
        self.dice = random.Random(f"{Site.current_test} {self.number} {self.starts}")
        seed = {"TEN_TEST_SEED": f"{Site.current_test} {self.number} {self.starts}"}
        times_ready = self.log().count("TEN is ready") + 1
        with (self.data / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "ten_site.server"],
                cwd=ROOT,
                env=self.environment | seed,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=lambda: die_with_parent(signal.SIGKILL),
            )
        until(lambda: self.is_up(times_ready), "the server", self.log)
        Site.running.append(self)
        return self

    def is_up(self, times_ready: int) -> bool:
        """Return whether the server has logged that many times that it is ready."""
        assert self.process
        assert self.process.poll() is None, f"the server ended: {self.log()}"
        return self.log().count("TEN is ready") >= times_ready

    def log(self) -> str:
        log = self.data / "log"
        return log.read_text(errors="replace") if log.exists() else ""

    def seed(self, test: str) -> None:
        """Seed the randomness of the server and of its visitors with the name of a test."""
        self.dice = random.Random(test)
        Visitor(self).ask("POST", "/test/seed/", urlencode({"seed": test}), {}).must(204)

    def kill(self) -> None:
        """Kill the server as a power cut would, without a chance to clean up."""
        self.end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop the server properly and delete its data."""
        self.end(signal.SIGTERM)
        shutil.rmtree(self.data, ignore_errors=True)

    def end(self, sig: signal.Signals) -> None:
        if self in Site.running:
            Site.running.remove(self)
        while self.connections:
            self.connections.pop().close()
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, sig)
            self.process.wait(PATIENCE)

    def connect(self) -> http.client.HTTPConnection:
        """Return this thread's persistent connection."""
        if getattr(self.local, "start", 0) != self.starts:
            self.local.connection = http.client.HTTPConnection("localhost", self.port, timeout=PATIENCE)
            self.local.start = self.starts
            self.connections.append(self.local.connection)
        connection: http.client.HTTPConnection = self.local.connection
        return connection

    def visitor(self) -> "Visitor":
        """Return a visitor who isn't logged in."""
        return Visitor(self)

    def guest(self) -> "Visitor":
        """Return a visitor who plays as a guest."""
        visitor = Visitor(self)
        visitor.post("/accounts/guest/").must(302, 303, 200)
        return visitor

    def sign_up(self, name: str = "") -> "Visitor":
        """Return a player with an account, under a new unique name unless one is given."""
        visitor = Visitor(self, name or self.new_name())
        fields = {"username": visitor.name, "password1": PASSWORD, "password2": PASSWORD}
        visitor.post("/accounts/signup/", fields).must(302, 303)
        return visitor

    def new_name(self) -> str:
        while (name := f"Ana{self.dice.randbytes(3).hex()}") in self.names:
            pass
        self.names.add(name)
        return name


def copy_prepared(folder: Path) -> None:
    """Copy a data folder that is prepared once for all runs, because preparing one at the first start takes longer."""
    PREPARED.parent.mkdir(parents=True, exist_ok=True)
    with PREPARED.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        stamp, digest = PREPARED / "stamp", hash_sources()
        if not stamp.exists() or stamp.read_text() != digest:
            shutil.rmtree(PREPARED, ignore_errors=True)
            PREPARED.mkdir()
            environment = {name: value for name, value in os.environ.items() if not name.startswith(OWN_PREFIXES)}
            environment |= {"TEN_DATA": str(PREPARED), "DJANGO_SETTINGS_MODULE": SETTINGS, "TEN_ADMIN_PATH": ADMIN_PATH}
            subprocess.run([sys.executable, "-c", PREPARE], cwd=ROOT, env=environment, check=True)  # noqa: S603
            stamp.write_text(digest)
        shutil.copytree(PREPARED, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("static"))
        link_static(PREPARED / "static", folder / "static")


def link_static(prepared: Path, folder: Path) -> None:
    """Link the folders of static files, which servers only read: copying 600 files takes longer than starting."""
    folder.mkdir()
    for path in prepared.iterdir():
        if path.is_dir():
            (folder / path.name).symlink_to(path)
        else:
            shutil.copy2(path, folder)


def hash_sources() -> str:
    """Return a digest of everything that a prepared folder depends on."""
    globs = ("*/migrations/*.py", "ten_site/**/*.py", "ten_site/static/**/*", "requirements.lock")
    found = [path for pattern in globs for path in ROOT.glob(pattern)]
    digest = hashlib.sha256(f"{sys.version} {ADMIN_PATH}".encode())
    for path in sorted(path for path in found if path.is_file()):
        digest.update(f"{path} {path.stat().st_size} {path.stat().st_mtime_ns}\n".encode())
    return digest.hexdigest()


class Answer:
    """A response of the site."""

    def __init__(self, request: str, response: http.client.HTTPResponse) -> None:
        self.request, self.status, self.headers = request, response.status, response.headers
        self.body = response.read()

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> Any:
        return json.loads(self.body)

    def said(self) -> str:
        """Return the beginning of the text of the page, without header and footer."""
        words = re.sub(r"<[^>]*>", " ", re.split(r"<main[^>]*>|</main>", self.text)[1 if "<main" in self.text else 0])
        return " ".join(words.split())[:500]

    def must(self, *statuses: int) -> "Answer":
        """Assert that the status is one of these."""
        assert self.status in statuses, f"{self.request}: {self.status} {self.said()}"
        return self


class Visitor:
    """A client of the site with its own cookies, which sends what a form or a program would send."""

    def __init__(self, site: Site, name: str = "") -> None:
        self.site, self.name = site, name
        self.cookies: dict[str, str] = {}

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, None, headers)

    def post(self, path: str, fields: dict[str, Any] | None = None, **headers: str) -> Answer:
        """Send a form with its CSRF token; with `Accept="application/json"`, send it as a program would."""
        if "csrftoken" not in self.cookies:
            self.get("/accounts/login/")
        token = {"X-CSRFToken": self.cookies.get("csrftoken", ""), "Origin": self.site.url}
        return self.ask("POST", path, urlencode(fields or {}, doseq=True), token | headers)

    def ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), **headers}
        if body is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        answer = self.exchange(method, path, body, sent)
        for line in answer.headers.get_all("Set-Cookie", []):
            for name, cookie in SimpleCookie(line).items():
                self.cookies[name] = cookie.value
        return answer

    def exchange(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        """Use the persistent connection, or a new one if the server has closed it."""
        connection = self.site.connect()
        is_new = connection.sock is None
        try:
            connection.request(method, path, body, headers)
            return Answer(f"{method} {path}", connection.getresponse())
        except CLOSED:
            connection.close()
            if is_new:
                raise
            return self.exchange(method, path, body, headers)
        except BaseException:
            connection.close()
            raise

    # --- games ------------------------------------------------------------------------------------------------------

    def new_game(self, kind: str, **fields: Any) -> str:
        """Create a game with the form and return its ID."""
        answer = self.post("/games/new/", {"kind": kind, "pace": "untimed", **fields}).must(302, 303)
        return urlsplit(answer.headers["Location"]).path.split("/")[2]

    def sit(self, game: str) -> None:
        self.post(f"/games/{game}/sit/", {}, Accept="application/json").must(200)

    def state(self, game: str) -> dict[str, Any]:
        """Return what this user's page of the game shows."""
        return dict(self.get(f"/games/{game}/state.json").must(200).json())

    def send(self, game: str, move: dict[str, Any], seen: int, ticket: str = "") -> Answer:
        fields = {"seen": seen, "ticket": ticket or self.site.dice.randbytes(8).hex(), "move": json.dumps(move)}
        return self.post(f"/games/{game}/moves/", fields, Accept="application/json")


def make_table(people: list[Visitor], kind: str, **fields: Any) -> str:
    """Have the first of these people create a game and the others join, so that it starts."""
    game = people[0].new_game(kind, seats=fields.pop("seats", max(2, len(people))), **fields)
    for person in people[1:]:
        person.sit(game)
    return game


def play(
    people: list[Visitor],
    game: str,
    moves: int = 10_000,
    seed: int = 7,
    prefer: MoveFilter | None = None,
    stop: Callable[[State], Any] = lambda state: False,
) -> State:
    """Make random moves for these people until that many are made, the game is over, or `stop(state)` is true.

    Return the state.json of the person to move next, with that person as "person". Other seats may have bots.
    `prefer(state, moves)` returns the legal moves to choose from; if it returns none, any legal move may be chosen.
    """
    dice, turns = random.Random(seed), TurnFinder(people, game)
    while True:
        state: State = until(turns.find, "somebody's turn", lambda: turns.seen)
        if not moves or state["status"] != "playing" or stop(state):
            return state
        legal = state["choices"]["moves"]
        move = dice.choice((prefer and prefer(state, legal)) or legal)
        if state["person"].send(game, move, state["version"]).must(200, 409).status == 200:
            moves -= 1


class TurnFinder:
    """Find whose turn it is with few requests: guess a player, whose state says which seats are to move."""

    def __init__(self, people: list[Visitor], game: str) -> None:
        self.people, self.game = people, game
        self.seats = {person.state(game)["seat"]: person for person in people}
        self.next: dict[Visitor, Visitor] = {}  # who moved after whom, most recently
        self.last = people[0]
        self.seen = ""

    def find(self) -> State:
        """Return the state of the first person to move, anybody's once the game is over, or {} while bots move."""
        person = self.next.get(self.last, self.last)
        state = person.state(self.game)
        self.seen = f"{state['status']}, version {state['version']}, waits for {state['waiting']}"
        if state["status"] in ("playing", "open"):
            movers = [self.seats[seat] for seat in state["waiting"] if seat in self.seats]
            if not movers:
                return {}
            first = min(movers, key=self.people.index)
            if first is not person:
                person, state = first, first.state(self.game)
                if state["seat"] not in state["waiting"]:
                    return {}
        self.next[self.last] = self.last = person
        return {**state, "person": person}


def find_turn(people: list[Visitor], game: str) -> State:
    """Return the state of the first person to move, anybody's once the game is over, or {} while bots move."""
    for person in people:
        state = person.state(game)
        if state["status"] not in ("playing", "open") or state["seat"] in state["waiting"]:
            return {**state, "person": person}
    return {}
