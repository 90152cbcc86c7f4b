"""Chromium windows on a real server.

    def test_a_table(site, window):
        ana, ben = site.sign_up(), site.guest()          # players over HTTP: tests/browser/server.py
        game = make_table([ana, ben], "swap", seats=4, bots="easy,easy")
        play([ana, ben], game, moves=5)                  # through state.json
        page = window(ana, f"/games/{game}/")            # a Playwright Page, logged in as ana
        other = window(ben, f"/games/{game}/", viewport=(320, 640), dark=True, javascript=False, reduced_motion=True)
        check_accessibility(page)                        # with axe: tests/browser/windows.py

- `site` is the server that all tests share. Its bots move without a pause, and other tests' games are there too.
  `own_site` is for one test, which may kill and restart it: `own_site.kill()`, `own_site.start()`.
  `make_site(TEN_BOT_PAUSE="1")` starts a server with other settings, which runs until the module ends. Use one of these
  two if the test advances the time of the whole site.
- Cards, names and game IDs are the same in every run, because each test seeds the site with its own name.
- `window(user=None, path="/", ...)` fails the test at its end if a page logged a warning or an error, raised one in a
  script, sent a request to another host, or got a response of 500 or more. Tests that provoke an error say which:
  `forgive=["422"]` (a regular expression to find in the message).
- `window.requests(page)` lists the page's requests since `window.clear_requests(page)`, as "POST /games/abc/moves/".
- When a test fails, the report says what each of its windows showed.
- `@pytest.mark.full_browser` opens a test's windows in Chromium with its user interface, which shows notifications.
- The ORM can't be used here: see the marker `browser` in pyproject.toml.
- `--shuffle=SEED`, or `TEN_SHUFFLE=SEED make test`, runs the browser tests in another order.
"""

import os
import random
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Playwright, sync_playwright

from tests.browser.contexts import FLAGS, Contexts
from tests.browser.server import Site
from tests.browser.windows import Windows

WINDOWS = pytest.StashKey[Windows]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--shuffle",
        metavar="SEED",
        default=os.environ.get("TEN_SHUFFLE"),
        help="run the tests in the order that follows from this seed",
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if (seed := config.getoption("--shuffle")) is not None:
        random.Random(seed).shuffle(items)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add what the windows showed to the report of a failed test."""
    report = yield
    if report.failed and (windows := item.stash.get(WINDOWS, None)):
        report.sections += [("windows", text) for text in windows.describe()]
    return report


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@contextmanager
def open_contexts(playwright: Playwright, path: str) -> Iterator[Contexts]:
    """Start the browser at that path until the end of the block."""
    browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
    pool = Contexts(browser)
    yield pool
    pool.close()
    browser.close()


@pytest.fixture(scope="session")
def contexts(playwright: Playwright, chromium_path: str) -> Iterator[Contexts]:
    with open_contexts(playwright, chromium_path) as pool:
        yield pool


@pytest.fixture(scope="session")
def full_contexts(playwright: Playwright, full_chromium_path: str) -> Iterator[Contexts]:
    with open_contexts(playwright, full_chromium_path) as pool:
        yield pool


@pytest.fixture(autouse=True)
def seed_sites(request: pytest.FixtureRequest) -> None:
    """Give this test the same cards, names and game IDs in every run."""
    Site.current_test, Site.count = request.node.nodeid, 0
    for site in Site.running:
        site.seed(request.node.nodeid)


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """The server that all tests share."""
    site = Site()
    site.is_shared = True
    try:
        yield site.start()
    finally:
        site.stop()


@pytest.fixture(scope="module")
def make_site() -> Iterator[Callable[..., Site]]:
    """Start servers with the given environment; they stop at the end of the module."""
    sites: list[Site] = []

    def make(**environment: str) -> Site:
        sites.append(Site(**environment))
        return sites[-1].start()

    yield make
    for site in sites:
        site.stop()


@pytest.fixture
def own_site() -> Iterator[Site]:
    """A server for this test alone, which the test may kill."""
    site = Site()
    try:
        yield site.start()
    finally:
        site.stop()


@pytest.fixture
def window(request: pytest.FixtureRequest) -> Iterator[Windows]:
    """Open windows, and fail the test at its end if anything went wrong in one of them."""
    contexts = request.getfixturevalue(
        "full_contexts" if request.node.get_closest_marker("full_browser") else "contexts"
    )
    site = request.getfixturevalue("own_site" if "own_site" in request.fixturenames else "site")
    windows = request.node.stash[WINDOWS] = Windows(contexts, site)
    yield windows
    windows.close()
    assert not windows.problems, "\n".join(["problems in the windows:", *windows.problems])
