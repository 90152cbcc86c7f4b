"""Real windows of Chromium at a real server.

    def test_a_table(site, window):
        ana, ben = site.sign_up(), site.guest()          # people by HTTP: tests/browser/server.py
        game = make_table([ana, ben], "swap", seats=4, bots="easy,easy")
        play([ana, ben], game, moves=5)                  # by state.json
        page = window(ana, f"/games/{game}/")            # a Page of Playwright, logged in as ana
        other = window(ben, f"/games/{game}/", viewport=(320, 640), dark=True, javascript=False, reduced_motion=True)
        axe(page)                                        # from tests.browser.windows: no violation

- `site`: one server for all tests of a module, bots without a pause. `own_site`: one that a test may kill and restart:
  `own_site.kill()`, `own_site.start()`. `make_site(TEN_BOT_PAUSE="1")`: another way.
- `window(user=None, path="/", ...)` also fails the test at its end over every warning or error in the console, error
  of a script, request to another host, and answer of 500 or more. What a test provokes, it names: `forgive=["422"]`
  (a regular expression found in the message).
- `window.requests(page)`: what the page has asked for since `window.forget(page)`, as "POST /games/abc/moves/".
- `chromium`: the browser itself. No ORM here: see the marker `browser` in pyproject.toml.
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.server import Site
from tests.browser.windows import Windows


@pytest.fixture(scope="session")
def chromium(chromium_path: str) -> Iterator[Browser]:
    """One browser for all."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path)
        yield browser
        browser.close()


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


@pytest.fixture(scope="module")
def site(make_site: Callable[..., Site]) -> Site:
    """The server of this module."""
    return make_site()


@pytest.fixture
def own_site() -> Iterator[Site]:
    """A server for this test only, which it may kill."""
    site = Site()
    try:
        yield site.start()
    finally:
        site.stop()


@pytest.fixture
def window(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Windows]:
    """Opens windows; at the end nothing may have gone wrong in any."""
    where = request.getfixturevalue("own_site" if "own_site" in request.fixturenames else "site")
    windows = Windows(chromium, where)
    yield windows
    windows.close()
    assert not windows.problems, "\n".join(["in the windows:", *windows.problems])
