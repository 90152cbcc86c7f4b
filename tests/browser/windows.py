"""Windows that notice everything that goes wrong in them, and the accessibility check."""

import re
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Error, Page, Request, Response, expect

from tests.browser.contexts import BLANK, Contexts, Kept
from tests.browser.server import Site, Visitor
from tests.waiting import until

AXE = "/test/axe.js"  # see tests/browser/urls.py
# What would keep axe from judging a contrast, and does not change it.
PLAIN = """
*, *::before, *::after { background-image: none !important }  /* patterns behind a text */
svg text { display: none !important }  /* figures on cards, whose boxes reach beyond the card */
.about { white-space: normal !important }  /* names that are cut off, but count as lying under what follows */
.wall b { padding-block: .4rem !important }  /* its own background is a pixel lower than the text */
.swap-felt { visibility: hidden !important }  /* a drawing, which reaches under the names beside it */
.swap-deck p { background: var(--felt) !important; width: max-content !important }  /* the words that stand on it */
.swap-own .swap-who { position: relative !important; z-index: 9 !important }  /* under a corner of the table */
"""
TALL = 8_000  # pixels at most
# Make it so that axe can judge every contrast, and say how tall a window must be so that nothing is scrolled out of
# sight; lists may be no taller than a third of it.
UNFOLD = """(plain) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(plain);
  document.adoptedStyleSheets.push(sheet);
  const hidden = (one) => /auto|scroll/.test(getComputedStyle(one).overflowY) ? one.scrollHeight - one.clientHeight : 0;
  const most = Math.max(...[...document.body.querySelectorAll("*")].map(hidden));
  return document.documentElement.scrollHeight + 200 + 3 * most;
}"""
FOLD = "() => { document.adoptedStyleSheets.pop(); }"
START = """async (address) => {
  if (!("axe" in window)) await import(address);
  const fading = document.getAnimations().filter((one) => one instanceof CSSTransition);
  await Promise.allSettled(fading.map((one) => one.finished));  // half of the way in, a text has no contrast
}"""
RULES = """async (address) => {
  await START(address);
  const rules = {"color-contrast": {enabled: false}};
  return (await axe.run(document, {resultTypes: ["violations"], rules})).violations;
}"""
CONTRAST = """async (address) => {
  await START(address);
  const usual = axe._audit.checks["color-contrast"].options;  // what is configured takes the place of all of it
  const strict = {...usual, ignoreLength: true, ignoreUnicode: false, ignorePseudo: true};
  const selector = "*:not(svg *)";  // of a drawing axe reads `color`, not `fill`
  axe.configure({checks: [{id: "color-contrast", options: strict}], rules: [{id: "color-contrast", selector}]});
  const found = await axe.run(document, {resultTypes: ["violations", "incomplete"], runOnly: ["color-contrast"]});
  return [...found.violations, ...found.incomplete.map((rule) => ({...rule, undecided: true}))];
}"""
# Text at twice its size, and all that can be folded out.
LARGE = """() => {
  for (const one of document.querySelectorAll("main details, .rail details")) one.open = true;
  document.documentElement.style.fontSize = "200%";
}"""
CUT = """() => [...document.body.querySelectorAll("*:not(.visually-hidden, #tiles-view, svg *)")].filter((one) => {
  const style = getComputedStyle(one), hides = /hidden|clip/;
  return one.clientWidth > 1 && one.innerText?.trim() && style.textOverflow !== "ellipsis"
    && (hides.test(style.overflowX) && one.scrollWidth > one.clientWidth + 1
      || hides.test(style.overflowY) && one.scrollHeight > one.clientHeight + 1);
}).map((one) => `${one.tagName} ${one.id} ${one.className}: ${one.innerText.slice(0, 40)}`)"""
# Texts that lie over each other by more than two pixels. Of a line only the middle counts, where its letters are, and
# only what is not scrolled out of sight; what is in a bar lies over all the rest.
OVERLAP = """() => {
  const boxes = [], found = new Set(), range = document.createRange(), known = new Map();
  const around = (one) => { // what cuts it off, and the bar that it is in
    if (!one) return {left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity, bar: null};
    if (known.has(one)) return known.get(one);
    const style = getComputedStyle(one), rect = one.getBoundingClientRect(), area = {...around(one.parentElement)};
    for (const [start, end, way] of [["left", "right", style.overflowX], ["top", "bottom", style.overflowY]]) {
      if (way === "visible") continue;
      area[start] = Math.max(area[start], rect[start]);
      area[end] = Math.min(area[end], rect[end]);
    }
    if (/fixed|sticky/.test(style.position)) area.bar ??= one;
    known.set(one, area);
    return area;
  };
  const isShown = (one) => !one.closest("svg, option, textarea, script, .visually-hidden")
    && one.checkVisibility({visibilityProperty: true, opacityProperty: true});
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = words.nextNode());) {
    const of = node.parentElement, text = node.data.trim();
    if (!text || !isShown(of)) continue;
    const area = around(of);
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const air = rect.height / 5, box = {
        of, bar: area.bar, says: `${of.tagName} ${of.className} ${text.slice(0, 30)}`,
        left: Math.max(rect.left, area.left), right: Math.min(rect.right, area.right),
        top: Math.max(rect.top + air, area.top), bottom: Math.min(rect.bottom - air, area.bottom),
      };
      if (box.right > box.left && box.bottom > box.top) boxes.push(box);
    }
  }
  const both = (one, other, start, end) => Math.min(one[end], other[end]) - Math.max(one[start], other[start]);
  boxes.sort((one, other) => one.top - other.top);
  for (const [place, one] of boxes.entries()) {
    for (let next = place + 1; next < boxes.length && boxes[next].top < one.bottom - 2; next += 1) {
      const other = boxes[next];
      const over = Math.min(both(one, other, "left", "right"), both(one, other, "top", "bottom"));
      if (over > 2 && other.of !== one.of && other.bar === one.bar) found.add(`${one.says} / ${other.says}`);
    }
  }
  return [...found];
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
        kept.context.set_default_timeout(PATIENCE)
        page = kept.context.new_page()
        resize(page, viewport)
        page.emulate_media(
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if reduced_motion else "no-preference",
        )
        self.asked[page], self.said[page] = [], []
        self.watch(page)
        self.hand_over(page, user, path, forgive=forgive)
        return page

    def hand_over(self, page: Page, user: Visitor | None, path: str, *, forgive: Iterable[str] = ()) -> Response | None:
        """Give the window to another user and open the path: what the site answers."""
        self.forgiven[page] = list(forgive)
        if page.url != "about:blank":  # a page that is left still says what was seen, as who was there
            page.goto(BLANK)
        page.context.clear_cookies()
        if user:
            cookies: list[Any] = [{"name": n, "value": v, "url": self.site.url} for n, v in user.cookies.items()]
            page.context.add_cookies(cookies)
        return page.goto(path)

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
        """Describe each open window and its console, for the report of a failure."""
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


def axe(page: Page, how: str = "", *, decided: bool = True) -> None:
    """No violation of any rule of axe, best practices among them, and (`decided`) a contrast that it could judge
    everywhere: in windows of some widths something lies over a text by a pixel."""
    rules(page, how)
    contrast(page, how, decided=decided)


def rules(page: Page, how: str = "") -> None:
    """No violation of any rule of axe but that of the contrast."""
    whole(page)
    judged(page, how, judgment(page, RULES))


def contrast(page: Page, how: str = "", *, decided: bool = True) -> None:
    """Check the contrast of every text, also of what is scrolled out of sight now."""
    size = size_of(page)
    unfold(page)
    legible(page, how, decided=decided)
    fold(page)
    resize(page, size)


def unfold(page: Page) -> None:
    """Make the window tall enough to show all of the page, and leave out what axe cannot judge."""
    whole(page)
    width, height = size_of(page)
    resize(page, (width, max(height, min(TALL, page.evaluate(UNFOLD, PLAIN)))))


def fold(page: Page) -> None:
    """Show again what `unfold` has left out."""
    page.evaluate(FOLD)


def legible(page: Page, how: str, *, decided: bool = True) -> None:
    """Check the contrast of every text that the window shows."""
    found = [rule for rule in judgment(page, CONTRAST) if decided or not rule.get("undecided")]
    judged(page, how, found)


def judgment(page: Page, script: str) -> list[dict[str, Any]]:
    """What axe, loaded first where it is not there yet, finds wrong by this script."""
    found: list[dict[str, Any]] = page.evaluate(script.replace("START", f"({START})"), AXE)
    return found


def judged(page: Page, how: str, found: list[dict[str, Any]]) -> None:
    assert not found, "\n".join([f"{page.url} for axe, {how}:", *map(violation, found)])


def whole(page: Page) -> None:
    """Wait until all of the page is there: one that was come to by a click may have only just begun."""
    page.wait_for_load_state()


def resize(page: Page, viewport: tuple[int, int]) -> None:
    if size_of(page) != viewport:
        page.set_viewport_size({"width": viewport[0], "height": viewport[1]})


def size_of(page: Page) -> tuple[int, int]:
    """The size of the window, which each test sets."""
    size = page.viewport_size
    assert size
    return size["width"], size["height"]


def violation(found: dict[str, Any]) -> str:
    nodes = "; ".join(f"{node['target']} {node['failureSummary']}" for node in found["nodes"][:3])
    return f"{found['id']} ({found['help']}), {len(found['nodes'])} times: {nodes}"


def fits(page: Page) -> None:
    """The page does not scroll sideways."""
    whole(page)
    wide = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide[0] <= wide[1], f"{page.url} is {wide[0]} px wide in a window of {wide[1]}"


def fits_when_large(page: Page) -> None:
    """With text at twice its size the page does not scroll sideways, and cuts nothing off but what ends in dots;
    on a phone no text lies over another."""
    page.evaluate(LARGE)
    fits(page)
    cut = page.evaluate(CUT)
    assert not cut, f"{page.url} cuts off, with text at twice its size: {cut}"
    if size_of(page) == PHONE:  # with text so large a browser lays out a desk as a phone: media queries count in text
        over = page.evaluate(OVERLAP)
        assert not over, f"{page.url} shows texts over each other, with text at twice its size: {over}"
    page.evaluate("document.documentElement.style.fontSize = ''")


def soon(page: Page, true: Callable[[], Any], what: str) -> Any:
    """What `true` says of what the page told its routes, sockets and events, as soon as it is true."""
    return until(lambda: page.evaluate("true") and true(), what)


def live(page: Page) -> None:
    """Wait until the page is connected."""
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
