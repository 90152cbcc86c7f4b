"""Sockets of tables: everyone gets the boards of their own audience, each rendered once."""

import asyncio
import json
import random
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.sessions import SessionStore
from games import play
from games.live import announcements, consumers, frames, hub, socket_limits
from games.management.commands import tick as command
from games.pages import board as boards
from games.pages import tables
from games.worker import loop as worker_loop
from ten_site.asgi import application
from tests.boards import apply
from tests.tables import one_move, people, person, pick, send, table
from tests.waiting import PATIENCE, until

pytestmark = pytest.mark.django_db(transaction=True)
ORIGIN = (b"origin", settings.ORIGINS[0].encode())


@pytest.fixture(autouse=True)
def _own_hub():
    """Give each test a new hub, and close the connections of its threads afterwards."""
    hub.hub.__init__()
    yield
    shut_down_hub()


def shut_down_hub() -> None:
    """Shut down the hub's threads and their connections."""
    close_connections(hub.hub.pool)
    hub.hub.pool.shutdown()
    hub.hub.loop = None


def close_connections(pool: ThreadPoolExecutor) -> None:
    """Close the connections of its two threads."""
    both = threading.Barrier(2)

    def close() -> None:
        both.wait(PATIENCE)
        connections.close_all()

    for done in [pool.submit(close), pool.submit(close)]:
        done.result()


def session_of(user) -> SessionStore:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return session


class Window:
    """A socket as a page opens it."""

    def __init__(
        self, game_id: str, session: SessionStore | None = None, v: object = "", origin=ORIGIN, host: str = ""
    ) -> None:
        cookie = f"{settings.SESSION_COOKIE_NAME}={session.session_key}" if session else ""
        headers = [header for header in (origin, (b"cookie", cookie.encode())) if header]
        headers += [(b"host", host.encode())] if host else []
        self.html = ""  # what the page shows
        self.socket = WebsocketCommunicator(application, f"/ws/games/{game_id}/?v={v}", headers=headers)

    async def open(self) -> bool:
        connected, _ = await self.socket.connect(timeout=5)
        return connected

    async def is_let_in(self) -> bool:
        """Whether the socket is accepted and stays open. If not, it is closed here too."""
        if await self.open() and (await self.socket.receive_output(timeout=5))["type"] != "websocket.close":
            return True
        await self.close()
        return False

    async def next(self, what: str = "version") -> dict[str, Any]:
        """Return the next frame that has this field, with the whole board that the page shows then."""
        while True:
            frame = json.loads(await self.socket.receive_from(timeout=5))
            if "html" in frame:
                self.html = frame["html"] = apply(self.html, frame["html"])
            if what in frame:
                return frame

    async def board(self, version: int) -> dict[str, Any]:
        """Return the board of that version. A version may come twice, but never an older one after it."""
        shown = 0
        while shown < version:
            frame = await self.next()
            assert frame["version"] >= shown
            shown = frame["version"]
        assert shown == version
        return frame

    async def ended(self) -> int:
        while True:
            output = await self.socket.receive_output(timeout=5)
            if output["type"] == "websocket.close":
                return output["code"]

    async def close(self) -> None:
        await self.socket.disconnect()


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(work())


def in_thread(function: Callable[..., Any], *arguments: Any) -> Any:
    """Run the function in another thread, as for a request, and close its connection."""

    def work() -> Any:
        try:
            return function(*arguments)
        finally:
            connections.close_all()

    return asyncio.to_thread(work)


def test_everyone_at_the_table_gets_their_own_board():
    game, users = table("swap", 4)
    sessions = [session_of(user) for user in users]

    async def watch() -> None:
        windows = [Window(game.pk, session, v=0) for session in [*sessions, None]]
        for window in windows:
            assert await window.open()
        await in_thread(one_move, game, users, random.Random(1))
        for seat, window in enumerate(windows):
            frame = await window.board(1)
            own = f'data-seat="{seat}"' if seat < 4 else 'data-seat=""'
            assert own in frame["html"]
            assert frame["html"] == boards.render_fragment(
                await in_thread(tables.load, game.pk), seat if seat < 4 else None, "en"
            )
            await window.close()

    run(watch)


def test_a_board_is_rendered_once_per_audience(monkeypatch):
    game, users = table("swap", 4)
    made: list[int | None] = []
    make = boards._render
    monkeypatch.setattr(boards, "_render", lambda table, seat, *rest: made.append(seat) or make(table, seat, *rest))
    session = session_of(users[0])

    async def watch() -> None:
        windows = [Window(game.pk, v=0) for _ in range(30)] + [Window(game.pk, session, v=0) for _ in range(3)]
        for window in windows:
            await window.open()
        for version in (1, 2, 3):
            made.clear()
            await in_thread(one_move, game, users, random.Random(version))
            for window in windows:
                await window.board(version)
            assert sorted(made, key=str) == [0, None]
        for window in windows:
            await window.close()

    run(watch)


def test_two_requests_at_once_render_a_board_once(monkeypatch):
    game, _ = table("push", 3)
    made: list[int | None] = []
    make, others = boards._render, threading.Event()

    def slowly(table, seat, *rest):
        made.append(seat)
        others.wait(0.1)  # lets the other threads arrive, which must wait instead of rendering again
        return make(table, seat, *rest)

    monkeypatch.setattr(boards, "_render", slowly)
    here = tables.load(game.pk)
    threads = [threading.Thread(target=boards.render_fragment, args=(here, None, "en")) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [None]


def test_only_outdated_pages_get_a_board_when_connecting():
    game, users = table("tiles", 2)
    dice = random.Random(1)
    for _ in range(3):
        one_move(game, users, dice)

    async def watch() -> None:
        behind, new, rubbish = Window(game.pk, v=1), Window(game.pk, v=3), Window(game.pk, v="<b>")
        for window in (behind, new, rubbish):
            await window.open()
        assert (await behind.next())["version"] == 3
        assert (await rubbish.next())["version"] == 3
        assert json.loads(await new.socket.receive_from(timeout=5)) == {"alive": True}
        assert "here" in json.loads(await new.socket.receive_from(timeout=5))
        for window in (behind, new, rubbish):
            await window.close()

    run(watch)


def test_other_changes_are_sent_as_revisions_to_outdated_pages_only():
    game, users = table("tiles", 2)
    one_move(game, users, random.Random(1))
    waiting = game.seats.get(is_to_move=True)
    giver = next(user for user in users if user.pk != waiting.user_id)

    async def watch() -> None:
        looking = Window(game.pk, v="1.0")
        await looking.open()
        await in_thread(play.give_time, game.pk, giver, waiting.number)
        frame = await looking.next()
        assert (frame["version"], frame["revision"]) == (1, 1)
        assert 'data-revision="1"' in frame["html"]
        behind, new = Window(game.pk, v="1.0"), Window(game.pk, v="1.1")
        for window in (behind, new):
            await window.open()
        assert (await behind.next())["revision"] == 1
        assert json.loads(await new.socket.receive_from(timeout=5)) == {"alive": True}
        assert "here" in json.loads(await new.socket.receive_from(timeout=5))
        for window in (looking, behind, new):
            await window.close()

    run(watch)


def test_the_room_reloads_when_a_player_joins_and_when_the_game_starts():
    ana, ben, chloe = people(3)
    game = play.create_game(ana, kind="push", seats=3, options={})

    async def watch() -> None:
        room = Window(game.pk, v=-2)  # the room with one seat taken
        await room.open()
        await in_thread(play.sit, game.pk, ben)
        assert await room.next("reload") == {"reload": True}
        await in_thread(play.sit, game.pk, chloe)
        begun = await room.next("html")
        assert begun.keys() == {"reload", "version", "revision", "html"}  # programs don't reload, but use the board
        await room.close()
        late = Window(game.pk, v=-1)
        await late.open()
        assert await late.next("reload") == begun
        await late.close()

    run(watch)


def test_presence_frames_say_which_players_are_here():
    game, users = table("tiles", 2)
    ana, ben = (session_of(user) for user in users)

    async def watch() -> None:
        first, second, third = Window(game.pk, ana, v=0), Window(game.pk, ben, v=0), Window(game.pk, v=0)
        await first.open()
        assert (await first.next("here")) == {"here": [0], "watching": 0}
        await second.open()
        await third.open()
        assert (await first.next("here")) == {"here": [0, 1], "watching": 1}
        await second.close()
        assert (await first.next("here")) == {"here": [0], "watching": 1}
        await first.close()
        await third.close()

    run(watch)


OURS = ORIGIN[1].decode()


@pytest.mark.parametrize(
    "origin",
    [
        *(None, "", "null", "https://evil.example", OURS.replace("http", "ftp"), f"{OURS}/", f"{OURS}.evil"),
        *(OURS.upper(), OURS.replace("://", "://ana@"), OURS.rsplit(":", 1)[0]),
    ],
)
def test_any_other_origin_is_refused(origin):
    game, _ = table("tiles", 2)

    async def watch() -> None:
        window = Window(game.pk, origin=origin is not None and (b"origin", origin.encode()))
        assert not await window.open()

    run(watch)


PORT = f":{settings.PORT}"


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        *((f"localhost{PORT}", True), (f"LOCALHOST{PORT}", True), (f"127.0.0.1{PORT}", True)),
        *(
            (host, False)
            for host in ("localhost:9", "localhost", f"localhost.{PORT}", f"evil.example{PORT}", "local host")
        ),
    ],
)
def test_a_socket_at_a_foreign_host_is_refused(host, ours):
    game, _ = table("tiles", 2)

    async def watch() -> None:
        window = Window(game.pk, host=host)
        assert await window.open() is ours
        if ours:
            await window.close()

    run(watch)


def test_sockets_of_unknown_games_and_paths_are_closed():
    async def watch() -> None:
        window = Window("nowhere")
        await window.open()
        assert await window.ended() == 4404
        elsewhere = WebsocketCommunicator(application, "/ws/anything/", headers=[ORIGIN])
        connected, _ = await elsewhere.connect()
        assert not connected

    run(watch)


def test_an_invalid_cookie_makes_a_spectator():
    game, _ = table("swap", 4)

    async def watch() -> None:
        for cookie in (b"sessionid=../../etc", b"sessionid=" + b"a" * 3000, b"=;;=\xff", b"sessionid=deadbeefdeadbeef"):
            headers = [ORIGIN, (b"cookie", cookie)]
            socket = WebsocketCommunicator(application, f"/ws/games/{game.pk}/?v=7", headers=headers)
            assert (await socket.connect())[0]
            frame = json.loads(await socket.receive_from(timeout=5))
            assert 'data-seat=""' in frame["html"]
            await socket.disconnect()

    run(watch)


def test_sockets_ignore_input_and_close_when_flooded():
    game, _ = table("tiles", 2)

    async def watch() -> None:
        window = Window(game.pk, v=0)
        await window.open()
        for _ in range(30):
            await window.socket.send_to(text_data='{"do": "resign"}')
        assert await window.ended() == 4429

    run(watch)
    game.refresh_from_db()
    assert game.version == 0


def test_logging_out_ends_the_sockets_of_that_session_only():
    game, users = table("tiles", 2)
    client = Client()
    client.force_login(users[0])
    other = session_of(users[0])

    async def watch() -> None:
        first, second = Window(game.pk, client.session, v=-1), Window(game.pk, other, v=-1)
        for window in (first, second):
            await window.open()
            await window.next("reload")  # now it has joined the table
        await in_thread(client.post, "/accounts/logout/")
        assert await first.ended() == 4401
        await in_thread(one_move, game, users, random.Random(1))
        assert (await second.next())["version"] == 1
        await second.close()

    run(watch)


def test_ending_all_other_sessions_ends_their_sockets():
    game, users = table("tiles", 2)
    client, other = Client(), session_of(users[0])
    client.force_login(users[0])
    UserSession.objects.create(user=users[0], session_key=other.session_key, ip="127.0.0.1", user_agent="")

    async def watch() -> None:
        first, second = Window(game.pk, client.session, v=-1), Window(game.pk, other, v=-1)
        for window in (first, second):
            await window.open()
            await window.next("reload")  # now it has joined the table
        await in_thread(client.post, "/accounts/sessions/")
        assert await second.ended() == 4401
        await in_thread(one_move, game, users, random.Random(1))
        assert (await first.next())["version"] == 1
        await first.close()

    run(watch)


def test_logging_out_while_the_socket_opens_sends_no_board(monkeypatch):
    game, users = table("swap", 4)
    client = Client()
    client.force_login(users[0])
    load = consumers.load_opening

    def load_and_log_out(*args: Any) -> consumers.Opening:
        opening = load(*args)
        client.post("/accounts/logout/")
        until(lambda: all(vars(socket)["has_ended"] for socket in hub.hub.sockets[game.pk]), "the end of the session")
        return opening

    monkeypatch.setattr(consumers, "load_opening", load_and_log_out)

    async def watch() -> None:
        window = Window(game.pk, client.session, v=7)
        await window.open()
        assert await window.ended() == 4401

    run(watch)


def test_what_is_sent_while_the_socket_opens_comes_after_its_board(monkeypatch):
    """Nothing may be sent before the socket is accepted."""
    game, users = table("tiles", 2)
    session, load = session_of(users[0]), consumers.load_opening

    async def tell() -> None:
        await hub.hub.send_alive()

    def load_late(*arguments: Any) -> Any:
        loop = hub.hub.loop
        assert loop
        asyncio.run_coroutine_threadsafe(tell(), loop).result(5)
        return load(*arguments)

    async def watch() -> None:
        window = Window(game.pk, session)
        assert await window.open()
        assert "html" in json.loads(await window.socket.receive_from(timeout=5))
        assert json.loads(await window.socket.receive_from(timeout=5)) == {"alive": True}
        await window.close()

    monkeypatch.setattr(consumers, "load_opening", load_late)
    run(watch)


def test_an_ended_session_gets_no_more_boards(monkeypatch):
    monkeypatch.setattr(hub, "TRUST_SECONDS", -1)
    game, users = table("swap", 4)
    session = session_of(users[0])

    async def watch() -> None:
        window = Window(game.pk, session)
        await window.open()
        await window.next()  # the first board, so the session has been looked up
        await in_thread(session.delete)
        await in_thread(one_move, game, users, random.Random(1))
        assert await window.ended() == 4401

    run(watch)


def test_a_failing_channel_layer_cannot_fail_a_move(monkeypatch, caplog):
    class Broken:
        async def group_send(self, *_: object) -> None:
            raise ConnectionError("no layer")

    monkeypatch.setattr(hub, "get_channel_layer", Broken)
    game, users = table("tiles", 2)
    assert one_move(game, users, random.Random(1)).version == 1
    assert "couldn't be updated" in caplog.text


@pytest.mark.database
def test_the_number_of_queries_does_not_depend_on_spectators():
    game, users = table("tiles", 2)
    frames.make_frame(tables.load(game.pk), None, "en")
    seat, move = pick(game, random.Random(1))
    send(game, users[seat], move)
    with CaptureQueriesContext(connection) as queries:
        now = tables.load(game.pk)
        for seat in (None, 0, 1):
            frames.make_frame(now, seat, "en")
    assert len(queries) <= 3


def test_a_visitor_has_no_seat():
    game, _ = table("tiles", 2)
    assert tables.find_seat_number(game.pk, person("Zoe").pk) is None


def test_a_replaced_player_gets_no_more_boards_of_the_seat():
    game, users = table("swap", 4)
    gone, new = users[1], person("Zoe")
    play.resign(game.pk, gone)
    windows = before, after = [Window(game.pk, session_of(user), v=-1) for user in (gone, new)]

    async def watch() -> None:
        for window in windows:
            await window.open()
            await window.next()
        await in_thread(play.substitute, game.pk, new)
        for window in windows:  # both get a different page now
            assert set(await window.next("reload")) == {"reload"}
        await in_thread(play.resign, game.pk, users[2])
        shown = await in_thread(tables.load, game.pk)
        for window, seat in ((before, None), (after, 1)):
            board = await window.board(shown.game.version)
            assert board["html"] == await in_thread(boards.render_fragment, shown, seat, "en")
            await window.close()

    run(watch)


def test_a_hanging_channel_layer_delays_no_clock(monkeypatch):
    """`manage.py tick` announces many games without waiting."""
    told, beats = [], []

    class Hanging:
        async def group_send(self, *_: object) -> None:
            told.append(1)
            await asyncio.sleep(3_600)

    def beat() -> None:
        for number in range(8):  # in sequence they would take 40 seconds
            announcements.announce_game("nowhere", number)
        beats.append(1)

    async def watch() -> None:
        working = asyncio.create_task(command.run_periodic_work())
        async with asyncio.timeout(20):
            while len(told) < 8 or not beats:
                await asyncio.sleep(0.01)
        working.cancel()

    monkeypatch.setattr(hub, "get_channel_layer", Hanging)
    monkeypatch.setattr(command, "bots", SimpleNamespace(start=lambda loop: None))
    monkeypatch.setattr(worker_loop, "PERIODIC", (beat,))
    run(watch)


def test_the_number_of_open_sockets_is_limited(settings):
    """Per user and per address, for all tables together."""
    settings.SOCKETS = {"user": 2, "address": 3}
    game, users = table("tiles", 2)
    ana, ben = (session_of(user) for user in users)

    async def watch() -> None:
        first, second, third, again = (Window(game.pk, ana) for _ in range(4))
        other = Window(game.pk, ben)
        assert await first.open()
        assert await second.open()
        assert not await third.is_let_in()
        assert await other.open()
        assert not await Window(game.pk).is_let_in()  # the fourth from this address
        await first.close()
        assert await again.is_let_in()
        for window in (second, other, again):
            await window.close()
        assert not socket_limits._open

    run(watch)
