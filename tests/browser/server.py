"""The real server in a process of its own, and people who use it by HTTP alone."""

import http.client
import json
import os
import random
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from scripts.services import die_with_parent

ROOT = Path(__file__).parent.parent.parent
PASSWORD = "four suits and a wild"  # noqa: S105
OURS = ("DJANGO_", "TEN_", "DATABASE_", "REDIS_", "PORT", "SITE_", "SECRET_")  # not from outside
PATIENCE = 100  # seconds: a machine may be busy

State = dict[str, Any]
Among = Callable[[State, list[State]], list[State]]


def until(true: Callable[[], Any], what: str = "it") -> Any:
    """What `true` says, as soon as it is true of another process."""
    deadline = time.monotonic() + PATIENCE
    while not (found := true()):
        assert time.monotonic() < deadline, f"waited too long for {what}"
        time.sleep(0.02)
    return found


class Site:
    """A server on a port and a folder of its own; `kill` and `start` again go on with the same."""

    def __init__(self, **environment: str) -> None:
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.data = Path(tempfile.mkdtemp(prefix="ten-site-"))
        self.environment = {
            **{
                name: value for name, value in os.environ.items() if not name.startswith(("DJANGO", "TEN_", "DATABASE"))
            },
            "PORT": str(self.port),
            "TEN_DATA": str(self.data),
            "TEN_BOT_PAUSE": "0",
            **environment,
        }
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Site":
        with (self.data / "log").open("ab") as log:
            self.process = subprocess.Popen(  # noqa: S603 (our own)
                [sys.executable, *self.command()],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=lambda: die_with_parent(signal.SIGKILL),
            )
        until(self.answers, "the server")
        return self

    def command(self) -> list[str]:
        if (ROOT / "ten_site" / "server.py").exists():
            return ["-m", "ten_site.server"]
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=self.environment, check=True)
        return ["-m", "daphne", "-p", str(self.port), "ten_site.asgi:application"]

    def answers(self) -> bool:
        assert self.process
        assert self.process.poll() is None, f"the server ended: {self.log()}"
        try:
            return Visitor(self).get("/accounts/login/").status > 0
        except OSError:
            return False

    def log(self) -> str:
        return (self.data / "log").read_text(errors="replace")

    def kill(self) -> None:
        """As a power cut would: no chance to end anything in order."""
        self.end(signal.SIGKILL)

    def stop(self) -> None:
        """In order, and everything is thrown away."""
        self.end(signal.SIGTERM)
        shutil.rmtree(self.data, ignore_errors=True)

    def end(self, how: signal.Signals) -> None:
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, how)
            self.process.wait(PATIENCE)

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
        visitor = Visitor(self, name or f"Ana{secrets.token_hex(3)}")
        fields = {"username": visitor.name, "password1": PASSWORD, "password2": PASSWORD}
        visitor.post("/accounts/signup/", fields).must(302, 303)
        return visitor


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


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
        connection = http.client.HTTPConnection("localhost", self.site.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, sent)
            answer = Answer(f"{method} {path}", connection.getresponse())
        finally:
            connection.close()
        for line in answer.headers.get_all("Set-Cookie", []):
            for name, cookie in SimpleCookie(line).items():
                self.cookies[name] = cookie.value
        return answer

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
        fields = {"seen": seen, "ticket": ticket or secrets.token_hex(8), "move": json.dumps(move)}
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
    dice = random.Random(seed)
    while True:
        state: State = until(lambda: ready(people, game), "somebody's turn")
        if not moves or state["status"] != "playing" or stop(state):
            return state
        legal = state["choices"]["moves"]
        move = dice.choice((among and among(state, legal)) or legal)
        if state["person"].send(game, move, state["version"]).must(200, 409).status == 200:
            moves -= 1


def ready(people: list[Visitor], game: str) -> State:
    """The state of the one whose turn it is, or of anybody when it is over; nothing while bots think."""
    for person in people:
        state = person.state(game)
        if state["status"] not in ("playing", "open") or state["seat"] in state["waiting"]:
            return {**state, "person": person}
    return {}
