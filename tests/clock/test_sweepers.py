"""The sweep in many processes over one PostgreSQL: no bell twice, early, or over a move, and none forgotten.

Players move within 80 ms of the bell. When a move was stored the database notes by its own clock, in a trigger.
"""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

from games import store
from scripts.services import Services, die_with_parent
from tests.browser.server import ROOT
from tests.clock.sweeping import NEAR
from tests.conftest import SOAK, or_skip

pytestmark = [pytest.mark.volume, pytest.mark.timeout(600)]

SWEEPERS, MOVERS = 4, 2
AHEAD = timedelta(seconds=3)  # from the setting of the bells to the first of them
LATE = 2.0 if SOAK else 30.0  # seconds: no bell is later; the more, where other tests run on the same machine
PATIENCE = 120  # seconds until all sweepers have begun
HOLD = "SELECT id FROM games_game ORDER BY id FOR NO KEY UPDATE"
SET = (
    "UPDATE games_seat s SET asked = b.at - interval '12 hours', until = b.at "
    "FROM unnest(%(games)s::text[], %(at)s::timestamptz[]) b(game, at) WHERE s.game_id = b.game AND s.waiting",
    "UPDATE games_game g SET deadline = b.at FROM unnest(%(games)s::text[], %(at)s::timestamptz[]) b(game, at) "
    "WHERE g.id = b.game",
)
OURS = ("DJANGO_", "TEN_", "DATABASE_", "REDIS_", "PORT", "SITE_", "SECRET_")


class Stalls(threading.Thread):
    """How long the machine itself stood still, at worst: a sleep that took longer than it should have."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.worst, self.over = 0.0, threading.Event()

    def run(self) -> None:
        while not self.over.is_set():
            before = time.monotonic()
            time.sleep(0.02)
            self.worst = max(self.worst, time.monotonic() - before - 0.02)


class Site:
    """A database, and processes that share it."""

    def __init__(self, url: str, folder: Path) -> None:
        clean = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
        self.url, self.folder = url, folder
        self.environment = clean | {
            "DJANGO_SETTINGS_MODULE": "ten_site.settings",
            "TEN_DATA": str(folder / "data"),
            **({"DATABASE_URL": url} if url else {}),
        }
        self.faked: dict[str, str] = {}
        self.started = 0
        self.sweepers: list[subprocess.Popen[bytes]] = []
        self.parts: list[subprocess.Popen[bytes]] = []
        self.begun: set[str] = set()  # by their names, the sweepers that the database knows

    def start(self, *command: str, **options: Any) -> subprocess.Popen[bytes]:
        faked = options.pop("faked", {})
        return subprocess.Popen(  # noqa: S603 (our own)
            [sys.executable, *command],
            cwd=ROOT,
            env=self.environment | faked,
            start_new_session=True,
            preexec_fn=lambda: die_with_parent(signal.SIGKILL),
            **options,
        )

    def part(self, name: str, **options: Any) -> subprocess.Popen[bytes]:
        """One of the parts in `sweeping`, which waits for what it is given."""
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.parts.append(self.start("-m", "tests.clock.sweeping", name, **pipes, **options))
        return self.parts[-1]

    def sweep(self) -> None:
        """One more sweeper."""
        with (self.folder / "log").open("ab") as log:
            name = {"PGAPPNAME": f"sweeper {self.started}"}
            self.sweepers.append(self.start("manage.py", "tick", stdout=log, stderr=log, faked=self.faked | name))
        self.started += 1

    def have_begun(self) -> bool:
        """Whether all sweepers are at work, the last one too."""
        with psycopg.connect(self.url) as connection:
            rows = connection.execute("SELECT application_name FROM pg_stat_activity").fetchall()
        self.begun |= {name for (name,) in rows if name}
        return {f"sweeper {number}" for number in range(self.started)} <= self.begun

    def await_sweepers(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while not self.have_begun():
            assert time.monotonic() < deadline, (self.folder / "log").read_text()
            time.sleep(0.1)

    def set_bells(self, laid: list[Any], rate: float) -> list[Any]:
        """Each game with who is asked there, and when its bell is: so many a second."""
        games = [game for game, _user in laid]
        with psycopg.connect(self.url) as connection:
            connection.execute(HOLD)  # no sweeper is in between
            found = connection.execute("SELECT clock_timestamp()").fetchone()
            assert found
            moments = [found[0] + AHEAD + place / rate * timedelta(seconds=1) for place in range(len(games))]
            for statement in SET:
                connection.execute(statement, {"games": games, "at": moments})
        return [(game, user, at.timestamp()) for (game, user), at in zip(laid, moments, strict=True)]

    def fake(self, to: str) -> None:
        """The clock that the sweepers see."""
        library = or_skip(Services().faketime)
        file = self.folder / "faketime"
        file.write_text(to)
        self.faked = {
            "LD_PRELOAD": library,
            "FAKETIME_TIMESTAMP_FILE": str(file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }

    def end(self) -> None:
        for process in (*self.sweepers, *self.parts):
            kill(process)
            if process.stdout:
                process.stdout.close()


def kill(process: subprocess.Popen[bytes]) -> None:
    """Without a chance to end anything in order."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(30)


def give(process: subprocess.Popen[bytes], what: object) -> subprocess.Popen[bytes]:
    """A part begins, with what it needs."""
    assert process.stdin
    process.stdin.write(json.dumps(what).encode())
    process.stdin.close()
    process.stdin = None
    return process


def said(process: subprocess.Popen[bytes]) -> Any:
    """What a part printed, once it is done."""
    out, _ = process.communicate(timeout=540)
    assert process.returncode == 0
    return json.loads(out)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A database of this test alone."""
    with Services() as own:
        made = Site(or_skip(own.start_postgres), tmp_path)
        assert made.start("manage.py", "migrate", "-v0").wait(120) == 0
        yield made
        made.end()


def bells(site: Site, number: int, rate: float, during: Any = None) -> tuple[list[Any], list[Any], float]:
    """So many bells, so many a second, in three of four cases with a player who moves near it. `during` happens until
    the last: the bells, what players were told, and for how long the machine stood still."""
    tables, dice = said(give(site.part("lay"), number)), random.Random(7)
    movers = [site.part("move") for _ in range(MOVERS)]
    for _ in range(SWEEPERS):
        site.sweep()
    site.await_sweepers()
    stalls = Stalls()
    stalls.start()
    laid = site.set_bells(tables, rate)
    moves = [(game, user, at + dice.uniform(-NEAR, NEAR)) for game, user, at in laid if dice.random() < 0.75]
    for place, mover in enumerate(movers):
        give(mover, moves[place::MOVERS])
    end = laid[-1][2] + 2
    while time.time() < end:
        if during:
            during(site, dice)
        time.sleep(0.2)
    told = [one for mover in movers for one in said(mover)]
    wait_for_all(site, number)
    stalls.over.set()
    return laid, told, stalls.worst


def wait_for_all(site: Site, number: int) -> None:
    """Until each game has a move, or long enough for the judge to see that one has none."""
    deadline = time.monotonic() + LATE + 30
    while time.monotonic() < deadline:
        with psycopg.connect(site.url) as connection:
            found = connection.execute("SELECT count(DISTINCT game_id) FROM games_move").fetchone()
        if found and found[0] == number:
            return
        time.sleep(0.3)


def judge(site: Site, laid: list[Any], told: list[Any], stall: float) -> dict[str, float]:
    """Each game has one move: the player's who was told so, or else the clock's, neither early nor late."""
    with psycopg.connect(site.url) as connection:
        rows = connection.execute(
            "SELECT m.game_id, m.number, m.by, m.ticket, m.move, r.at, g.status FROM games_move m "
            "JOIN rung r ON r.move = m.id JOIN games_game g ON g.id = m.game_id"
        ).fetchall()
    stored = {row[0]: row for row in rows}
    assert len(rows) == len(stored) == len(laid), "a bell rang twice, or never"
    assert {(row[1], row[6]) for row in rows} == {(1, "playing")}
    for game, ticket, version, refused in told:
        _, number, by, kept, _, _, _ = stored[game]
        if version:
            assert (number, by, kept) == (version, "", ticket), "a bell rang over a move that was taken"
        else:
            assert (refused, by) == ("seen.stale", "clock")
    late = []
    for game, _user, at in laid:
        _, _, by, _, move, moment, _ = stored[game]
        if by == "clock":
            assert move == {"do": "hold"}
            late.append(_since(moment, at))
    assert min(late) >= 0, "a bell rang early"
    assert max(late) <= LATE + stall, f"a bell rang {max(late):.2f} s late, and the machine stood still for {stall:.2f}"
    return {"clock": len(late), "players": sum(bool(one[2]) for one in told), "latest": max(late)}


def _since(moment: datetime, bell: float) -> float:
    return moment.timestamp() - bell


def test_four_sweepers_and_players_at_the_bell(site: Site, share: Any) -> None:
    laid, told, stall = bells(site, share(small=200, whole=2_000), rate=25)
    counted = judge(site, laid, told, stall)
    assert counted["clock"] > len(laid) / 4
    assert counted["players"] > (len(laid) / 8 if SOAK else 0)


def test_sweepers_that_are_killed_leave_nothing_undone_and_nothing_done_twice(site: Site, share: Any) -> None:
    killed: list[float] = [time.monotonic()]

    def murder(site: Site, _dice: random.Random) -> None:
        if time.monotonic() > killed[-1] + 2.5 and site.have_begun():  # the oldest: the others are at work
            kill(site.sweepers.pop(0))
            killed.append(time.monotonic())
            site.sweep()

    laid, told, stall = bells(site, share(small=100, whole=1_000), rate=10, during=murder)
    judge(site, laid, told, stall)
    assert len(killed) > (30 if SOAK else 1)


def test_sweepers_whose_clocks_are_set_back_and_forth_keep_to_that_of_the_database(site: Site, share: Any) -> None:
    site.fake("+400d")
    seen_by_them = site.start("-c", "import time; print(time.time())", stdout=subprocess.PIPE, faked=site.faked)
    assert float(seen_by_them.communicate(timeout=60)[0]) - time.time() > 399 * 86_400
    site.fake("+0")
    steps = ["+1h", "-1h", "+400d", "+0", "-400d", "+30s"]
    seen: list[object] = []

    def turn(site: Site, dice: random.Random) -> None:
        if dice.random() < 0.3:
            site.fake(steps[len(seen) % len(steps)])
            seen.append(site.faked)

    laid, told, stall = bells(site, share(small=150, whole=2_000), rate=15, during=turn)
    judge(site, laid, told, stall)
    assert len(seen) >= 5
    with psycopg.connect(site.url) as connection:
        assert connection.execute("SELECT count(*) FROM games_downtime").fetchone() == (0,)


def test_what_refers_to_a_game_can_be_stored_while_a_move_is_under_way(site: Site) -> None:
    """Else the notices of a seat that a move waits for would wait for that move."""
    laid = said(give(site.part("lay"), 1))
    with psycopg.connect(site.url) as moving, psycopg.connect(site.url) as telling:
        held = "SELECT id FROM games_game WHERE id = %s" + store.LOCK  # noqa: S608 (a text of ours)
        moving.execute(held, [laid[0][0]])
        telling.execute("SET lock_timeout = '2s'")
        assert telling.execute("SELECT id FROM games_game WHERE id = %s FOR KEY SHARE", [laid[0][0]]).fetchone()
        with pytest.raises(psycopg.errors.LockNotAvailable):
            telling.execute(held + " NOWAIT", [laid[0][0]])


def test_alone_with_a_clock_that_is_set_nothing_rings_early(tmp_path: Path) -> None:
    site = Site("", tmp_path)
    site.fake("+0")
    before = 7  # bells, that have rung before the clock is set back
    forward = [(3.5, "+1h", 0), (8.5, "+400d", 0)]
    back = [(13.5, "+399d", before), (16.5, "-1h", before), (19.5, "+500d", before)]
    stalls = Stalls()
    stalls.start()
    found, longest = said(give(site.part("alone", faked=site.faked), [*forward, *back]))
    stalls.over.set()
    assert longest > 398 * 86_400, "the clock was never set"
    assert all(rung is None or rung >= bell - 0.01 for bell, rung in enumerate(found)), found
    assert None not in found[:before], found
    late = [rung - bell for bell, rung in enumerate(found[:before])]
    assert max(late) < LATE + 2 * 2 + stalls.worst, found  # a step forward is a gap: as long as there was no heartbeat
