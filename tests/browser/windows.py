"""Browser windows that record everything that goes wrong in them, and checks of accessibility and layout."""

import re
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Error, Page, Request, Response, expect

from tests.browser.contexts import BLANK, Contexts, PooledContext
from tests.browser.server import Site, Visitor
from tests.waiting import until

AXE = "/test/axe.js"  # see tests/browser/urls.py
# Remove or move what keeps axe from determining a contrast. None of it changes the contrast.
AXE_STYLES = """
*, *::before, *::after { background-image: none !important }  /* patterns behind text */
svg text { display: none !important }  /* numbers on cards, whose boxes are larger than the card */
.about { white-space: normal !important }  /* truncated names, whose boxes reach under the next element */
.wall b { padding-block: .4rem !important }  /* its background is a pixel lower than the text */
.swap-felt { visibility: hidden !important }  /* a drawing that reaches under the names beside it */
.swap-deck p { background: var(--felt) !important; width: max-content !important }  /* text on that drawing */
.swap-own .swap-who { position: relative !important; z-index: 9 !important }  /* under a corner of the table */
"""
MAX_HEIGHT = 8_000  # pixels
# Apply AXE_STYLES and return how tall a window must be to show everything without scrolling. A list is at most a third
# as tall as the window, hence the factor of three.
ADD_STYLES = """(styles) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  const hidden = (one) => /auto|scroll/.test(getComputedStyle(one).overflowY) ? one.scrollHeight - one.clientHeight : 0;
  const most = Math.max(...[...document.body.querySelectorAll("*")].map(hidden));
  return document.documentElement.scrollHeight + 200 + 3 * most;
}"""
REMOVE_STYLES = "() => { document.adoptedStyleSheets.pop(); }"
LOAD_AXE = """async (address) => {
  if (!("axe" in window)) await import(address);
  const fading = document.getAnimations().filter((one) => one instanceof CSSTransition);
  await Promise.allSettled(fading.map((one) => one.finished));  // text that is fading in has little contrast
}"""
RUN_RULES = """async (address) => {
  await LOAD_AXE(address);
  const rules = {"color-contrast": {enabled: false}};
  return (await axe.run(document, {resultTypes: ["violations"], rules})).violations;
}"""
RUN_CONTRAST = """async (address) => {
  await LOAD_AXE(address);
  const usual = axe._audit.checks["color-contrast"].options;  // configure() replaces all options
  const strict = {...usual, ignoreLength: true, ignoreUnicode: false, ignorePseudo: true};
  const selector = "*:not(svg *)";  // in SVG, axe looks at `color` rather than `fill`
  axe.configure({checks: [{id: "color-contrast", options: strict}], rules: [{id: "color-contrast", selector}]});
  const found = await axe.run(document, {resultTypes: ["violations", "incomplete"], runOnly: ["color-contrast"]});
  return [...found.violations, ...found.incomplete.map((rule) => ({...rule, undecided: true}))];
}"""
# Open all panels and double the text size.
ENLARGE = """() => {
  for (const one of document.querySelectorAll("main details, .rail details")) one.open = true;
  document.documentElement.style.fontSize = "200%";
}"""
FIND_CUT = """() => [...document.body.querySelectorAll("*:not(.visually-hidden, #tiles-view, svg *)")].filter((one) => {
  const style = getComputedStyle(one), hides = /hidden|clip/;
  return one.clientWidth > 1 && one.innerText?.trim() && style.textOverflow !== "ellipsis"
    && (hides.test(style.overflowX) && one.scrollWidth > one.clientWidth + 1
      || hides.test(style.overflowY) && one.scrollHeight > one.clientHeight + 1);
}).map((one) => `${one.tagName} ${one.id} ${one.className}: ${one.innerText.slice(0, 40)}`)"""
# Find texts that overlap by more than two pixels. Only the middle of a line counts, because that's where its letters
# are, and only what isn't scrolled out of view. Sticky bars may cover everything else.
FIND_OVERLAPS = """() => {
  const boxes = [], found = new Set(), range = document.createRange(), known = new Map();
  const around = (one) => { // the box that clips it, and the bar it is in
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
DESCRIBE = """() => ["h1", "#headline", "#live"].flatMap((what) => [...document.querySelectorAll(what)])
  .map((one) => `${one.tagName} ${one.dataset.state ?? ""} ${one.innerText}`.slice(0, 200)).join("\\n")"""
TIMEOUT_MS = 15_000  # long, because the machine may be busy
expect.set_options(timeout=TIMEOUT_MS)


class Windows:
    """Open windows on a site, and record what goes wrong in them."""

    def __init__(self, contexts: Contexts, site: Site) -> None:
        self.contexts, self.site = contexts, site
        self.problems: list[str] = []
        self.acquired: list[PooledContext] = []
        self.all_requests: dict[Page, list[str]] = {}
        self.console: dict[Page, list[str]] = {}
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
        """Open the path in a window with its own cookies."""
        pooled = self.contexts.acquire(self.site.url, javascript=javascript, touch=touch)
        self.acquired.append(pooled)
        pooled.context.set_default_timeout(TIMEOUT_MS)
        page = pooled.context.new_page()
        resize(page, viewport)
        page.emulate_media(
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if reduced_motion else "no-preference",
        )
        self.all_requests[page], self.console[page] = [], []
        self.watch(page)
        self.switch_user(page, user, path, forgive=forgive)
        return page

    def switch_user(
        self, page: Page, user: Visitor | None, path: str, *, forgive: Iterable[str] = ()
    ) -> Response | None:
        """Log another user in, open the path, and return the response."""
        self.forgiven[page] = list(forgive)
        if page.url != "about:blank":  # leave first: on leaving, a page reports as the old user what was seen
            page.goto(BLANK)
        page.context.clear_cookies()
        if user:
            cookies: list[Any] = [{"name": n, "value": v, "url": self.site.url} for n, v in user.cookies.items()]
            page.context.add_cookies(cookies)
        return page.goto(path)

    def watch(self, page: Page) -> None:
        def console(message: ConsoleMessage) -> None:
            self.console[page].append(f"{message.type}: {message.text}")
            if message.type in ("error", "warning"):
                self.record_problem(
                    page, f"{message.type} in the console: {message.text} ({message.location.get('url')})"
                )

        def request(request: Request) -> None:
            url = urlsplit(request.url)
            if url.scheme in ("data", "blob"):
                return
            self.all_requests[page].append(f"{request.method} {url.path}")
            self.check_host(page, request.url)

        def response(response: Response) -> None:
            if response.status >= 500:
                self.record_problem(page, f"{response.status} from {response.url}")

        page.on("console", console)
        page.on("pageerror", lambda error: self.record_problem(page, f"error in a script: {error}"))
        page.on("request", request)
        page.on("response", response)
        page.on("websocket", lambda socket: self.check_host(page, socket.url))

    def check_host(self, page: Page, url: str) -> None:
        if urlsplit(url).netloc != urlsplit(self.site.url).netloc:
            self.record_problem(page, f"request to another host: {url}")

    def record_problem(self, page: Page, problem: str) -> None:
        if not any(re.search(pattern, problem) for pattern in self.forgiven[page]):
            self.problems.append(f"{page.url}: {problem}")

    def forgive(self, page: Page, *patterns: str) -> None:
        """Ignore problems that match one of these patterns from now on."""
        self.forgiven[page] += patterns

    def requests(self, page: Page) -> list[str]:
        """Return the page's requests since `clear_requests`, except those that pages send in the background: that the
        page is being looked at, the time zone, the next game, and the icon."""
        background = re.compile(r"/(seen|zone|onward)/$|/favicon[^/]*$")
        return [line for line in self.all_requests[page] if not background.search(line)]

    def clear_requests(self, page: Page) -> None:
        self.all_requests[page].clear()

    def describe(self) -> list[str]:
        """Describe each open window and its console, for the report of a failure."""
        return [describe_window(page, self.console[page][-5:]) for page in self.console if not page.is_closed()]

    def close(self) -> None:
        for pooled in self.acquired:
            self.contexts.release(pooled, self.site.is_shared)
        self.acquired.clear()


def describe_window(page: Page, console: list[str]) -> str:
    try:
        headline = page.evaluate(DESCRIBE)
    except Error as error:
        headline = f"({error})"
    return "\n".join([page.url, headline, *console])


def check_accessibility(page: Page, situation: str = "", *, decided: bool = True) -> None:
    """Check all rules of axe, including best practices. With `decided`, axe must be able to determine every contrast;
    at some window widths something covers a pixel of a text, and it can't."""
    check_rules(page, situation)
    check_contrast(page, situation, decided=decided)


def check_rules(page: Page, situation: str = "") -> None:
    """Check all rules of axe except contrast."""
    wait_until_loaded(page)
    assert_no_violations(page, situation, run_axe(page, RUN_RULES))


def check_contrast(page: Page, situation: str = "", *, decided: bool = True) -> None:
    """Check the contrast of every text, even of text that is scrolled out of view."""
    size = size_of(page)
    prepare_contrast(page)
    check_visible_contrast(page, situation, decided=decided)
    restore_styles(page)
    resize(page, size)


def prepare_contrast(page: Page) -> None:
    """Make the window tall enough to show the whole page, and hide what confuses axe."""
    wait_until_loaded(page)
    width, height = size_of(page)
    resize(page, (width, max(height, min(MAX_HEIGHT, page.evaluate(ADD_STYLES, AXE_STYLES)))))


def restore_styles(page: Page) -> None:
    """Show what `prepare_contrast` has hidden."""
    page.evaluate(REMOVE_STYLES)


def check_visible_contrast(page: Page, situation: str, *, decided: bool = True) -> None:
    """Check the contrast of every text that the window shows."""
    found = [rule for rule in run_axe(page, RUN_CONTRAST) if decided or not rule.get("undecided")]
    assert_no_violations(page, situation, found)


def run_axe(page: Page, script: str) -> list[dict[str, Any]]:
    """Run the script, which loads axe if necessary, and return the violations."""
    found: list[dict[str, Any]] = page.evaluate(script.replace("LOAD_AXE", f"({LOAD_AXE})"), AXE)
    return found


def assert_no_violations(page: Page, situation: str, found: list[dict[str, Any]]) -> None:
    assert not found, "\n".join([f"axe on {page.url}, {situation}:", *map(describe_violation, found)])


def wait_until_loaded(page: Page) -> None:
    """Wait until the page is complete, with its fonts; after a click, the new page may have just begun to load."""
    page.wait_for_load_state()
    page.evaluate("document.fonts.ready.then(() => true)")


def resize(page: Page, viewport: tuple[int, int]) -> None:
    if size_of(page) != viewport:
        page.set_viewport_size({"width": viewport[0], "height": viewport[1]})


def size_of(page: Page) -> tuple[int, int]:
    size = page.viewport_size
    assert size
    return size["width"], size["height"]


def describe_violation(found: dict[str, Any]) -> str:
    nodes = "; ".join(f"{node['target']} {node['failureSummary']}" for node in found["nodes"][:3])
    return f"{found['id']} ({found['help']}), {len(found['nodes'])} times: {nodes}"


def check_fits(page: Page) -> None:
    """Check that the page doesn't scroll sideways."""
    wait_until_loaded(page)
    content, window = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert content <= window, f"{page.url} is {content} px wide in a window of {window}"


def check_fits_large_text(page: Page) -> None:
    """Check that at twice the text size the page doesn't scroll sideways and only text with an ellipsis is cut off,
    and that no texts overlap on a phone."""
    page.evaluate(ENLARGE)
    check_fits(page)
    cut = page.evaluate(FIND_CUT)
    assert not cut, f"at twice the text size, {page.url} cuts off: {cut}"
    if size_of(page) == PHONE:  # media queries use em, so a desktop with text this large gets this layout, too
        overlaps = page.evaluate(FIND_OVERLAPS)
        assert not overlaps, f"at twice the text size, texts overlap on {page.url}: {overlaps}"
    page.evaluate("document.documentElement.style.fontSize = ''")


def wait_for(page: Page, condition: Callable[[], Any], what: str) -> Any:
    """Wait for a condition that the page's routes, sockets or events make true. Playwright only delivers those during
    a call, such as this `evaluate`."""
    return until(lambda: page.evaluate("true") and condition(), what)


def wait_until_live(page: Page) -> None:
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
