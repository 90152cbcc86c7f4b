"""Windows that notice all that goes wrong in them, and the check for accessibility."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Error, Page, Request, Response, expect

from tests.browser.contexts import Contexts, Kept
from tests.browser.server import Site, Visitor, until

AXE = (Path(__file__).parent.parent / "vendor" / "axe.min.js").read_text()
VIOLATIONS = """async () => {
  const fading = document.getAnimations().filter((one) => one instanceof CSSTransition);
  await Promise.allSettled(fading.map((one) => one.finished));  // half of the way in, a text has no contrast
  return (await axe.run(document, {resultTypes: ["violations"]})).violations;
}"""
DESK, PHONE = (1440, 900), (320, 640)
HEADLINE = """() => ["h1", "#headline", "#live"].flatMap((what) => [...document.querySelectorAll(what)])
  .map((one) => `${one.tagName} ${one.dataset.state ?? ""} ${one.innerText}`.slice(0, 200)).join("\\n")"""
PATIENCE = 15_000  # milliseconds: a machine may be busy
expect.set_options(timeout=PATIENCE)


class Windows:
    """Opens windows at a site and keeps what went wrong in them."""

    def __init__(self, contexts: Contexts, site: Site) -> None:
        self.contexts, self.site = contexts, site
        self.problems: list[str] = []
        self.lent: list[Kept] = []
        self.asked: dict[Page, list[str]] = {}
        self.said: dict[Page, list[str]] = {}
        self.forgiven: dict[Page, list[str]] = {}

    def __call__(
        self,
        user: Visitor | None = None,
        path: str = "/",
        *,
        viewport: tuple[int, int] = DESK,
        dark: bool = False,
        javascript: bool = True,
        reduced_motion: bool = False,
        touch: bool = False,
        forgive: Iterable[str] = (),
    ) -> Page:
        """A window of its own cookies, open at that path."""
        kept = self.contexts.lend(self.site.url, javascript=javascript, touch=touch)
        self.lent.append(kept)
        context = kept.context
        context.set_default_timeout(PATIENCE)
        if user:
            cookies: list[Any] = [{"name": n, "value": v, "url": self.site.url} for n, v in user.cookies.items()]
            context.add_cookies(cookies)
        page = context.new_page()
        resize(page, viewport)
        page.emulate_media(
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if reduced_motion else "no-preference",
        )
        self.asked[page], self.said[page], self.forgiven[page] = [], [], list(forgive)
        self.watch(page)
        page.goto(path)
        return page

    def watch(self, page: Page) -> None:
        def console(message: ConsoleMessage) -> None:
            self.said[page].append(f"{message.type}: {message.text}")
            if message.type in ("error", "warning"):
                self.blame(page, f"{message.type} in the console: {message.text} ({message.location.get('url')})")

        def request(request: Request) -> None:
            url = urlsplit(request.url)
            if url.scheme in ("data", "blob"):
                return
            self.asked[page].append(f"{request.method} {url.path}")
            self.same_host(page, request.url)

        def response(response: Response) -> None:
            if response.status >= 500:
                self.blame(page, f"{response.status} of {response.url}")

        page.on("console", console)
        page.on("pageerror", lambda error: self.blame(page, f"error of a script: {error}"))
        page.on("request", request)
        page.on("response", response)
        page.on("websocket", lambda socket: self.same_host(page, socket.url))

    def same_host(self, page: Page, url: str) -> None:
        if urlsplit(url).netloc != urlsplit(self.site.url).netloc:
            self.blame(page, f"request to another host: {url}")

    def blame(self, page: Page, problem: str) -> None:
        if not any(re.search(pattern, problem) for pattern in self.forgiven[page]):
            self.problems.append(f"{page.url}: {problem}")

    def forgive(self, page: Page, *patterns: str) -> None:
        """From now on the test provokes this."""
        self.forgiven[page] += patterns

    def requests(self, page: Page) -> list[str]:
        """What the page has asked for since `forget`, but for saying now and then who looks at it, and where, for
        asking which game is next, and for the icon that tells whose turn it is."""
        aside = re.compile(r"/(seen|zone|onward)/$|/favicon[^/]*$")
        return [asked for asked in self.asked[page] if not aside.search(asked)]

    def forget(self, page: Page) -> None:
        self.asked[page].clear()

    def shown(self) -> list[str]:
        """What can be seen in each window that is open, and what its scripts have said: for the report of a failure."""
        return [shown(page, self.said[page][-5:]) for page in self.asked if not page.is_closed()]

    def close(self) -> None:
        for kept in self.lent:
            self.contexts.take_back(kept, self.site.is_shared)
        self.lent.clear()


def shown(page: Page, said: list[str]) -> str:
    try:
        headline = page.evaluate(HEADLINE)
    except Error as error:
        headline = f"({error})"
    return "\n".join([page.url, headline, *said])


def axe(page: Page, how: str = "") -> None:
    """No violation of any rule of axe, best practices among them."""
    whole(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate(VIOLATIONS)
    assert not found, "\n".join([f"{page.url} for axe, {how}:", *map(violation, found)])


def whole(page: Page) -> None:
    """Wait until all of the page is there: one that was come to by a click may have only just begun."""
    page.wait_for_load_state()


def resize(page: Page, viewport: tuple[int, int]) -> None:
    page.set_viewport_size({"width": viewport[0], "height": viewport[1]})


def violation(found: dict[str, Any]) -> str:
    nodes = "; ".join(f"{node['target']} {node['failureSummary']}" for node in found["nodes"][:3])
    return f"{found['id']} ({found['help']}), {len(found['nodes'])} times: {nodes}"


def fits(page: Page) -> None:
    """The page does not scroll sideways."""
    whole(page)
    wide = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide[0] <= wide[1], f"{page.url} is {wide[0]} px wide in a window of {wide[1]}"


def soon(page: Page, true: Callable[[], Any], what: str) -> Any:
    """What `true` says of what the page told its routes, sockets and events, as soon as it is true."""
    return until(lambda: page.evaluate("true") and true(), what)


def live(page: Page) -> None:
    """Wait until the page is connected."""
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
