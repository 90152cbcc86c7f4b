"""Periodic work in many processes on one PostgreSQL: no deadline is applied twice, early, or over a move, or forgotten.

Players move within 80 ms of the deadline. A trigger stores when each move was made, by the database's clock. Quick
tests of two at a deadline are in test_concurrency.py.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

from scripts.services import Services, die_with_parent
from tests.browser.server import ROOT
from tests.clocks.subprocesses import NEAR
from tests.conftest import or_skip

pytestmark = [pytest.mark.proof("locks"), pytest.mark.timeout(600)]

SWEEPERS, MOVERS = 4, 2
AHEAD = timedelta(seconds=3)  # from the setting of the badges to the first of them
PATIENCE = 20  # seconds in which nothing new is seen
HOLD = "SELECT id FROM games_game ORDER BY id FOR NO KEY UPDATE"
SET = (
    "UPDATE games_seat s SET asked_at = b.at - interval '12 hours', deadline_at = b.at "
    "FROM unnest(%(games)s::text[], %(at)s::timestamptz[]) b(game, at) WHERE s.game_id = b.game AND s.is_to_move",
    "UPDATE games_game g SET deadline_at = b.at FROM unnest(%(games)s::text[], %(at)s::timestamptz[]) b(game, at) "
    "WHERE g.id = b.game",
)
OURS = ("DJANGO_", "TEN_", "DATABASE_", "REDIS_", "PORT", "SITE_", "SECRET_")
During = Callable[[int], None]  # how many have rung


class Site:
    """A database, and processes that share it."""

    def __init__(self, folder: Path, url: str = "", redis: str = "") -> None:
        clean = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
        self.url, self.folder = url, folder
        self.environment = clean | {
            "DJANGO_SETTINGS_MODULE": "ten_site.settings",
            "TEN_DATA": str(folder / "data"),
            **({"DATABASE_URL": url, "REDIS_URL": redis} if url else {}),
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
        self.parts.append(self.start("-m", "tests.clocks.subprocesses", name, **pipes, **options))
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
        for _ in changes(lambda: len(self.begun)):
            if self.have_begun():
                return
        raise AssertionError(f"only {sorted(self.begun)} have begun: {(self.folder / 'log').read_text()}")

    def rung(self) -> int:
        """At how many tables somebody has moved, or the clock."""
        with psycopg.connect(self.url) as connection:
            found = connection.execute("SELECT count(DISTINCT game_id) FROM games_move").fetchone()
        return int(found[0]) if found else 0

    def await_sweeps(self, count: int) -> None:
        """So many heartbeats of any of the sweepers."""
        known = {self.beat()}
        for _ in changes(lambda: len(known)):
            known.add(self.beat())
            if len(known) > count:
                return
        raise AssertionError(f"nobody sweeps any more: {(self.folder / 'log').read_text()}")

    def beat(self) -> Any:
        """When a sweeper said last that it is at work."""
        with psycopg.connect(self.url) as connection:
            return connection.execute("SELECT last_beat_at FROM games_heartbeat WHERE name = 'sweep'").fetchone()

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
        made = Site(tmp_path, or_skip(own.start_postgres), or_skip(own.start_redis))
        assert made.start("manage.py", "migrate", "-v0").wait(120) == 0
        yield made
        made.end()


def changes(seen: Callable[[], object]) -> Iterator[None]:
    """Look again and again, as long as what is seen changes now and then."""
    before, end = seen(), time.monotonic() + PATIENCE
    while time.monotonic() < end:
        yield
        time.sleep(0.1)
        if (now := seen()) != before:
            before, end = now, time.monotonic() + PATIENCE


def badges(site: Site, number: int, rate: float, during: During | None = None) -> tuple[list[Any], list[Any]]:
    """So many badges, so many a second, in three of four cases with a player who moves near it. `during` happens again
    and again until all have rung: the badges, and what players were told."""
    tables, dice = said(give(site.part("lay"), number)), random.Random(7)
    movers = [site.part("move") for _ in range(MOVERS)]
    for _ in range(SWEEPERS):
        site.sweep()
    site.await_sweepers()
    laid = site.set_bells(tables, rate)
    moves = [(game, user, at + dice.uniform(-NEAR, NEAR)) for game, user, at in laid if dice.random() < 0.75]
    for place, mover in enumerate(movers):
        give(mover, moves[place::MOVERS])
    for _ in changes(site.rung):
        if during:
            during(site.rung())
        if site.rung() == number:
            break
    site.await_sweeps(2)  # in which nothing may ring again
    return laid, [one for mover in movers for one in said(mover)]


def judge(site: Site, laid: list[Any], told: list[Any]) -> int:
    """Each game has one move: the player's who was told so, or else the clock's, never early. How many of the clock."""
    with psycopg.connect(site.url) as connection:
        rows = connection.execute(
            "SELECT m.game_id, m.number, m.made_by, m.ticket, m.move, r.at, g.status FROM games_move m "
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
    early = []
    for game, _user, at in laid:
        _, _, by, _, move, moment, _ = stored[game]
        if by == "clock":
            assert move == {"do": "hold"}
            early.append(at - moment.timestamp())
    assert max(early) <= 0, "a bell rang early"
    return len(early)


def test_four_workers_and_players_who_move_at_the_deadline(site: Site, share: Any) -> None:
    laid, told = badges(site, share(small=200, whole=2_000), rate=25)
    assert judge(site, laid, told) >= len(laid) - len(told)


def test_killed_workers_leave_nothing_undone_and_nothing_done_twice(site: Site, share: Any) -> None:
    killed: list[int] = []  # how many badges had rung

    def murder(rung: int) -> None:
        if (not killed or rung > killed[-1] + 20) and site.have_begun():  # the oldest: the others are at work
            kill(site.sweepers.pop(0))
            killed.append(rung)
            site.sweep()

    laid, told = badges(site, share(small=100, whole=1_000), rate=10, during=murder)
    judge(site, laid, told)
    assert killed


def test_workers_with_wrong_clocks_go_by_the_databases_clock(site: Site, share: Any) -> None:
    site.fake("+400d")
    seen_by_them = site.start("-c", "import time; print(time.time())", stdout=subprocess.PIPE, faked=site.faked)
    assert float(seen_by_them.communicate(timeout=60)[0]) - time.time() > 399 * 86_400
    site.fake("+0")
    steps = ["+1h", "-1h", "+400d", "+0", "-400d", "+30s"]
    set_to: list[str] = []

    def turn(rung: int) -> None:
        if rung >= 20 * len(set_to):
            set_to.append(steps[len(set_to) % len(steps)])
            site.fake(set_to[-1])

    laid, told = badges(site, share(small=150, whole=2_000), rate=15, during=turn)
    judge(site, laid, told)
    assert set_to
    with psycopg.connect(site.url) as connection:
        assert connection.execute("SELECT count(*) FROM games_downtime").fetchone() == (0,)


def test_on_one_machine_a_changed_clock_makes_nothing_early(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.fake("+0")
    before = 7  # badges, that have rung before the clock is set back
    forward = [(3.5, "+1h", 0), (8.5, "+400d", 0)]
    back = [(13.5, "+399d", before), (16.5, "-1h", before), (19.5, "+500d", before)]
    found, longest = said(give(site.part("alone", faked=site.faked), [*forward, *back]))
    assert longest > 398 * 86_400, "the clock was never set"
    assert all(rung is None or rung >= bell - 0.01 for bell, rung in enumerate(found)), found
    assert None not in found[:before], found
