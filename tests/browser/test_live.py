"""An open table: news arrives by itself, nothing is lost, older boards never win, and nothing jumps."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.server import Site, Visitor, make_table, play
from tests.browser.windows import Windows, live, soon

Pair = tuple[Visitor, Visitor, str]
LOST = "WebSocket connection|ERR_CONNECTION|ERR_EMPTY|ERR_INTERNET|htmx: htmx:error"  # what a browser says then
WATCH_MOTION = """() => document.addEventListener('htmx:after:swap', () => {
    window.flights = document.getAnimations().filter((one) => one.effect.getTiming().duration > 50).length;
    window.rings = document.querySelectorAll('[data-ring]').length;
})"""
MOTION = "[window.flights > 0, window.rings > 0]"
HIDE = """() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
}"""


def sit_down(site: Site, moves: int = 0) -> Pair:
    """Two people at a table of tiles; the first to move comes first."""
    ana, ben = site.guest(), site.guest()
    game = make_table([ana, ben], "tiles")
    play([ana, ben], game, moves=moves)
    state = ana.state(game)
    return (ana, ben, game) if state["seat"] in state["waiting"] else (ben, ana, game)


def shows(page: Page, version: int) -> None:
    expect(page.locator("#table")).to_have_attribute("data-version", str(version))


def place(page: Page) -> None:
    """Lay the tile in hand on the first marked place."""
    page.locator(".tiles-plane button.cell:not(.off)").first.click()
    page.locator("#tiles-go").click()


def choose(page: Page) -> None:
    """Mark the first place, and wait until the site keeps the choice: nothing but the move is to be asked then."""
    with page.expect_response("**/draft/"):
        page.locator(".tiles-plane button.cell:not(.off)").first.click()


def asked(window: Windows, page: Page) -> list[str]:
    """What the page has asked of the site since `forget`."""
    return [line for line in window.requests(page) if "/static/" not in line]


class Between:
    """Somebody between a page and the server, who hears each frame and may keep one from the page."""

    def __init__(self, page: Page, game: str) -> None:
        self.loses = False
        self.lost: list[str] = []
        self.heard: list[tuple[Any, str]] = []
        page.route_web_socket("**/ws/games/**", self.connect)
        page.goto(f"/games/{game}/")

    def connect(self, socket: WebSocketRoute) -> None:
        socket.connect_to_server().on_message(lambda text: self.hear(socket, str(text)))

    def hear(self, socket: WebSocketRoute, text: str) -> None:
        if self.loses and '"html"' in text:
            self.loses = False
            self.lost.append(text)
            return
        self.heard.append((socket.send, text))
        socket.send(text)

    def board(self, version: int) -> tuple[Any, str]:
        """The frame that brought this version, and the way to send it again."""
        return next((send, text) for send, text in self.heard if f'"version": {version},' in text and '"html"' in text)


def test_a_move_comes_without_a_request_and_two_clicks_are_one(site: Site, window: Windows) -> None:
    """Focus and what is folded out stay, a tile flies unless motion is unwanted, and a hidden window calls."""
    ana, ben, game = sit_down(site)
    mover, other = window(ana, f"/games/{game}/", reduced_motion=True), window(ben, f"/games/{game}/")
    for page in (mover, other):
        live(page)
        page.evaluate(WATCH_MOTION)
    assert other.evaluate("document.getAnimations().length") == 0, "nothing moves when a page opens"
    other.locator("#resign > summary").click()
    other.locator("#resign-now").focus()
    choose(mover)
    for page in (mover, other):
        window.forget(page)
    held = list[Route]()
    mover.route("**/moves/", lambda route: held.append(route))  # or the next board might come between the clicks
    mover.locator("#tiles-go").dblclick()
    soon(mover, lambda: held, "the move")
    for route in held:
        route.continue_()
    mover.unroute("**/moves/")
    for page in (mover, other):
        shows(page, 1)
    expect(mover.locator("#said")).to_have_text("")
    assert asked(window, mover) == [f"POST /games/{game}/moves/"]
    assert window.requests(other) == []
    expect(other.locator("#log > li[id^=e]")).not_to_have_count(0)
    expect(other.locator("#told")).to_have_text(
        re.compile(r"^[^.]+\.( [^.]+\.)+$")
    )  # one full stop after each sentence
    expect(other.locator("#resign-now")).to_be_focused()
    expect(other.locator("#resign-now")).to_be_visible()
    assert other.evaluate(MOTION) == [True, False], "a tile flies"
    other.keyboard.press("Shift")
    assert other.evaluate("document.getAnimations().length") == 0, "any input ends it"
    play([ana, ben], game, moves=1)
    for page in (mover, other):
        shows(page, 2)
    assert mover.evaluate(MOTION) == [False, True], "where motion is unwanted, a ring says what is new"
    expect(other).to_have_title(re.compile(r"^[^(]"))
    title = other.title()
    other.evaluate(HIDE)
    play([ana, ben], game, moves=1)
    expect(other).to_have_title("(1) " + title)
    assert "favicon-turn" in (other.locator("link[rel=icon]").get_attribute("href") or "")


def test_frames_that_are_missed_or_old_and_answers_that_are_late_do_no_harm(site: Site, window: Windows) -> None:
    ana, ben, game = sit_down(site)
    page = window(ana)
    between = Between(page, game)
    live(page)
    expect(page.locator(".person.is-here")).to_have_count(1)  # or this would come after what the test says of it
    between.loses = True
    play([ana, ben], game, moves=1)
    soon(page, lambda: between.lost, "the frame that is lost")
    play([ana, ben], game, moves=1)
    shows(page, 2)
    play([ana, ben], game, moves=2)
    shows(page, 4)
    send, old = between.board(2)
    page.evaluate("document.addEventListener('htmx:before:swap', () => { window.swapped = true })")
    send(old)
    send('{"here": [0, 1], "watching": 7}')  # heard after it
    expect(page.locator(".person.is-here")).to_have_count(2)
    shows(page, 4)
    assert page.evaluate("window.swapped") is None, "an older frame is dropped"
    held = list[tuple[Route, Any]]()
    page.route("**/moves/", lambda route: held.append((route, route.fetch())))
    place(page)
    shows(page, 5)  # by the socket
    play([ana, ben], game, moves=1)
    shows(page, 6)
    soon(page, lambda: held, "the answer")  # the socket may be quicker
    route, answer = held[0]
    with page.expect_event("requestfinished"):
        route.fulfill(response=answer)
    expect(page.locator("#receipt")).to_contain_text("Saved as move 5")
    shows(page, 6)


def test_a_page_goes_on_without_its_server_without_a_network_and_by_the_back_button(
    own_site: Site, window: Windows
) -> None:
    ana, ben, game = sit_down(own_site)
    page = window(ana, f"/games/{game}/", forgive=[LOST])
    live(page)
    page.evaluate("window.untouched = true")
    window.forget(page)
    own_site.kill()
    expect(page.locator("#live")).to_have_attribute("data-state", "reconnecting")
    expect(page.locator("#strip")).to_contain_text("You're offline")
    own_site.start()
    live(page)
    assert play([ana, ben], game, moves=2)["version"] == 2
    shows(page, 2)
    expect(page.locator("#strip")).to_be_hidden()
    assert page.evaluate("window.untouched"), "the page was not loaded again"
    assert asked(window, page) == []
    page.context.set_offline(True)
    expect(page.locator("#strip")).to_contain_text("Your move is kept")
    place(page)
    expect(page.locator("#said")).to_have_text("Not sent. Your choice is kept. Try again.")
    page.context.set_offline(False)
    live(page)
    page.locator("#tiles-go").click()
    shows(page, 3)
    assert ana.state(game)["version"] == 3
    page.goto("/games/")
    play([ana, ben], game, moves=1)
    page.go_back()
    shows(page, 4)
    live(page)
    play([ana, ben], game, moves=1)
    shows(page, 5)


@pytest.mark.proof("windows")
def test_every_load_gets_its_socket(site: Site, window: Windows) -> None:
    ana, _, game = sit_down(site)
    page = window(ana)
    for _load in range(30):
        page.goto(f"/games/{game}/")
        live(page)


@pytest.mark.proof("windows")
def test_what_is_new_since_the_reader_looked(site: Site, window: Windows) -> None:
    ana, ben, game = sit_down(site, moves=1)
    page = window(ben, f"/games/{game}/")
    expect(page.locator("#since")).to_have_count(0)
    page.goto("/games/")
    play([ana, ben], game, moves=1)
    page.goto(f"/games/{game}/")
    expect(page.locator("#since")).to_have_text("New since your last visit")
    after = page.locator("#since + li").get_attribute("id") or ""
    assert after.startswith("e2-")
    with page.expect_response(lambda answer: "number=2&" in (answer.request.post_data or "")):  # not one before
        page.keyboard.press("Escape")
    page.reload()
    expect(page.locator("#log")).to_be_visible()
    expect(page.locator("#since")).to_have_count(0)
