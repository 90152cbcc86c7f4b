"""Every page and every state of a table is accessible, in light and dark, on a phone and on a desktop.

Tests of these checks come last.
"""

import re
from collections.abc import Mapping
from html.parser import HTMLParser

import pytest
from playwright.sync_api import Page

from tests.browser.contexts import BLANK
from tests.browser.pages import PAGES, Shown
from tests.browser.server import Site
from tests.browser.states import STATES
from tests.browser.windows import (
    DESK,
    PHONE,
    Windows,
    check_accessibility,
    check_contrast,
    check_fits,
    check_fits_large_text,
    check_rules,
    check_visible_contrast,
    prepare_contrast,
    resize,
    restore_styles,
)
from tests.wording import odd

SCRIPT = re.compile(r"<script\b.*?</script>", re.DOTALL)
NOT_FOUND = "responded with a status of 404"  # logged by the browser
POLICY = "default-src 'none'"
LAPTOP = (768, 1024)
MOST_FILES = 8  # that a table loads besides its HTML
EVERYTHING: list[Shown] = [*PAGES, *STATES]
FAINT = [("rules", "--text"), ("new-push", "--muted"), ("push-buy", "--muted"), ("daily-chat", "--muted")]
LAYOUTS = (  # one page for each layout
    *("home-queue", "new-push", "settings", "history", "stats", "review-swap", "vacation"),
    *(
        "push-auction",
        "daily-push",
        "push-over",
        "tiles-open",
        "swap-twelve",
        "daily-plans",
        "daily-rematch",
        "replay-push",
    ),
)
each_page = pytest.mark.parametrize("shown", EVERYTHING, ids=lambda shown: shown.name)


@pytest.fixture(scope="module")
def reused_window(contexts, site):
    """One window for all pages; each test logs another user in."""
    windows = Windows(contexts, site)
    page = windows(path="about:blank", reduced_motion=True)
    yield windows, page
    windows.close()


@each_page
def test_a_page_is_accessible_and_well_formed(shown: Shown, site: Site, reused_window: tuple[Windows, Page]) -> None:
    """Check axe in light, contrast in dark, width on a phone, security headers, markup, requests and wording."""
    windows, page = reused_window
    windows.problems.clear()
    reader, path = shown.make_shared(site)
    status = getattr(shown, "status", 200)
    resize(page, DESK)
    page.emulate_media(color_scheme="light")
    windows.clear_requests(page)
    response = windows.switch_user(page, reader, path, forgive=[NOT_FOUND] if status == 404 else [])
    assert response
    assert response.status == status
    check_security_headers(response.all_headers())
    check_markup(response.text())
    assert odd(response.text()) == []
    check_rules(page, "light")
    if "at-table" in response.text() and 'id="live"' in response.text():  # not a replay
        files = {request for request in windows.all_requests[page] if "/static/" in request}
        assert len(files) <= MOST_FILES, files
    prepare_contrast(page)
    check_visible_contrast(page, "light")
    page.emulate_media(color_scheme="dark")
    check_visible_contrast(page, "dark")
    restore_styles(page)
    resize(page, PHONE)
    check_fits(page)
    if shown.name in LAYOUTS:
        check_fits_large_text(page)
    assert not windows.problems, "\n".join(windows.problems)


@pytest.mark.proof("pages")
@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "plain"])
@each_page
def test_a_page_is_accessible_in_every_width_and_theme(
    shown: Shown, javascript: bool, site: Site, window: Windows
) -> None:
    reader, path = shown.make(site)
    forgive = [NOT_FOUND] if getattr(shown, "status", 200) == 404 else []
    page = window(reader, path, javascript=javascript, reduced_motion=True, forgive=forgive)
    assert page.locator("h1").count() == 1
    if not javascript:
        html = page.content()
        page = window(reader, BLANK, reduced_motion=True, forgive=forgive)
        page.set_content(SCRIPT.sub("", html))
        assert page.evaluate("getComputedStyle(document.body).margin") == "0px"  # the styles are loaded
    for viewport in (DESK, LAPTOP, PHONE):
        resize(page, viewport)
        check_fits(page)
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            check_accessibility(page, f"{theme}, {viewport[0]} px", decided=javascript and viewport == DESK)
    for viewport in (DESK, PHONE):
        resize(page, viewport)
        check_fits_large_text(page)


def open_page(name: str, site: Site, reused_window: tuple[Windows, Page]) -> Page:
    windows, page = reused_window
    reader, path = next(shown for shown in EVERYTHING if shown.name == name).make_shared(site)
    resize(page, DESK)
    page.emulate_media(color_scheme="light")
    windows.switch_user(page, reader, path)
    return page


@pytest.mark.parametrize("name", ["home", "home-player"])
def test_the_header_fits_on_one_line_at_every_width(name: str, site: Site, reused_window: tuple[Windows, Page]) -> None:
    page = open_page(name, site, reused_window)
    for width in range(320, 1000, 20):
        resize(page, (width, 640))
        check_fits(page)
        assert page.evaluate("document.querySelector('.top').offsetHeight") < 60, width


def test_large_numbers_fit_their_slots_and_overlapping_texts_are_found(
    site: Site, reused_window: tuple[Windows, Page]
) -> None:
    page = open_page("push-auction", site, reused_window)
    resize(page, PHONE)
    page.evaluate("for (const slot of document.querySelectorAll('.block, .slot')) slot.textContent = '10'")
    check_fits_large_text(page)
    page.evaluate("document.getElementById('detail').style.translate = '0 -1.5em'")
    with pytest.raises(AssertionError, match=r"overlap.*\['H1 "):
        check_fits_large_text(page)


def test_players_who_are_out_look_like_the_winner_once_a_game_of_swap_is_over(
    site: Site, reused_window: tuple[Windows, Page]
) -> None:
    page = open_page("swap-over", site, reused_window)
    resize(page, PHONE)
    get_styles = """(seats) => [...new Set(seats.flatMap((seat) => [seat, ...seat.querySelectorAll('.swap-who *')])
        .map((one) => getComputedStyle(one)).map((style) => `${style.opacity} ${style.color}`))]"""
    [won] = page.locator(".swap-seat:not(.is-out)").evaluate_all(get_styles)
    assert page.locator(".swap-seat.is-out").evaluate_all(get_styles) == [won]


def test_the_replay_bar_fits_at_a_zoom_of_400_percent(site: Site, reused_window: tuple[Windows, Page]) -> None:
    page = open_page("replay-push", site, reused_window)
    resize(page, (320, 256))
    check_fits(page)
    boxes = [one.bounding_box() for one in page.locator(".replay-goes, #replay-at, .replay-count").all()]
    assert all(box and box["x"] + box["width"] <= 320 for box in boxes)
    buttons, slider, count = [box for box in boxes if box]
    assert slider["y"] + slider["height"] <= buttons["y"], "the slider is above the buttons"
    assert count["y"] + count["height"] <= buttons["y"]
    assert slider["x"] + slider["width"] <= count["x"]
    assert slider["width"] >= 120
    bar = page.locator(".replay-bar").bounding_box()
    assert bar
    assert bar["height"] <= 256 * 0.4


def check_security_headers(headers: Mapping[str, str]) -> None:
    policy = headers["content-security-policy"]
    assert POLICY in policy
    assert not [word for word in ("unsafe", "http:", "https:", "*", "data:") if word in policy]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert not [name for name in headers if name in ("server", "x-powered-by", "access-control-allow-origin")]


CONTROLS = ("button", "input", "select", "textarea")


class MarkupParser(HTMLParser):
    """Collect headings, inline styles and scripts, and the controls of forms."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.h1_count = 0
        self.inline: list[str] = []
        self.post_forms: list[list[str]] = []  # the tags and names of the controls of each
        self.form: list[str] | None = None  # the same for the form that is being parsed
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.h1_count += tag == "h1"
        if tag == "style" or "style" in attributes or (tag == "script" and "src" not in attributes):
            self.inline.append(self.get_starttag_text() or tag)
        self.inline += [f"{tag} {name}" for name in attributes if name.startswith("on")]
        if tag == "form":
            self.form = []
            if (attributes.get("method") or "get").lower() == "post":
                self.post_forms.append(self.form)
        elif tag in CONTROLS and self.form is not None and "form" not in attributes:
            self.form += [tag, attributes.get("name") or ""]

    def handle_endtag(self, tag):
        if tag == "form":
            self.form = None


def check_markup(html: str) -> None:
    """Check that there is one h1, nothing inline, and a button and a CSRF token in each form that posts."""
    found = MarkupParser(html)
    assert found.h1_count == 1
    assert not found.inline
    for controls in found.post_forms:
        assert not controls or {"button", "csrfmiddlewaretoken"} <= set(controls), controls


# --- tests of these checks ---


@pytest.mark.parametrize(("name", "color"), FAINT)
def test_faint_text_fails(name: str, color: str, site: Site, reused_window: tuple[Windows, Page]) -> None:
    """The contrast is 2.05 on the pattern of the table."""
    page = open_page(name, site, reused_window)
    check_contrast(page)
    page.evaluate("(name) => document.documentElement.style.setProperty(name, '#9aa29e')", color)
    with pytest.raises(AssertionError, match="color-contrast"):
        check_contrast(page)


def test_a_contrast_that_axe_cannot_determine_fails(site: Site, reused_window: tuple[Windows, Page]) -> None:
    windows, page = reused_window
    windows.switch_user(page, site.visitor(), "/rules/")
    page.evaluate("""async () => {
        const cover = document.createElement("img");
        cover.alt = "";
        cover.setAttribute("width", "300");
        cover.setAttribute("height", "40");
        const text = document.querySelector("main p");
        text.prepend(cover);
        const styles = [[cover, {position: "absolute", opacity: 1}], [text, {position: "relative", zIndex: 1}]];
        const applied = styles.map(([element, style]) => element.animate([style], {duration: 1, fill: "forwards"}));
        await Promise.all(applied.map((one) => one.finished));
    }""")
    with pytest.raises(AssertionError, match="color-contrast"):
        check_contrast(page)


@pytest.mark.parametrize(
    "html",
    [
        "<h1>One</h1><h1>Two</h1>",
        "<h1>One</h1><p style='color: red'>Red</p>",
        "<h1>One</h1><script>alert(1)</script>",
        "<h1>One</h1><a onclick='go()'>Go</a>",
        "<h1>One</h1><form method=post><input name=csrfmiddlewaretoken></form>",
        "<h1>One</h1><form method=post><input name=a><button>Go</button></form>",
    ],
)
def test_bad_markup_fails(html: str) -> None:
    with pytest.raises(AssertionError):
        check_markup(html)
