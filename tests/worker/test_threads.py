"""After a database connection breaks, each kind of thread continues with a new one, and no page has to be reloaded.

SQLite has no connections to cut; there, these tests only show that the same code works.
"""

import asyncio
import json
import random
import threading
from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError, connection, connections
from django.http import StreamingHttpResponse

from games import play
from games.live import badges, frames, hub
from games.models import Game
from games.notifications import sending
from games.pages import tables, waiting_games
from games.stats import collector
from games.worker import bots, loop, threads
from ten_site.asgi import application
from ten_site.server import wsgi_bridge
from tests.live.test_badges import Page
from tests.live.test_hub import ORIGIN, Window, _own_hub, close_connections, in_thread, run, session_of  # noqa: F401 (for all here)
from tests.tables import one_move, people, table
from tests.waiting import PATIENCE, until
from tests.worker.test_bots import create_game_with_bots

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]
CUT = """SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND (pid = %s OR %s)"""


@pytest.fixture(autouse=True)
def _new_connection() -> Iterator[None]:
    """Close the connection of the test, which is cut too."""
    yield
    connections.close_all()


def cut(pid: int = 0) -> None:
    """End the connection of this backend, or all connections but this one, as a failover does."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(CUT, [pid, not pid])


def run_apart(job: Callable[..., None], *about: Any) -> None:
    """Run the job, and close the connection of its thread."""
    job(*about)
    connections.close_all()


def cut_own() -> None:
    """End the connection of this thread, if it has one, from another thread."""
    if connection.vendor == "postgresql" and connection.connection is not None:
        pid = connection.connection.info.backend_pid
        thread = threading.Thread(target=run_apart, args=(cut, pid))
        thread.start()
        thread.join()


def is_running(name: str) -> bool:
    return any(thread.name.startswith(name) for thread in threading.enumerate())


async def wait_for(true: Callable[[], Awaitable[Any]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await true():
            await asyncio.sleep(0.02)


# --- boards and counts -----------------------------------------------------------------------------------------------


def test_open_sockets_get_the_next_board_and_new_ones_are_accepted():
    game, users = table("tiles", 2)
    session = session_of(users[0])

    async def watch() -> None:
        window, page = Window(game.pk, session, v=0), Page(session)
        assert await window.open()
        assert await page.open()
        await page.count()
        for version in (1, 2, 3):
            await in_thread(cut)
            await in_thread(one_move, game, users, random.Random(version))
            await window.board(version)
            await page.count()
            await in_thread(cut)
            late = Window(game.pk, session, v=0)
            assert await late.open()
            await late.board(version)
            await late.close()
        await window.close()
        await page.close()

    run(watch)


def test_a_board_whose_connection_breaks_while_it_is_read_is_read_again(monkeypatch, caplog):
    game, users = table("tiles", 2)
    load, loads = tables.load_changed, list[str]()

    def broken(game_id: str) -> tables.Table:
        loads.append(game_id)
        if len(loads) == 1:
            raise OperationalError("the connection broke")
        return load(game_id)

    async def watch() -> None:
        window = Window(game.pk, v=0)
        await window.open()
        await window.next("alive")
        monkeypatch.setattr(tables, "load_changed", broken)
        tables._tables.items.clear()  # so that the move isn't handed over in memory
        await in_thread(one_move, game, users, random.Random(1))
        await window.board(1)
        await window.close()

    run(watch)
    assert loads == [game.pk, game.pk]
    assert not caplog.records


async def next_count(page: Page) -> int:
    """Return the next count, ignoring frames about liveness."""
    while "count" not in (frame := json.loads(await page.socket.receive_from(timeout=5))):
        pass
    return int(frame["count"])


def take_frames(window: Window) -> list[str]:
    """Return the frames that have come but not been read."""
    waiting = window.socket.output_queue
    return [waiting.get_nowait()["text"] for _ in range(waiting.qsize())]


def away(*_: object) -> None:
    raise OperationalError("the database is away")


def test_boards_missed_during_an_outage_are_sent_by_the_next_pulse(monkeypatch):
    monkeypatch.setattr(hub, "PULSE_SECONDS", 0.05)
    monkeypatch.setattr(badges, "CHECK_SECONDS", 1e9)
    ana, ben = people(2)
    room = play.create_game(ana, kind="tiles", seats=2, options={})
    session = session_of(ana)

    async def watch() -> None:
        window, page = Window(room.pk, session, v=-2), Page(session)
        await window.open()
        await window.next("alive")
        await page.open()
        await next_count(page)
        with monkeypatch.context() as outage:
            outage.setattr(tables, "load_changed", away)
            outage.setattr(waiting_games, "count_by_user", away)
            await in_thread(play.sit, room.pk, ben)
            await wait_for(lambda: in_thread(lambda: hub.hub.sent[room.pk] == hub.MISSED and hub.hub.badges.missed))
        await window.next("reload")
        await next_count(page)
        await window.close()
        await page.close()

    run(watch)


async def open_failing_socket(game_id: str, path: str, user: Any) -> list[str]:
    """Open a socket that fails; return the types of messages it sent before."""
    session = await in_thread(session_of, user)
    headers = [ORIGIN, (b"cookie", f"{settings.SESSION_COOKIE_NAME}={session.session_key}".encode())]
    said, messages = list[str](), [{"type": "websocket.connect"}]

    async def receive() -> Any:
        return messages.pop() if messages else await asyncio.Event().wait()

    async def send(message: Any) -> None:
        said.append(message["type"])

    scope = {"type": "websocket", "path": path.format(game_id), "query_string": b"", "headers": headers}
    with pytest.raises(OperationalError):
        await application(scope, receive, send)
    return said


def test_a_session_whose_lookup_failed_is_looked_up_before_the_next_board(monkeypatch):
    monkeypatch.setattr(hub, "PULSE_SECONDS", 0.05)
    game, users = table("swap", 4)
    session = session_of(users[0])

    async def watch() -> None:
        window = Window(game.pk, session, v=0)
        await window.open()
        await window.next("alive")
        await in_thread(session.delete)
        next(iter(hub.hub.sockets[game.pk])).checked = -1e9
        with monkeypatch.context() as outage:
            outage.setattr("games.live.consumers.find_user", away)
            await in_thread(one_move, game, users, random.Random(1))
            await wait_for(lambda: asyncio.sleep(0, hub.hub.sent[game.pk] == hub.MISSED))
        assert await window.ended() == 4401

    run(watch)


@pytest.mark.parametrize("path", ["/ws/games/{}/", "/ws/me/"])
def test_no_socket_is_accepted_while_the_database_is_down(monkeypatch, path):
    game, users = table("tiles", 2)
    monkeypatch.setattr("games.live.consumers.find_user", away)

    async def watch() -> None:
        assert await open_failing_socket(game.pk, path, users[0]) == []

    run(watch)


@pytest.mark.parametrize(("path", "sent"), [("/ws/games/{}/", []), ("/ws/me/", ["websocket.accept"])])
def test_a_socket_that_fails_while_it_opens_leaves_nothing_behind(monkeypatch, path, sent):
    game, users = table("tiles", 2)
    monkeypatch.setattr(frames, "make_frame_since", away)
    monkeypatch.setattr(waiting_games, "count_by_user", away)

    async def watch() -> None:
        assert await open_failing_socket(game.pk, path, users[0]) == sent
        assert not hub.hub.sockets
        assert not hub.hub.badges.sockets

    run(watch)


def test_pages_are_told_they_are_live_unless_the_database_is_down(monkeypatch):
    monkeypatch.setattr(hub, "PULSE_SECONDS", 0.05)
    game, users = table("tiles", 2)
    session, looks = session_of(users[0]), list[object]()

    def fail_to_look(shown: list[str]) -> None:
        looks.append(shown)
        away()

    async def watch() -> None:
        window, page = Window(game.pk, session, v=0), Page(session)
        for one in (window, page):
            await one.open()
        for _ in range(3):
            await window.next("alive")
        while "alive" not in await page.socket.receive_from(timeout=5):
            pass
        with monkeypatch.context() as outage:
            outage.setattr(tables, "load_marks", fail_to_look)
            await wait_for(lambda: asyncio.sleep(0, len(looks) > 3))  # frames that were under way have arrived
            take_frames(window)
            before = len(looks)
            await wait_for(lambda: asyncio.sleep(0, len(looks) > before + 8))
            assert not any("alive" in frame for frame in take_frames(window))
        await window.next("alive")
        await window.close()
        await page.close()

    run(watch)


# --- bots, periodic work, streams ------------------------------------------------------------------------------------


def test_bots_move_on_after_a_cut_without_the_periodic_work(settings, monkeypatch, caplog):
    settings.BOT_PAUSE = 0
    names, play_on = list[str](), bots._answer

    def cut_and_play_on(game_id: str, due: datetime) -> None:
        names.append(threading.current_thread().name)
        cut_own()
        play_on(game_id, due)

    monkeypatch.setattr(bots, "_answer", cut_and_play_on)

    async def serve() -> None:
        bots.start(asyncio.get_running_loop())
        game = await in_thread(create_game_with_bots, 8)
        ana = await in_thread(lambda: game.host)
        for _ in range(2):  # after her move all bots move, or a new hand starts
            await wait_for(lambda: in_thread(lambda: not bots.is_due(game.pk)))
            await in_thread(game.refresh_from_db)
            await in_thread(one_move, game, [ana], random.Random(1))
        await wait_for(lambda: in_thread(lambda: not bots.is_due(game.pk)))

    run(serve)
    close_connections(bots._pool)
    assert len(names) > 1
    assert {name.split("_")[0] for name in names} == {"bots"}
    assert not caplog.records


@pytest.mark.parametrize("job", [loop.heartbeat, loop.sweep, sending.deliver, collector.collect_some])
def test_periodic_work_goes_on_after_a_cut(job, monkeypatch, caplog):
    monkeypatch.setattr(threads, "INTERVAL_SECONDS", 0)
    names, done = list[str](), threading.Event()

    def cut_and_work() -> None:
        cut_own()
        job()
        names.append(threading.current_thread().name)
        if len(names) == 3:
            done.set()

    cut_and_work.__name__, cut_and_work.__module__ = job.__name__, job.__module__

    async def serve() -> None:
        task = asyncio.create_task(threads.repeat(cut_and_work))
        assert await asyncio.to_thread(done.wait, PATIENCE)
        task.cancel()
        await asyncio.wait([task])

    run(serve)
    until(lambda: not is_running(names[0]), "the end of its thread")
    assert set(names) == {f"{threads.thread_name(job)}_0"}
    assert not caplog.records


def test_an_outage_is_logged_once_and_other_errors_each_time(monkeypatch, caplog):
    monkeypatch.setattr(threads, "INTERVAL_SECONDS", 0)
    faults = [OperationalError("away")] * 5 + [ValueError("a fault of ours")] * 2
    done = threading.Event()

    def fail() -> None:
        if faults:
            raise faults.pop(0)
        done.set()

    async def serve() -> None:
        task = asyncio.create_task(threads.repeat(fail))
        await asyncio.to_thread(done.wait, PATIENCE)
        task.cancel()
        await asyncio.wait([task])

    run(serve)
    assert [record.message for record in caplog.records] == [
        "Database or Redis unavailable: away",
        *["Failed: test_threads.fail"] * 2,
    ]


def test_a_download_continues_after_a_cut():
    parts = list[bytes]()

    def chunks() -> Iterator[bytes]:
        for _ in range(3):
            yield str(Game.objects.count()).encode()

    async def send(message: Any) -> None:
        parts.append(message["body"])
        await in_thread(cut)

    async def nobody_leaves() -> Any:
        await asyncio.Event().wait()

    run(lambda: wsgi_bridge.send_stream(StreamingHttpResponse(chunks()), False, nobody_leaves, send))
    assert parts == [b"0"] * 3


# --- the helper ------------------------------------------------------------------------------------------------------


def test_workers_replace_a_connection_that_breaks_between_or_during_jobs():
    def end_own() -> None:
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
            raise OperationalError("cut")

    with threads.Workers(1, "tested") as pool:
        assert pool.submit(Game.objects.count).result() == 0
        cut()
        assert pool.submit(Game.objects.count).result() == 0
        with pytest.raises(OperationalError):
            pool.submit(end_own).result()
        assert pool.submit(Game.objects.count).result() == 0
        pool.submit(connections.close_all).result()
