"""Every page and every state of a table is accessible, in light and dark, on a phone and on a desktop."""

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
    axe,
    contrast,
    fits,
    fits_when_large,
    fold,
    legible,
    resize,
    rules,
    unfold,
)
from tests.wording import odd

SCRIPT = re.compile(r"<script\b.*?</script>", re.DOTALL)
NOT_FOUND = "responded with a status of 404"  # what the browser says of a page that is not there
POLICY = "default-src 'none'"
LAPTOP = (768, 1024)
EVERYTHING: list[Shown] = [*PAGES, *STATES]
FAINT = [("rules", "--text"), ("new-push", "--muted"), ("push-buy", "--muted"), ("days-talk", "--muted")]
REPRESENTATIVE = (  # of pages that are laid out in the same way
    *("home-queue", "new-push", "settings", "history", "stats", "review-swap", "vacation"),
    *(
        "push-auction",
        "days-push",
        "push-over",
        "tiles-open",
        "swap-twelve",
        "days-plans",
        "days-rematch",
        "replay-push",
    ),
)
each = pytest.mark.parametrize("wanted", EVERYTHING, ids=lambda wanted: wanted.name)


@pytest.fixture(scope="module")
def reading(contexts, site):
    """One window for all pages, in which one reader comes after the other."""
    windows = Windows(contexts, site)
    page = windows(path="about:blank", reduced_motion=True)
    yield windows, page
    windows.close()


@each
def test_a_page_is_for_everybody(wanted: Shown, site: Site, reading: tuple[Windows, Page]) -> None:
    """No violation of axe, contrast also in the dark, nothing cut off on a phone, nothing inline, own host only, no
    figures or marks that make no sense."""
    windows, page = reading
    windows.problems.clear()
    reader, path = wanted.make_shared(site)
    status = getattr(wanted, "status", 200)
    resize(page, DESK)
    page.emulate_media(color_scheme="light")
    answer = windows.hand_over(page, reader, path, forgive=[NOT_FOUND] if status == 404 else [])
    assert answer
    assert answer.status == status
    is_walled(answer.all_headers())
    is_plain(answer.text())
    assert odd(answer.text()) == []
    rules(page, "light")
    unfold(page)
    legible(page, "light")
    page.emulate_media(color_scheme="dark")
    legible(page, "dark")
    fold(page)
    resize(page, PHONE)
    fits(page)
    if wanted.name in REPRESENTATIVE:
        fits_when_large(page)
    assert not windows.problems, "\n".join(windows.problems)


@pytest.mark.proof("pages")
@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "plain"])
@each
def test_a_page_is_for_everybody_everywhere(wanted: Shown, javascript: bool, site: Site, window: Windows) -> None:
    """Check every width and both themes, with the site's scripts and without them."""
    reader, path = wanted.make(site)
    forgive = [NOT_FOUND] if getattr(wanted, "status", 200) == 404 else []
    page = window(reader, path, javascript=javascript, reduced_motion=True, forgive=forgive)
    assert page.locator("h1").count() == 1
    if not javascript:
        plain = page.content()
        page = window(reader, BLANK, reduced_motion=True, forgive=forgive)
        page.set_content(SCRIPT.sub("", plain))
        assert page.evaluate("getComputedStyle(document.body).margin") == "0px"  # its styles are there
    for viewport in (DESK, LAPTOP, PHONE):
        resize(page, viewport)
        fits(page)
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            axe(page, f"{theme}, {viewport[0]} px", decided=javascript and viewport == DESK)
    for viewport in (DESK, PHONE):
        resize(page, viewport)
        fits_when_large(page)


def shown(name: str, site: Site, reading: tuple[Windows, Page]) -> Page:
    """The page of that name."""
    windows, page = reading
    reader, path = next(one for one in EVERYTHING if one.name == name).make_shared(site)
    resize(page, DESK)
    page.emulate_media(color_scheme="light")
    windows.hand_over(page, reader, path)
    return page


@pytest.mark.parametrize("name", ["home", "home-player"])
def test_the_header_fits_every_window_in_one_line(name: str, site: Site, reading: tuple[Windows, Page]) -> None:
    page = shown(name, site, reading)
    for width in range(320, 1000, 20):
        resize(page, (width, 640))
        fits(page)
        assert page.evaluate("document.querySelector('.top').offsetHeight") < 60, width


def test_large_figures_keep_to_their_places_and_texts_over_each_other_are_found(
    site: Site, reading: tuple[Windows, Page]
) -> None:
    page = shown("push-auction", site, reading)
    resize(page, PHONE)
    page.evaluate("for (const place of document.querySelectorAll('.block, .slot')) place.textContent = '10'")
    fits_when_large(page)
    page.evaluate("document.getElementById('detail').style.translate = '0 -1.5em'")
    with pytest.raises(AssertionError, match=r"over each other.*\['H1 "):
        fits_when_large(page)


def test_who_is_out_reads_as_well_as_who_won_when_a_game_of_swap_is_over(
    site: Site, reading: tuple[Windows, Page]
) -> None:
    page = shown("swap-over", site, reading)
    resize(page, PHONE)
    looks = """(seats) => [...new Set(seats.flatMap((seat) => [seat, ...seat.querySelectorAll('.swap-who *')])
        .map((one) => getComputedStyle(one)).map((style) => `${style.opacity} ${style.color}`))]"""
    [won] = page.locator(".swap-seat:not(.is-out)").evaluate_all(looks)
    assert page.locator(".swap-seat.is-out").evaluate_all(looks) == [won]


def test_the_bar_of_the_replay_fits_a_window_at_a_zoom_of_400_percent(
    site: Site, reading: tuple[Windows, Page]
) -> None:
    page = shown("replay-push", site, reading)
    resize(page, (320, 256))
    fits(page)
    boxes = [one.bounding_box() for one in page.locator(".replay-goes, #replay-at, .replay-count").all()]
    assert all(box and box["x"] + box["width"] <= 320 for box in boxes)
    goes, slider, count = [box for box in boxes if box]
    assert slider["y"] + slider["height"] <= goes["y"], "one over the other"
    assert count["y"] + count["height"] <= goes["y"]
    assert slider["x"] + slider["width"] <= count["x"]
    assert slider["width"] >= 120
    bar = page.locator(".replay-bar").bounding_box()
    assert bar
    assert bar["height"] <= 256 * 0.4


def is_walled(headers: Mapping[str, str]) -> None:
    """The headers that say what the page may do, and that nobody else may do anything with it."""
    policy = headers["content-security-policy"]
    assert POLICY in policy
    assert not [word for word in ("unsafe", "http:", "https:", "*", "data:") if word in policy]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert not [name for name in headers if name in ("server", "x-powered-by", "access-control-allow-origin")]


CONTROLS = ("button", "input", "select", "textarea")


class Reading(HTMLParser):
    """What a browser without scripts finds in a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.headlines = 0
        self.inline: list[str] = []
        self.posting: list[list[str]] = []  # of each form that posts: its controls, by name, or else by tag
        self.open: list[str] | None = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.headlines += tag == "h1"
        if tag == "style" or "style" in given or (tag == "script" and "src" not in given):
            self.inline.append(self.get_starttag_text() or tag)
        self.inline += [f"{tag} {name}" for name in given if name.startswith("on")]
        if tag == "form":
            self.open = []
            if (given.get("method") or "get").lower() == "post":
                self.posting.append(self.open)
        elif tag in CONTROLS and self.open is not None and "form" not in given:
            self.open += [tag, given.get("name") or ""]

    def handle_endtag(self, tag):
        if tag == "form":
            self.open = None


def is_plain(text: str) -> None:
    """Without scripts: one headline, nothing inline, and each form that posts can be sent."""
    found = Reading(text)
    assert found.headlines == 1
    assert not found.inline
    for controls in found.posting:
        assert not controls or {"button", "csrfmiddlewaretoken"} <= set(controls), controls


# --- what these checks are worth ---


@pytest.mark.parametrize(("name", "color"), FAINT)
def test_faint_text_fails(name: str, color: str, site: Site, reading: tuple[Windows, Page]) -> None:
    """At a contrast of 2.05 on the pattern of the table."""
    page = shown(name, site, reading)
    contrast(page)
    page.evaluate("(name) => document.documentElement.style.setProperty(name, '#9aa29e')", color)
    with pytest.raises(AssertionError, match="color-contrast"):
        contrast(page)


def test_what_axe_cannot_decide_fails(site: Site, reading: tuple[Windows, Page]) -> None:
    windows, page = reading
    windows.hand_over(page, site.visitor(), "/rules/")
    page.evaluate("""async () => {
        const lid = document.createElement("img");
        lid.alt = "";
        lid.setAttribute("width", "300");
        lid.setAttribute("height", "40");
        const text = document.querySelector("main p");
        text.prepend(lid);
        const styles = [[lid, {position: "absolute", opacity: 1}], [text, {position: "relative", zIndex: 1}]];
        const laid = styles.map(([element, style]) => element.animate([style], {duration: 1, fill: "forwards"}));
        await Promise.all(laid.map((one) => one.finished));
    }""")
    with pytest.raises(AssertionError, match="color-contrast"):
        contrast(page)


@pytest.mark.parametrize(
    "text",
    [
        "<h1>One</h1><h1>Two</h1>",
        "<h1>One</h1><p style='color: red'>Red</p>",
        "<h1>One</h1><script>alert(1)</script>",
        "<h1>One</h1><a onclick='go()'>Go</a>",
        "<h1>One</h1><form method=post><input name=csrfmiddlewaretoken></form>",
        "<h1>One</h1><form method=post><input name=a><button>Go</button></form>",
    ],
)
def test_what_a_page_may_not_have_fails(text: str) -> None:
    with pytest.raises(AssertionError):
        is_plain(text)
