"""Real windows of Chromium at a real server.

    def test_a_table(site, window):
        ana, ben = site.sign_up(), site.guest()          # people by HTTP: tests/browser/server.py
        game = make_table([ana, ben], "swap", seats=4, bots="easy,easy")
        play([ana, ben], game, moves=5)                  # by state.json
        page = window(ana, f"/games/{game}/")            # a Page of Playwright, logged in as ana
        other = window(ben, f"/games/{game}/", viewport=(320, 640), dark=True, javascript=False, reduced_motion=True)
        axe(page)                                        # from tests.browser.windows: no violation

- `site`: one server for all tests of a worker, bots without a pause; other people have games there too.
  `own_site`: one that a test may kill and restart: `own_site.kill()`, `own_site.start()`.
  `make_site(TEN_BOT_PAUSE="1")`: another way, until the module ends. Where a test lets time pass for a whole site, it
  takes one of these.
- Cards, names and addresses are the same whenever a test runs: each test seeds the site with its own name.
- `window(user=None, path="/", ...)` also fails the test at its end over every warning or error in the console, error
  of a script, request to another host, and answer of 500 or more. What a test provokes, it names: `forgive=["422"]`
  (a regular expression found in the message).
- `window.requests(page)`: what the page has asked for since `window.forget(page)`, as "POST /games/abc/moves/".
- Where a test fails, the report says what each of its windows showed.
- `chromium`: the browser itself. No ORM here: see the marker `browser` in pyproject.toml.
- `--shuffle=SEED`, or `TEN_SHUFFLE=SEED make test`, runs the browser tests in another order.
"""

import os
import random
from collections.abc import Callable, Generator, Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

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
    """Add to the report of a failure what the windows showed."""
    report = yield
    if report.failed and (windows := item.stash.get(WINDOWS, None)):
        report.sections += [("windows", text) for text in windows.shown()]
    return report


@pytest.fixture(scope="session")
def chromium(chromium_path: str) -> Iterator[Browser]:
    """One browser for all."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def contexts(chromium: Browser) -> Iterator[Contexts]:
    """Windows of one person each, which tests use one after the other."""
    made = Contexts(chromium)
    yield made
    made.close()


@pytest.fixture(autouse=True)
def known_dice(request: pytest.FixtureRequest) -> None:
    """The same cards, names and addresses whenever this test runs."""
    Site.test, Site.made = request.node.nodeid, 0
    for site in Site.running:
        site.seed(request.node.nodeid)


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """The server of this worker."""
    site = Site()
    site.is_shared = True
    try:
        yield site.start()
    finally:
        site.stop()


@pytest.fixture(scope="module")
def make_site() -> Iterator[Callable[..., Site]]:
    """Servers with this environment, which end with the module."""
    made: list[Site] = []

    def make(**environment: str) -> Site:
        made.append(Site(**environment))
        return made[-1].start()

    yield make
    for site in made:
        site.stop()


@pytest.fixture
def own_site() -> Iterator[Site]:
    """A server for this test only, which it may kill."""
    site = Site()
    try:
        yield site.start()
    finally:
        site.stop()


@pytest.fixture
def window(contexts: Contexts, request: pytest.FixtureRequest) -> Iterator[Windows]:
    """Opens windows; at the end nothing may have gone wrong in any."""
    where = request.getfixturevalue("own_site" if "own_site" in request.fixturenames else "site")
    windows = request.node.stash[WINDOWS] = Windows(contexts, where)
    yield windows
    windows.close()
    assert not windows.problems, "\n".join(["in the windows:", *windows.problems])
