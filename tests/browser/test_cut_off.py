"""Pages whose socket is silent aren't live, and pages recover when the server loses its database connections."""

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
from tests.browser.test_live import CONNECTION_LOST, expect_version, list_requests, start_game
from tests.browser.windows import Windows, wait_until_live
from tests.conftest import or_skip
from tests.waiting import until

TERMINATE = """SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()"""
INTERRUPTED = [CONNECTION_LOST, "503"]  # for requests that were under way
KEY = {"SECRET_KEY": "the same for both of them, and long enough for a site"}
FIRST_PAUSE_MS = 500  # before reconnecting; each pause is twice as long as the one before
SILENCE_MS = 40_000  # after which a page reconnects
TIMEOUT_MS = 10_000


@pytest.fixture
def own_site() -> Iterator[Site]:
    """A server on PostgreSQL and Redis, with `manage.py tick` beside it."""
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


def expect_connection(page: Page, state: str) -> None:
    expect(page.locator("#live")).to_have_attribute("data-state", state)


def test_only_frames_make_a_page_live_and_reconnecting_backs_off(site: Site, window: Windows) -> None:
    ana, _, game = start_game(site)
    page, sockets = window(ana, "/rules/", forgive=[CONNECTION_LOST]), list[WebSocketRoute]()

    def has_opened(number: int) -> bool:
        page.clock.run_for(100)
        return len(sockets) == number

    page.route_web_socket("**/ws/games/**", lambda socket: sockets.append(socket))
    page.clock.install(time="2026-11-18T09:00:00Z")
    page.clock.pause_at("2026-11-18T10:00:00Z")
    page.goto(f"/games/{game}/")
    for number in range(1, 6):
        until(partial(has_opened, number), f"{number} sockets")
        sockets[-1].close(code=1011)
        expect_connection(page, "reconnecting")
        page.clock.run_for(FIRST_PAUSE_MS * 2 ** (number - 1) // 2 - 1)
        assert len(sockets) == number, f"pause {number} is too short"
    until(lambda: has_opened(6), "6 sockets")
    expect_connection(page, "reconnecting")  # open, but no frame yet
    sockets[-1].send('{"alive": true}')
    wait_until_live(page)
    page.clock.run_for(SILENCE_MS - 1000)
    sockets[-1].send('{"here": [0], "watching": 0}')
    expect(page.locator(".person.is-here")).to_have_count(1)
    page.clock.run_for(SILENCE_MS - 1000)
    expect_connection(page, "live")
    until(lambda: has_opened(7), "another socket, because this one was silent for too long")
    expect_connection(page, "reconnecting")


@pytest.mark.proof("windows")
def test_moves_still_arrive_after_all_database_connections_are_terminated(own_site: Site, window: Windows) -> None:
    """That includes the connections of requests, boards, bots and clocks, in the server and in `manage.py tick`."""
    ana, ben = own_site.sign_up(), own_site.sign_up()
    game = make_table([ana, ben], "swap", seats=4, bots="easy,easy")
    page = window(ben, f"/games/{game}/", forgive=INTERRUPTED)
    wait_until_live(page)
    page.evaluate("window.isSamePage = true")
    window.clear_requests(page)
    for _ in range(3):
        terminate_connections(own_site)
        state: Any = play([ana, ben], game, moves=1)
        expect(page.locator("#state")).to_have_attribute("data-version", str(state["version"]), timeout=TIMEOUT_MS)
        terminate_connections(own_site)
        own_site.sign_up()
        new = window(ana, f"/games/{game}/", forgive=INTERRUPTED)
        wait_until_live(new)
        expect_version(new, ana.state(game)["version"])
    assert page.evaluate("window.isSamePage"), "the page was reloaded"
    assert list_requests(window, page) == []
    wait_until_live(page)


def terminate_connections(site: Site) -> None:
    """Terminate all database connections of the site, and check that there were some."""
    with psycopg.connect(site.environment["DATABASE_URL"]) as connection:
        found = connection.execute(TERMINATE).fetchone()
        assert found is not None
        assert found[0] > 3
