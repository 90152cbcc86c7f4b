"""Periodic work in many processes on one PostgreSQL: each deadline is applied once, never early or over a move.

Players move within 80 ms of the deadline. A trigger stores when each move was made, by the database's clock. Quick
tests with two connections are in test_concurrency.py.
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
AHEAD = timedelta(seconds=3)  # from setting the deadlines to the first of them
PATIENCE = 20  # seconds without progress
HOLD = "SELECT id FROM games_game ORDER BY id FOR NO KEY UPDATE"
SET = (
    "UPDATE games_seat s SET asked_at = b.at - interval '12 hours', deadline_at = b.at "
    "FROM unnest(%(games)s::text[], %(at)s::timestamptz[]) b(game, at) WHERE s.game_id = b.game AND s.is_to_move",
    "UPDATE games_game g SET deadline_at = b.at FROM unnest(%(games)s::text[], %(at)s::timestamptz[]) b(game, at) "
    "WHERE g.id = b.game",
)
OURS = ("DJANGO_", "TEN_", "DATABASE_", "REDIS_", "PORT", "SITE_", "SECRET_")
During = Callable[[int], None]  # called with the number of games with a move


class Site:
    """A database and the processes that share it."""

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
        self.seen_sweepers: set[str] = set()  # names of those that have connected

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

    def start_part(self, name: str, **options: Any) -> subprocess.Popen[bytes]:
        """Start a part of `subprocesses`, which waits for its input."""
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.parts.append(self.start("-m", "tests.clocks.subprocesses", name, **pipes, **options))
        return self.parts[-1]

    def start_sweeper(self) -> None:
        """Start another sweeper."""
        with (self.folder / "log").open("ab") as log:
            name = {"PGAPPNAME": f"sweeper {self.started}"}
            self.sweepers.append(self.start("manage.py", "tick", stdout=log, stderr=log, faked=self.faked | name))
        self.started += 1

    def are_all_working(self) -> bool:
        """Whether every sweeper has connected to the database."""
        with psycopg.connect(self.url) as connection:
            rows = connection.execute("SELECT application_name FROM pg_stat_activity").fetchall()
        self.seen_sweepers |= {name for (name,) in rows if name}
        return {f"sweeper {number}" for number in range(self.started)} <= self.seen_sweepers

    def await_sweepers(self) -> None:
        for _ in while_changing(lambda: len(self.seen_sweepers)):
            if self.are_all_working():
                return
        raise AssertionError(f"only {sorted(self.seen_sweepers)} are working: {(self.folder / 'log').read_text()}")

    def count_moved(self) -> int:
        """Count the games in which a player or the clock has moved."""
        with psycopg.connect(self.url) as connection:
            found = connection.execute("SELECT count(DISTINCT game_id) FROM games_move").fetchone()
        return int(found[0]) if found else 0

    def await_sweeps(self, count: int) -> None:
        """Wait for that many heartbeats of the sweepers."""
        known = {self.beat()}
        for _ in while_changing(lambda: len(known)):
            known.add(self.beat())
            if len(known) > count:
                return
        raise AssertionError(f"the sweepers have stopped: {(self.folder / 'log').read_text()}")

    def beat(self) -> Any:
        """Return the time of the last heartbeat of a sweeper."""
        with psycopg.connect(self.url) as connection:
            return connection.execute("SELECT last_beat_at FROM games_heartbeat WHERE name = 'sweep'").fetchone()

    def set_deadlines(self, laid: list[Any], rate: float) -> list[Any]:
        """Set `rate` deadlines per second; return each game with the player to move and its deadline."""
        games = [game for game, _user in laid]
        with psycopg.connect(self.url) as connection:
            connection.execute(HOLD)  # keeps the sweepers out
            found = connection.execute("SELECT clock_timestamp()").fetchone()
            assert found
            moments = [found[0] + AHEAD + place / rate * timedelta(seconds=1) for place in range(len(games))]
            for statement in SET:
                connection.execute(statement, {"games": games, "at": moments})
        return [(game, user, at.timestamp()) for (game, user), at in zip(laid, moments, strict=True)]

    def set_fake_time(self, to: str) -> None:
        """Set the clock that sweepers started from now on see."""
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
    """Kill the process and those it started."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(30)


def send_input(process: subprocess.Popen[bytes], what: object) -> subprocess.Popen[bytes]:
    """Start the work of a part by sending its input."""
    assert process.stdin
    process.stdin.write(json.dumps(what).encode())
    process.stdin.close()
    process.stdin = None
    return process


def read_output(process: subprocess.Popen[bytes]) -> Any:
    """Wait for a part to finish, and return what it printed."""
    out, _ = process.communicate(timeout=540)
    assert process.returncode == 0
    return json.loads(out)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A site with a database of its own."""
    with Services() as own:
        made = Site(tmp_path, or_skip(own.start_postgres), or_skip(own.start_redis))
        assert made.start("manage.py", "migrate", "-v0").wait(120) == 0
        yield made
        made.end()


def while_changing(seen: Callable[[], object]) -> Iterator[None]:
    """Yield every 0.1 seconds until what is seen hasn't changed for a while."""
    before, end = seen(), time.monotonic() + PATIENCE
    while time.monotonic() < end:
        yield
        time.sleep(0.1)
        if (now := seen()) != before:
            before, end = now, time.monotonic() + PATIENCE


def run_deadlines(site: Site, number: int, rate: float, during: During | None = None) -> tuple[list[Any], list[Any]]:
    """Let deadlines pass at `rate` per second; in three of four games the player moves near the deadline.

    `during` is called repeatedly until all have passed. Return the deadlines, and the answers that players got.
    """
    tables, dice = read_output(send_input(site.start_part("create"), number)), random.Random(7)
    movers = [site.start_part("move") for _ in range(MOVERS)]
    for _ in range(SWEEPERS):
        site.start_sweeper()
    site.await_sweepers()
    laid = site.set_deadlines(tables, rate)
    moves = [(game, user, at + dice.uniform(-NEAR, NEAR)) for game, user, at in laid if dice.random() < 0.75]
    for place, mover in enumerate(movers):
        send_input(mover, moves[place::MOVERS])
    for _ in while_changing(site.count_moved):
        if during:
            during(site.count_moved())
        if site.count_moved() == number:
            break
    site.await_sweeps(2)  # nothing may be applied twice
    return laid, [one for mover in movers for one in read_output(mover)]


def check_moves(site: Site, laid: list[Any], told: list[Any]) -> int:
    """Check that each game has one move: an accepted one of the player, or one of the clock that isn't early.

    Return how many moves the clock made.
    """
    with psycopg.connect(site.url) as connection:
        rows = connection.execute(
            "SELECT m.game_id, m.number, m.made_by, m.ticket, m.move, r.at, g.status FROM games_move m "
            "JOIN move_times r ON r.move = m.id JOIN games_game g ON g.id = m.game_id"
        ).fetchall()
    stored = {row[0]: row for row in rows}
    assert len(rows) == len(stored) == len(laid), "a deadline was applied twice or never"
    assert {(row[1], row[6]) for row in rows} == {(1, "playing")}
    for game, ticket, version, refused in told:
        _, number, by, kept, _, _, _ = stored[game]
        if version:
            assert (number, by, kept) == (version, "", ticket), "the clock moved after an accepted move"
        else:
            assert (refused, by) == ("seen.stale", "clock")
    early = []
    for game, _user, at in laid:
        _, _, by, _, move, moment, _ = stored[game]
        if by == "clock":
            assert move == {"do": "hold"}
            early.append(at - moment.timestamp())
    assert max(early) <= 0, "a deadline was applied early"
    return len(early)


def test_four_workers_and_players_who_move_at_the_deadline(site: Site, share: Any) -> None:
    laid, told = run_deadlines(site, share(small=200, whole=2_000), rate=25)
    assert check_moves(site, laid, told) >= len(laid) - len(told)


def test_killed_workers_leave_nothing_undone_and_nothing_done_twice(site: Site, share: Any) -> None:
    killed: list[int] = []  # how many games had moved

    def kill_oldest(moved: int) -> None:
        if (not killed or moved > killed[-1] + 20) and site.are_all_working():  # the oldest, since the others work
            kill(site.sweepers.pop(0))
            killed.append(moved)
            site.start_sweeper()

    laid, told = run_deadlines(site, share(small=100, whole=1_000), rate=10, during=kill_oldest)
    check_moves(site, laid, told)
    assert killed


def test_workers_with_wrong_clocks_go_by_the_databases_clock(site: Site, share: Any) -> None:
    site.set_fake_time("+400d")
    seen_by_them = site.start("-c", "import time; print(time.time())", stdout=subprocess.PIPE, faked=site.faked)
    assert float(seen_by_them.communicate(timeout=60)[0]) - time.time() > 399 * 86_400
    site.set_fake_time("+0")
    steps = ["+1h", "-1h", "+400d", "+0", "-400d", "+30s"]
    set_to: list[str] = []

    def change_clock(moved: int) -> None:
        if moved >= 20 * len(set_to):
            set_to.append(steps[len(set_to) % len(steps)])
            site.set_fake_time(set_to[-1])

    laid, told = run_deadlines(site, share(small=150, whole=2_000), rate=15, during=change_clock)
    check_moves(site, laid, told)
    assert set_to
    with psycopg.connect(site.url) as connection:
        assert connection.execute("SELECT count(*) FROM games_downtime").fetchone() == (0,)


def test_on_one_machine_a_changed_clock_makes_nothing_early(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.set_fake_time("+0")
    before = 7  # deadlines that pass before the clock is set back
    forward = [(3.5, "+1h", 0), (8.5, "+400d", 0)]
    back = [(13.5, "+399d", before), (16.5, "-1h", before), (19.5, "+500d", before)]
    found, longest = read_output(send_input(site.start_part("alone", faked=site.faked), [*forward, *back]))
    assert longest > 398 * 86_400, "the clock was never changed"
    assert all(moved is None or moved >= deadline - 0.01 for deadline, moved in enumerate(found)), found
    assert None not in found[:before], found
