"""The real server in a process of its own, and users who talk to it by HTTP only."""

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
OURS = ("DJANGO_", "TEN_", "DATABASE_", "REDIS_", "PORT", "HOST", "SITE_", "SECRET_", "EMAIL_")  # not from outside
SETTINGS = "tests.browser.settings"
DOOR = "our-door"  # of staff; every site has it, so that one prepared folder does for all
PREPARE = "from ten_site.server.main import prepare; prepare()"
GONE = (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError)  # a connection that was kept too long

State = dict[str, Any]
Among = Callable[[State, list[State]], list[State]]


class Site:
    """A server on a port and a folder of its own; `kill` and `start` again go on with the same.

    Its cards are those of the seed, which is that of the test that runs.
    """

    running: ClassVar[list["Site"]] = []
    test: ClassVar[str] = ""  # that runs
    made: ClassVar[int] = 0

    is_shared = False  # by the tests of many modules

    def __init__(self, **environment: str) -> None:
        Site.made += 1
        self.number, self.starts = Site.made, 0
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.data = Path(tempfile.mkdtemp(prefix="ten-site-"))
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(OURS)},
            "PORT": str(self.port),
            "TEN_DATA": str(self.data),
            "TEN_BOT_PAUSE": "0",
            "TEN_PLAN_PAUSE": "0",
            "TEN_ADMIN_PATH": DOOR,
            "DJANGO_SETTINGS_MODULE": SETTINGS,
            **environment,
        }
        self.process: subprocess.Popen[bytes] | None = None
        self.wires, self.open_wires = threading.local(), list[http.client.HTTPConnection]()
        self.dice, self.names = random.Random(), set[str]()
        self.shared: dict[Any, Any] = {}  # games that several tests look at, and none changes

    def start(self) -> "Site":
        if not self.starts:
            copy_prepared(self.data)
        self.starts += 1
        self.dice = random.Random(f"{Site.test} {self.number} {self.starts}")
        seed = {"TEN_TEST_SEED": f"{Site.test} {self.number} {self.starts}"}
        ready = self.log().count("TEN is ready") + 1
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
        until(lambda: self.is_up(ready), "the server", self.log)
        Site.running.append(self)
        return self

    def is_up(self, ready: int) -> bool:
        """Whether the server has logged that it is ready that many times."""
        assert self.process
        assert self.process.poll() is None, f"the server ended: {self.log()}"
        return self.log().count("TEN is ready") >= ready

    def log(self) -> str:
        log = self.data / "log"
        return log.read_text(errors="replace") if log.exists() else ""

    def seed(self, test: str) -> None:
        """Seed the dice of the server and its visitors for this test."""
        self.dice = random.Random(test)
        Visitor(self).ask("POST", "/test/seed/", urlencode({"seed": test}), {}).must(204)

    def kill(self) -> None:
        """As a power cut would: no chance to end anything in order."""
        self.end(signal.SIGKILL)

    def stop(self) -> None:
        """In order, and everything is thrown away."""
        self.end(signal.SIGTERM)
        shutil.rmtree(self.data, ignore_errors=True)

    def end(self, how: signal.Signals) -> None:
        if self in Site.running:
            Site.running.remove(self)
        while self.open_wires:
            self.open_wires.pop().close()
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, how)
            self.process.wait(PATIENCE)

    def wire(self) -> http.client.HTTPConnection:
        """A lasting connection, one per thread."""
        if getattr(self.wires, "start", 0) != self.starts:
            self.wires.kept = http.client.HTTPConnection("localhost", self.port, timeout=PATIENCE)
            self.wires.start = self.starts
            self.open_wires.append(self.wires.kept)
        kept: http.client.HTTPConnection = self.wires.kept
        return kept

    def visitor(self) -> "Visitor":
        """Somebody whom the site does not know."""
        return Visitor(self)

    def guest(self) -> "Visitor":
        """Somebody with a seat for now."""
        visitor = Visitor(self)
        visitor.post("/accounts/guest/").must(302, 303, 200)
        return visitor

    def sign_up(self, name: str = "") -> "Visitor":
        """A player with an account; names are unique, so one is made up where none is given."""
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
    """Copy a prepared folder, kept for all runs and workers, instead of preparing one by a first start."""
    PREPARED.parent.mkdir(parents=True, exist_ok=True)
    with PREPARED.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        stamp, digest = PREPARED / "stamp", sources()
        if not stamp.exists() or stamp.read_text() != digest:
            shutil.rmtree(PREPARED, ignore_errors=True)
            PREPARED.mkdir()
            environment = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
            environment |= {"TEN_DATA": str(PREPARED), "DJANGO_SETTINGS_MODULE": SETTINGS, "TEN_ADMIN_PATH": DOOR}
            subprocess.run([sys.executable, "-c", PREPARE], cwd=ROOT, env=environment, check=True)  # noqa: S603
            stamp.write_text(digest)
        shutil.copytree(PREPARED, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("static"))
        link_static(PREPARED / "static", folder / "static")


def link_static(prepared: Path, folder: Path) -> None:
    """Link the folders of static files, of which a server only reads; copying 600 files takes longer than it starts."""
    folder.mkdir()
    for path in prepared.iterdir():
        if path.is_dir():
            (folder / path.name).symlink_to(path)
        else:
            shutil.copy2(path, folder)


def sources() -> str:
    """A digest of what a prepared folder is made from."""
    globs = ("*/migrations/*.py", "ten_site/*.py", "ten_site/static/**/*", "requirements.lock")
    found = [path for pattern in globs for path in ROOT.glob(pattern)]
    digest = hashlib.sha256(f"{sys.version} {DOOR}".encode())
    for path in sorted(path for path in found if path.is_file()):
        digest.update(f"{path} {path.stat().st_size} {path.stat().st_mtime_ns}\n".encode())
    return digest.hexdigest()


class Answer:
    """What the site said."""

    def __init__(self, asked: str, response: http.client.HTTPResponse) -> None:
        self.asked, self.status, self.headers = asked, response.status, response.headers
        self.body = response.read()

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> Any:
        return json.loads(self.body)

    def said(self) -> str:
        """The words of the page, without its frame."""
        words = re.sub(r"<[^>]*>", " ", re.split(r"<main[^>]*>|</main>", self.text)[1 if "<main" in self.text else 0])
        return " ".join(words.split())[:500]

    def must(self, *statuses: int) -> "Answer":
        assert self.status in statuses, f"{self.asked}: {self.status} {self.said()}"
        return self


class Visitor:
    """Cookies, and what a form or a program would send."""

    def __init__(self, site: Site, name: str = "") -> None:
        self.site, self.name = site, name
        self.cookies: dict[str, str] = {}

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, None, headers)

    def post(self, path: str, fields: dict[str, Any] | None = None, **headers: str) -> Answer:
        """A form with its token, as the page would send it; `Accept="application/json"` for a program."""
        if "csrftoken" not in self.cookies:
            self.get("/accounts/login/")
        token = {"X-CSRFToken": self.cookies.get("csrftoken", ""), "Origin": self.site.url}
        return self.ask("POST", path, urlencode(fields or {}, doseq=True), token | headers)

    def ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), **headers}
        if body is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        answer = self.sent(method, path, body, sent)
        for line in answer.headers.get_all("Set-Cookie", []):
            for name, cookie in SimpleCookie(line).items():
                self.cookies[name] = cookie.value
        return answer

    def sent(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        """Send over the lasting connection, or a new one if the server has closed it."""
        wire = self.site.wire()
        is_new = wire.sock is None
        try:
            wire.request(method, path, body, headers)
            return Answer(f"{method} {path}", wire.getresponse())
        except GONE:
            wire.close()
            if is_new:
                raise
            return self.sent(method, path, body, headers)
        except BaseException:
            wire.close()
            raise

    # --- games ------------------------------------------------------------------------------------------------------

    def new_game(self, kind: str, **fields: Any) -> str:
        """Make a game by the form: its id."""
        made = self.post("/games/new/", {"kind": kind, "pace": "untimed", **fields}).must(302, 303)
        return urlsplit(made.headers["Location"]).path.split("/")[2]

    def sit(self, game: str) -> None:
        self.post(f"/games/{game}/sit/", {}, Accept="application/json").must(200)

    def state(self, game: str) -> dict[str, Any]:
        """What this viewer's page shows."""
        return dict(self.get(f"/games/{game}/state.json").must(200).json())

    def send(self, game: str, move: dict[str, Any], seen: int, ticket: str = "") -> Answer:
        fields = {"seen": seen, "ticket": ticket or self.site.dice.randbytes(8).hex(), "move": json.dumps(move)}
        return self.post(f"/games/{game}/moves/", fields, Accept="application/json")


def make_table(people: list[Visitor], kind: str, **fields: Any) -> str:
    """A game of these people, begun: the first makes it, the others sit down."""
    game = people[0].new_game(kind, seats=fields.pop("seats", max(2, len(people))), **fields)
    for person in people[1:]:
        person.sit(game)
    return game


def play(
    people: list[Visitor],
    game: str,
    moves: int = 10_000,
    seed: int = 7,
    among: Among | None = None,
    stop: Callable[[State], Any] = lambda state: False,
) -> State:
    """Play so many moves of these people (bots may sit among them), or to the end, or until `stop` is true.

    What comes back is the state.json of the person who would move next, who is its "person". `among` narrows the legal
    moves that one chooses from by chance, given the state and the moves; where it leaves none, all may be chosen.
    """
    dice, turns = random.Random(seed), Turns(people, game)
    while True:
        state: State = until(turns.state, "somebody's turn", lambda: turns.seen)
        if not moves or state["status"] != "playing" or stop(state):
            return state
        legal = state["choices"]["moves"]
        move = dice.choice((among and among(state, legal)) or legal)
        if state["person"].send(game, move, state["version"]).must(200, 409).status == 200:
            moves -= 1


class Turns:
    """Whose turn it is among these people, asked with few requests: a state says which seats are waited for."""

    def __init__(self, people: list[Visitor], game: str) -> None:
        self.people, self.game = people, game
        self.seats = {person.state(game)["seat"]: person for person in people}
        self.likely: dict[Visitor, Visitor] = {}  # who came next after whom
        self.last = people[0]
        self.seen = ""

    def state(self) -> State:
        """The state of the first whose turn it is, or of anybody when it is over; nothing while bots think."""
        person = self.likely.get(self.last, self.last)
        state = person.state(self.game)
        self.seen = f"{state['status']}, version {state['version']}, waits for {state['waiting']}"
        if state["status"] in ("playing", "open"):
            asked = [self.seats[seat] for seat in state["waiting"] if seat in self.seats]
            if not asked:
                return {}
            first = min(asked, key=self.people.index)
            if first is not person:
                person, state = first, first.state(self.game)
                if state["seat"] not in state["waiting"]:
                    return {}
        self.likely[self.last] = self.last = person
        return {**state, "person": person}


def ready(people: list[Visitor], game: str) -> State:
    """The state of the one whose turn it is, or of anybody when it is over; nothing while bots think."""
    for person in people:
        state = person.state(game)
        if state["status"] not in ("playing", "open") or state["seat"] in state["waiting"]:
            return {**state, "person": person}
    return {}
