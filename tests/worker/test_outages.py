"""What each kind of thread does without database, disk or Redis, and that it recovers afterwards.

The table of threads in docs/architecture.md names these tests.
"""

import asyncio
import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from random import Random
from typing import Any, ClassVar

import pytest
from django.core import mail
from django.core.exceptions import SynchronousOnlyOperation
from django.db import OperationalError, connection
from django.db.backends.utils import CursorWrapper
from django.http import StreamingHttpResponse

from games import play
from games.archive import export
from games.clocks import database_clock
from games.live import hub
from games.models import Game, Heartbeat, Invitation, Notification
from games.models.notifications import enqueue_notification
from games.models.rows import SERVER
from games.notifications import collect, sending
from games.play import expiry, invitations
from games.stats import collector
from games.worker import bots, loop, threads
from ten_site.server import wsgi_bridge
from tests.clocks.test_concurrency import set_clock
from tests.clocks.time_travel import pass_time, start_game
from tests.live.test_hub import Window, _own_hub, close_connections, in_thread, run, session_of  # noqa: F401 (a fixture for all here)
from tests.notifications.readers import add_address
from tests.tables import NAMES, as_user, one_move, people, person, pick, table, ticket
from tests.waiting import PATIENCE, until
from tests.worker.test_bots import create_game_with_bots
from tests.worker.test_threads import is_running, wait_for

pytestmark = pytest.mark.django_db(transaction=True)
WRITES = ("INSERT", "UPDATE", "DELETE")
HOUR = timedelta(hours=1)


class NoLayer:
    """The channel layer without Redis."""

    asked: ClassVar[list[str]] = []

    def __getattr__(self, name: str) -> Any:
        self.asked.append(name)
        raise ConnectionError(f"no {name}")


@contextlib.contextmanager
def simulate_outage(what: str) -> Iterator[None]:
    """Simulate an outage: all statements fail, all writes fail, or nothing reaches other processes."""
    execute = CursorWrapper.execute

    def fail(cursor: CursorWrapper, sql: Any, *about: Any) -> Any:
        if what == "database" or str(sql).lstrip().upper().startswith(WRITES):
            raise OperationalError("database or disk is full")
        return execute(cursor, sql, *about)

    with pytest.MonkeyPatch.context() as patch:
        NoLayer.asked.clear()
        if what == "redis":
            patch.setattr(hub, "get_channel_layer", NoLayer)
        else:
            patch.setattr(CursorWrapper, "execute", fail)
        yield


# --- periodic work ---------------------------------------------------------------------------------------------------


def old_heartbeat() -> Callable[[], object]:
    """Store a heartbeat that is an hour old."""
    Heartbeat.objects.create(name=SERVER, last_beat_at=database_clock.now() - HOUR)
    return lambda: Heartbeat.objects.filter(last_beat_at__gt=database_clock.now() - HOUR / 2).exists()


def overdue_move() -> Callable[[], object]:
    game, _ = start_game("tiles", 2, pace="live")
    pass_time(2 * HOUR)
    return lambda: Game.objects.filter(pk=game.pk, version__gt=0).exists()


def due_mail() -> Callable[[], object]:
    ana = person("Ana")
    add_address(ana)
    enqueue_notification([ana.pk], "test")
    collect.collect_all()
    return lambda: mail.outbox


def uncounted_game() -> Callable[[], object]:
    game, users = table("tiles", 2)
    play.resign(game.pk, users[0])
    return lambda: Game.objects.filter(pk=game.pk, has_statistics=True).exists()


WORK = {
    loop.heartbeat: old_heartbeat,
    loop.sweep: overdue_move,
    sending.deliver: due_mail,
    collector.collect_some: uncounted_game,
}


@pytest.mark.parametrize("what", ["database", "disk", "redis"])
@pytest.mark.parametrize("job", WORK, ids=threads.thread_name)
def test_periodic_work_waits_for_the_end_of_an_outage(job, what, monkeypatch):
    monkeypatch.setattr(threads, "INTERVAL_SECONDS", 0.01)
    is_done, rounds = WORK[job](), list[int]()

    def counted() -> None:
        rounds.append(1)
        job()

    async def serve() -> None:
        with simulate_outage(what):
            task = asyncio.create_task(threads.repeat(counted))
            await wait_for(lambda: asyncio.sleep(0, len(rounds) > 1))
            if what == "redis":
                await wait_for(lambda: in_thread(is_done))
                assert bool(NoLayer.asked) == (job is loop.sweep)  # nothing else announces changes to other processes
            elif what == "disk":
                assert not await in_thread(is_done)
        await wait_for(lambda: in_thread(is_done))
        task.cancel()
        await asyncio.wait([task])

    run(serve)
    until(lambda: not is_running(threads.thread_name(counted)), "the end of its thread")


# --- bots ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["database", "disk", "redis"])
def test_bots_stopped_by_an_outage_are_woken_by_the_periodic_work(what, settings, monkeypatch):
    settings.BOT_PAUSE = 0
    monkeypatch.setattr(bots, "FORGOTTEN_AFTER", timedelta(0))
    while not (game := Game.objects.get(pk=create_game_with_bots(4).pk)).auto_move_due_at:  # a player moves first
        pass

    async def serve() -> None:
        bots.start(asyncio.get_running_loop())
        with simulate_outage(what):
            bots.wake(game.pk, game.auto_move_due_at)
            await wait_for(lambda: asyncio.sleep(0, (game.pk, game.auto_move_due_at) not in bots._awake))
        if what != "redis":
            assert await in_thread(bots.is_due, game.pk)
            assert await in_thread(bots.wake_forgotten) == 1
        await wait_for(lambda: in_thread(lambda: not bots.is_due(game.pk)))

    run(serve)
    close_connections(bots._pool)


@pytest.mark.database
@pytest.mark.parametrize("ahead", [-400, 400])
def test_bots_are_found_and_mail_is_sent_by_the_databases_clock(ahead, monkeypatch):
    """Even if the clock of the process is wrong; SQLite has no other clock."""
    create_game_with_bots(4)
    Game.objects.update(auto_move_due_at=database_clock.now() - HOUR)
    is_sent = due_mail()
    Notification.objects.update(due_at=database_clock.now() + HOUR)
    set_clock(monkeypatch, timedelta(days=ahead))
    sending.deliver()
    has_its_own = connection.vendor == "postgresql"
    assert bool(bots.list_forgotten()) == (has_its_own or ahead > 0)
    assert bool(is_sent()) == (not has_its_own and ahead > 0)


# --- boards ----------------------------------------------------------------------------------------------------------


def test_without_redis_boards_come_with_the_pulse(monkeypatch):
    monkeypatch.setattr(hub, "PULSE_SECONDS", 0.05)
    monkeypatch.setattr(hub, "LAYER_SECONDS", 0.05)
    game, users = table("tiles", 2)
    session = session_of(users[0])

    async def watch() -> None:
        with simulate_outage("redis"):
            window = Window(game.pk, session, v=0)
            assert await window.open()
            await in_thread(one_move, game, users, Random(1))
            await window.board(1)
        await wait_for(lambda: asyncio.sleep(0, not hub.hub.unsubscribed and hub.hub.channel))
        await window.close()

    run(watch)


def let_expire(invitation: Invitation) -> None:
    Invitation.objects.update(expires_at=database_clock.now() - HOUR)
    assert expiry.expire_overdue(database_clock.now()) == 1


CHANGES: dict[str, Callable[[Invitation], object]] = {
    "somebody joins": lambda invitation: play.sit(invitation.game_id, person("Dora")),
    "somebody leaves": lambda invitation: play.stand(invitation.game_id, invitation.invited_by),
    "an invitation is declined": lambda invitation: invitations.decline(invitation, invitation.user),
    "an invitation expires": let_expire,
    "bots fill the table": lambda invitation: play.start(invitation.game_id, person(NAMES[0])),
    "the game is canceled": lambda invitation: play.cancel_game(invitation.game_id, person(NAMES[0])),
}


@pytest.mark.parametrize("change", CHANGES)
def test_without_redis_the_pulse_finds_what_changed_before_the_first_move(change, monkeypatch):
    monkeypatch.setattr(hub, "PULSE_SECONDS", 0.05)
    monkeypatch.setattr(hub, "LAYER_SECONDS", 0.05)
    ana, ben, cleo = people(3)
    room = play.create_game(ana, kind="swap", seats=4, options={})
    play.sit(room.pk, ben)
    invitation = invitations.invite(Game.objects.get(pk=room.pk), ben, cleo.username)

    async def watch() -> None:
        with simulate_outage("redis"):
            window = Window(room.pk, v=-3)
            await window.open()
            heard = [json.loads(await window.socket.receive_from(timeout=5)) for _ in range(4)]
            assert not any("reload" in frame for frame in heard)  # nothing has changed yet
            await in_thread(CHANGES[change], invitation)
            async with asyncio.timeout(PATIENCE):
                await window.next("reload")
            await window.close()

    run(watch)


def test_without_redis_the_pulse_finds_changes_that_are_not_moves(monkeypatch):
    monkeypatch.setattr(hub, "PULSE_SECONDS", 0.05)
    monkeypatch.setattr(hub, "LAYER_SECONDS", 0.05)
    game, users = table("tiles", 2)

    async def watch() -> None:
        with simulate_outage("redis"):
            window = Window(game.pk, v="0.0")
            await window.open()
            await window.next("alive")
            await in_thread(play.agree_to_cancel, game.pk, users[0], True)
            async with asyncio.timeout(PATIENCE):
                frame = await window.next()
            assert (frame["version"], frame["revision"]) == (0, 1)
            await window.close()

    run(watch)


def test_boards_are_shown_while_the_disk_is_full():
    game, _ = table("tiles", 2)

    async def watch() -> None:
        with simulate_outage("disk"):
            window = Window(game.pk)
            assert await window.open()
            assert (await window.next())["version"] == 0
            await window.close()

    run(watch)


def test_nothing_on_the_event_loop_can_ask_the_database():
    async def ask() -> None:
        Game.objects.count()

    with pytest.raises(SynchronousOnlyOperation):
        run(ask)


# --- pages and streams -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("what", "read", "written"), [("database", 503, 503), ("disk", 200, 503), ("redis", 200, 200)])
def test_pages_report_an_outage_and_the_same_click_works_afterwards(what, read, written):
    game, users = table("tiles", 2)
    seat, move = pick(game, Random(1))
    browser = as_user(users[seat], raise_request_exception=False)
    form = {"seen": 0, "ticket": ticket(), "move": json.dumps(move)}

    def click() -> Any:
        return browser.post(f"/games/{game.pk}/moves/", form, headers={"Accept": "application/json"})

    with simulate_outage(what):
        answers = [browser.get(f"/games/{game.pk}/state.json"), click(), browser.post("/accounts/guest/")]
    assert [answer.status_code for answer in answers[:2]] == [read, written]
    assert all(answer.headers["Retry-After"] for answer in answers if answer.status_code == 503)
    assert click().json()["version"] == 1


@pytest.mark.parametrize("what", ["disk", "redis"])
def test_a_download_only_reads_the_database(what):
    game, users = table("tiles", 2)
    play.resign(game.pk, users[0])
    parts = list[bytes]()

    async def send(message: Any) -> None:
        parts.append(message["body"])

    async def pour() -> None:
        with simulate_outage(what):
            stream = StreamingHttpResponse(export.stream_records([[game.pk]]))
            await wsgi_bridge.send_stream(stream, False, asyncio.Event().wait, send)  # type: ignore[arg-type]

    run(pour)
    assert game.pk.encode() in b"".join(parts)
    assert not NoLayer.asked


def test_a_download_and_its_thread_end_when_the_database_goes_down():
    parts = list[bytes]()

    def chunks() -> Iterator[bytes]:
        while True:
            yield str(Game.objects.count()).encode()

    async def send(message: Any) -> None:
        parts.append(message["body"])

    async def pour() -> None:
        with simulate_outage("database"):
            await wsgi_bridge.send_stream(StreamingHttpResponse(chunks()), False, asyncio.Event().wait, send)  # type: ignore[arg-type]

    with pytest.raises(OperationalError):
        run(pour)
    assert parts == []
    until(lambda: not is_running("stream"), "the end of its thread", lambda: threading.enumerate())
