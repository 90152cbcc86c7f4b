"""Two servers over one PostgreSQL and one Redis: a move made at one is seen at the other, whatever Redis does."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from scripts.services import Services
from tests.browser.server import ROOT, Site, Visitor, make_table, play, until
from tests.conftest import or_skip

SECONDS = 30
KEY = {"SECRET_KEY": "the same for both of them"}


@pytest.fixture
def services() -> Iterator[Services]:
    """Of this test alone, for it stops one of them."""
    with Services() as own:
        yield own


@pytest.fixture
def sites(services: Services) -> Iterator[tuple[Site, Site]]:
    shared = {"DATABASE_URL": or_skip(services.start_postgres), "REDIS_URL": or_skip(services.start_redis)}
    made = [Site(**shared, **KEY) for _ in range(2)]
    migrate = [sys.executable, "manage.py", "migrate", "-v0"]
    subprocess.run(migrate, cwd=ROOT, env=made[0].environment, check=True)  # noqa: S603 (our own)
    try:
        yield made[0].start(), made[1].start()
    finally:
        for site in made:
            site.stop()


def at(site: Site, visitor: Visitor) -> Visitor:
    """The same person at another server."""
    other = Visitor(site, visitor.name)
    other.cookies = dict(visitor.cookies)
    return other


def watch(site: Site, game: str, visitor: Visitor | None = None, v: int = 0) -> ClientConnection:
    cookie = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items()) if visitor else ""
    address, origin = f"ws://localhost:{site.port}/ws/games/{game}/?v={v}", Origin(site.url)
    return connect(address, origin=origin, additional_headers={"Cookie": cookie}, open_timeout=SECONDS)


def heard(socket: ClientConnection, what: str) -> dict[str, object]:
    """The next frame of that sort."""
    while True:
        frame = json.loads(socket.recv(timeout=SECONDS))
        if what in frame:
            return dict(frame)


def board(socket: ClientConnection, version: int) -> str:
    """The board at that version; the one before may come twice."""
    while (frame := heard(socket, "html"))["version"] != version:
        assert int(str(frame["version"])) < version
    return str(frame["html"])


def test_a_move_at_one_server_is_seen_at_the_other_and_so_is_who_is_there(sites: tuple[Site, Site]) -> None:
    here, there = sites
    ana, ben = here.sign_up(), here.sign_up()
    game = make_table([ana, ben], "tiles")
    with watch(there, game, ben) as far, watch(here, game, ana) as near:
        until(lambda: heard(far, "here")["here"] == [0, 1], "both at the table")
        for version in (1, 2, 3):
            play([ana, at(there, ben)], game, moves=1)
            assert 'data-seat="0"' in board(near, version)
            assert 'data-seat="1"' in board(far, version)
        ana.post("/accounts/logout/")
        with pytest.raises(Exception, match="4401"):
            heard(near, "never")


def test_redis_away_is_told_and_when_it_is_back_everything_goes_on(
    sites: tuple[Site, Site], services: Services
) -> None:
    here, there = sites
    ana, ben = here.sign_up(), there.sign_up()
    game = ana.new_game("tiles", seats=2)
    ben.sit(game)
    people = [ana, at(here, ben)]
    play(people, game, moves=2)
    with watch(there, game, v=2) as watching:
        redis = next(process for process, _ in services.running if "redis-server" in str(process.args))
        command = cast(list[Any], redis.args)
        redis.kill()
        redis.wait()
        for answer in (ana.get(f"/games/{game}/"), ana.send(game, {"do": "resign"}, 2), there.visitor().get("/games/")):
            assert answer.status in (200, 503)
            if answer.status == 503:
                assert answer.headers["Retry-After"]
        services.start(command, Path(command[command.index("--dir") + 1]), signal.SIGKILL)
        until(lambda: ana.get(f"/games/{game}/state.json").status == 200, "the site")
        stored = ana.state(game)["version"]
        if ana.state(game)["status"] == "playing":
            play(people, game, moves=1)
            assert board(watching, stored + 1)
    with watch(there, game, v=2) as late:
        assert board(late, ana.state(game)["version"])
