"""Two servers that share a database and Redis: what happens at one is seen at the other."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from games.live.presence import PULSE_SECONDS
from scripts.services import Services
from tests.browser.server import PASSWORD, ROOT, Site, Visitor, copy_prepared, make_table, play
from tests.conftest import or_skip
from tests.waiting import until

SECONDS = 20
KEY = {"SECRET_KEY": "the same for both of them, and long enough for a site"}
ONE_FILE = {"DJANGO_SETTINGS_MODULE": "tests.site.shared_sqlite_settings"}
Pair = tuple[Site, Site]


@pytest.fixture(scope="module")
def own_services() -> Iterator[Services]:
    """Services for these tests only, since one of them stops Redis."""
    with Services() as own:
        yield own


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.proof("site"))])
def sites(
    request: pytest.FixtureRequest, own_services: Services, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pair]:
    """Two servers that share Redis and an SQLite file, which is quick, or PostgreSQL."""
    redis = or_skip(own_services.start_redis)
    if request.param == "postgres":
        yield from start_servers(or_skip(own_services.start_postgres), redis)
        return
    folder = tmp_path_factory.mktemp("scale")
    copy_prepared(folder)
    yield from start_servers(f"sqlite:///{folder / 'ten.sqlite3'}", redis)


def start_servers(database: str, redis: str) -> Iterator[Pair]:
    more = ONE_FILE if database.startswith("sqlite") else {}
    made = [Site(DATABASE_URL=database, REDIS_URL=redis, **KEY, **more) for _ in range(2)]
    if database.startswith("postgres"):
        migrate = [sys.executable, "manage.py", "migrate", "-v0"]
        subprocess.run(migrate, cwd=ROOT, env=made[0].environment, check=True)  # noqa: S603 (our own)
    try:
        yield made[0].start(), made[1].start()
    finally:
        for site in made:
            site.stop()


def visit_from(site: Site, visitor: Visitor) -> Visitor:
    """Return the same visitor, sending requests to another server."""
    other = Visitor(site, visitor.name)
    other.cookies = dict(visitor.cookies)
    return other


def open_socket(
    site: Site, game: str, visitor: Visitor | None = None, v: int = 0, compression: str | None = "deflate"
) -> ClientConnection:
    cookie = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items()) if visitor else ""
    address, origin = f"ws://localhost:{site.port}/ws/games/{game}/?v={v}", Origin(site.url)
    headers = {"Cookie": cookie}
    return connect(address, origin=origin, additional_headers=headers, open_timeout=SECONDS, compression=compression)


def wait_for_frame(socket: ClientConnection, what: str) -> dict[str, object]:
    """Return the next frame with this field."""
    while True:
        frame = json.loads(socket.recv(timeout=SECONDS))
        if what in frame:
            return dict(frame)


def wait_for_board(socket: ClientConnection, version: int) -> str:
    """Return the board of that version; the one before may come twice."""
    while (frame := wait_for_frame(socket, "html"))["version"] != version:
        assert int(str(frame["version"])) < version
    return str(frame["html"])


def test_moves_and_presence_at_one_server_are_seen_at_the_other(sites: Pair) -> None:
    here, there = sites
    ana, ben = here.sign_up(), here.sign_up()
    game = make_table([ana, ben], "tiles")
    with open_socket(there, game, ben) as far, open_socket(here, game, ana) as near:
        until(lambda: wait_for_frame(far, "here")["here"] == [0, 1], "both at the table")
        for version in (1, 2, 3):
            play([ana, visit_from(there, ben)], game, moves=1)
            assert 'data-seat="0"' in wait_for_board(near, version)
            assert 'data-seat="1"' in wait_for_board(far, version)
        ana.post("/accounts/logout/")
        with pytest.raises(Exception, match="4401"):
            wait_for_frame(near, "never")


def test_boards_are_compressed_for_sockets_that_ask_for_it(sites: Pair) -> None:
    here, _there = sites
    ana, ben = here.sign_up(), here.sign_up()
    game = make_table([ana, ben], "push")
    play([ana, ben], game, moves=1)
    with open_socket(here, game) as socket, open_socket(here, game, compression=None) as plain:
        assert get_extensions(socket) == "permessage-deflate"
        assert get_extensions(plain) is None
        assert wait_for_board(socket, 1) == wait_for_board(plain, 1)
        play([ana, ben], game, moves=1)  # the second message doesn't need the first one to be read
        assert wait_for_board(socket, 2) == wait_for_board(plain, 2)


def get_extensions(socket: ClientConnection) -> str | None:
    assert socket.response
    return socket.response.headers.get("Sec-WebSocket-Extensions")


@contextmanager
def stop_redis(services: Services) -> Iterator[None]:
    """Kill Redis, and start it again afterwards at the same address."""
    redis = next(process for process, _ in services.running if "redis-server" in str(process.args))
    command = cast(list[Any], redis.args)
    folder, socket = (Path(command[command.index(name) + 1]) for name in ("--dir", "--unixsocket"))
    redis.kill()
    redis.wait()
    socket.unlink(missing_ok=True)
    yield
    services.running.remove((redis, signal.SIGKILL))
    services.start(command, folder, signal.SIGKILL)
    until(socket.exists, "Redis")


def test_without_redis_everything_works_with_a_delay_and_is_live_again_afterwards(
    sites: Pair, own_services: Services
) -> None:
    here, there = sites
    ana, ben = here.sign_up(), there.sign_up()
    game = make_table([ana, visit_from(here, ben)], "tiles")
    people = [ana, visit_from(there, ben)]
    play(people, game, moves=1)
    with open_socket(there, game, v=1) as watching:
        until(lambda: wait_for_frame(watching, "here")["watching"] == 1, "at the table")
        with stop_redis(own_services):
            for visitor in (ana, visit_from(there, ben), there.visitor()):
                assert visitor.get("/games/").status == 200
                assert visitor.get(f"/games/{game}/").status == 200
            again = there.visitor()
            again.post("/accounts/login/", {"login": ana.name, "password": PASSWORD}).must(302)
            assert again.state(game)["seat"] == 0
            play([again, visit_from(here, ben)], game, moves=1)
            assert there.sign_up().new_game("tiles", seats=2)
            assert wait_for_board(watching, 2)  # sent by the pulse
        until(lambda: is_live(watching, people, game), "the boards to be live again")


def is_live(watching: ClientConnection, people: list[Visitor], game: str) -> bool:
    """Whether the boards of two moves come faster than the pulse could send them."""
    began = time.monotonic()
    for _ in range(2):
        wait_for_board(watching, play(people, game, moves=1)["version"])
    return time.monotonic() - began < PULSE_SECONDS


# --- the chat --------------------------------------------------------------------------------------------------------


def post_chat(visitor: Visitor, game: str, text: str) -> int:
    return visitor.post(f"/games/{game}/talk/", {"text": text}, Accept="application/json").status


def read_chat(visitor: Visitor, game: str) -> list[tuple[str, str]]:
    found = visitor.get(f"/games/{game}/talk/", Accept="application/json").must(200).json()
    return [(message["key"], message["text"]) for message in found["messages"]]


def count_chat_frames(socket: ClientConnection) -> int:
    """Count the chat frames before the next board."""
    count = 0
    while "html" not in (frame := json.loads(socket.recv(timeout=SECONDS))):
        count += "talk" in frame
    return count


def test_chat_at_one_server_reaches_the_other_without_losses(
    sites: Pair,
) -> None:
    here, there = sites
    ana, ben, chloe = here.sign_up(), here.sign_up(), here.sign_up()
    game = make_table([ana, ben], "tiles")
    with open_socket(there, game, ben) as far, open_socket(there, game, chloe) as watching:
        until(lambda: wait_for_frame(far, "here")["here"] == [1], "at the table")
        until(lambda: wait_for_frame(watching, "here")["watching"] == 1, "at the table")
        answer = ana.post(f"/games/{game}/talk/", {"text": "hello over there"}, Accept="application/json").must(200)
        said_first = answer.json()["key"]
        assert wait_for_frame(far, "talk") == {"talk": True}
        assert read_chat(visit_from(there, ben), game) == [(said_first, "hello over there")]
        assert post_chat(chloe, game, "psst") == 200
        assert wait_for_frame(watching, "talk") == {"talk": True}
        state = ana.state(game)
        mover = ana if state["seat"] in state["waiting"] else ben
        move = mover.state(game)["choices"]["moves"][0]
        assert mover.send(game, move, state["version"]).status == 200
        assert count_chat_frames(far) == count_chat_frames(watching) == 0  # neither is told of the other's
    people = [visitor for one in (ana, ben) for visitor in (one, visit_from(there, one))]
    with ThreadPoolExecutor(4) as pool:
        said = list(pool.map(lambda one: [post_chat(one, game, f"{number}") for number in range(6)], people))
    statuses = [status for one in said for status in one]
    assert (statuses.count(200), statuses.count(429)) == (19, 5)  # ten a minute for each, of which one was used before
    assert len({key for key, _ in read_chat(ben, game)}) == 20
