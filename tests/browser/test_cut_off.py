"""A page whose socket stays silent isn't live, and a page recovers when its server loses the database."""

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

import psycopg
import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from scripts.services import Services
from tests.browser.server import ROOT, Site, make_table, play
from tests.browser.test_live import LOST, asked, shows, sit_down
from tests.browser.windows import Windows, live
from tests.conftest import or_skip
from tests.waiting import until

CUT = """SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()"""
BROKEN = [LOST, "503"]  # a request that was under way
KEY = {"SECRET_KEY": "the same for both of them, and long enough for a site"}
FIRST = 500  # milliseconds: the first pause, which doubles
QUIET = 40_000  # milliseconds without a frame
WITHIN = 10_000  # milliseconds


@pytest.fixture
def own_site() -> Iterator[Site]:
    """A server and its clock, on PostgreSQL and Redis."""
    with Services() as services:
        site = Site(DATABASE_URL=or_skip(services.start_postgres), REDIS_URL=or_skip(services.start_redis), **KEY)
        manage = [sys.executable, "manage.py"]
        subprocess.run([*manage, "migrate", "-v0"], cwd=ROOT, env=site.environment, check=True)  # noqa: S603 (our own)
        tick = subprocess.Popen([*manage, "tick"], cwd=ROOT, env=site.environment)  # noqa: S603
        try:
            yield site.start()
        finally:
            tick.kill()
            tick.wait()
            site.stop()


def state(page: Page, what: str) -> None:
    expect(page.locator("#live")).to_have_attribute("data-state", what)


def test_only_frames_make_a_page_live_and_pauses_grow_until_one_comes(site: Site, window: Windows) -> None:
    ana, _, game = sit_down(site)
    page, sockets = window(ana, "/rules/", forgive=[LOST]), list[WebSocketRoute]()

    def opens(number: int) -> bool:
        page.clock.run_for(100)
        return len(sockets) == number

    page.route_web_socket("**/ws/games/**", lambda socket: sockets.append(socket))
    page.clock.install(time="2026-11-18T09:00:00Z")
    page.clock.pause_at("2026-11-18T10:00:00Z")
    page.goto(f"/games/{game}/")
    for number in range(1, 6):
        until(partial(opens, number), f"{number} sockets")
        sockets[-1].close(code=1011)  # it was open
        state(page, "reconnecting")
        page.clock.run_for(FIRST * 2 ** (number - 1) // 2 - 1)
        assert len(sockets) == number, f"pause {number} is too short"
    until(lambda: opens(6), "6 sockets")
    state(page, "reconnecting")  # open, and nothing was said
    sockets[-1].send('{"alive": true}')
    live(page)
    page.clock.run_for(QUIET - 1000)
    sockets[-1].send('{"here": [0], "watching": 0}')
    expect(page.locator(".person.is-here")).to_have_count(1)
    page.clock.run_for(QUIET - 1000)
    state(page, "live")
    until(lambda: opens(7), "another socket, for this one has been silent for too long")
    state(page, "reconnecting")


@pytest.mark.proof("windows")
def test_a_move_is_seen_after_every_connection_to_the_database_was_cut(own_site: Site, window: Windows) -> None:
    """Those of pages, passwords, boards, bots and the clock, in the server and in `manage.py tick`."""
    ana, ben = own_site.sign_up(), own_site.sign_up()
    game = make_table([ana, ben], "swap", seats=4, bots="easy,easy")
    page = window(ben, f"/games/{game}/", forgive=BROKEN)
    live(page)
    page.evaluate("window.untouched = true")
    window.forget(page)
    for _ in range(3):
        cut(own_site)
        found: Any = play([ana, ben], game, moves=1)
        expect(page.locator("#table")).to_have_attribute("data-version", str(found["version"]), timeout=WITHIN)
        cut(own_site)
        own_site.sign_up()
        late = window(ana, f"/games/{game}/", forgive=BROKEN)
        live(late)
        shows(late, ana.state(game)["version"])
    assert page.evaluate("window.untouched"), "the page was not loaded again"
    assert asked(window, page) == []
    live(page)


def cut(site: Site) -> None:
    """End all connections that the site has, and be sure that there were some."""
    with psycopg.connect(site.environment["DATABASE_URL"]) as connection:
        found = connection.execute(CUT).fetchone()
        assert found is not None
        assert found[0] > 3
