"""Open tables are updated without reloading, even after lost, old or late messages and broken connections."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.server import Site, Visitor, make_table, play
from tests.browser.windows import Windows, wait_for, wait_until_live

StartedGame = tuple[Visitor, Visitor, str]
CONNECTION_LOST = "WebSocket connection|ERR_CONNECTION|ERR_EMPTY|ERR_INTERNET|htmx: htmx:error"
COUNT_EFFECTS = """() => document.addEventListener('htmx:after:swap', () => {
    window.animations = document.getAnimations().filter((one) => one.effect.getTiming().duration > 50).length;
    window.rings = document.querySelectorAll('[data-ring]').length;
})"""
HAS_ANIMATIONS_AND_RINGS = "[window.animations > 0, window.rings > 0]"
HIDE_PAGE = """() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
}"""


def start_game(site: Site, moves: int = 0) -> StartedGame:
    """Start a game of tiles and play some moves; return the players, with the one to move first, and the game."""
    ana, ben = site.guest(), site.guest()
    game = make_table([ana, ben], "tiles")
    play([ana, ben], game, moves=moves)
    state = ana.state(game)
    return (ana, ben, game) if state["seat"] in state["waiting"] else (ben, ana, game)


def expect_version(page: Page, version: int) -> None:
    expect(page.locator("#state")).to_have_attribute("data-version", str(version))


def place(page: Page) -> None:
    """Place the tile on the first marked space."""
    page.locator(".tiles-plane button.cell:not(.off)").first.click()
    page.locator("#tiles-go").click()


def choose_space(page: Page) -> None:
    """Choose the first space, and wait until the draft is saved, so that the next request is the move."""
    with page.expect_response("**/draft/"):
        page.locator(".tiles-plane button.cell:not(.off)").first.click()


def list_requests(window: Windows, page: Page) -> list[str]:
    """Return the page's requests since `clear_requests`, except for static files."""
    return [line for line in window.requests(page) if "/static/" not in line]


class FrameProxy:
    """A proxy for the page's socket that records the frames it passes on and can drop the next board."""

    def __init__(self, page: Page, game: str) -> None:
        self.drops_next_board = False
        self.dropped: list[str] = []
        self.frames: list[str] = []
        self.send: Any = None  # sends to the page, over its newest connection
        page.route_web_socket("**/ws/games/**", self.connect)
        page.goto(f"/games/{game}/")

    def connect(self, socket: WebSocketRoute) -> None:
        socket.connect_to_server().on_message(lambda text: self.forward(socket, str(text)))

    def forward(self, socket: WebSocketRoute, text: str) -> None:
        if self.drops_next_board and '"html"' in text:
            self.drops_next_board = False
            self.dropped.append(text)
            return
        self.frames.append(text)
        self.send = socket.send
        socket.send(text)

    def find_board(self, version: int) -> str:
        """Return the frame with this version of the board."""
        return next(text for text in self.frames if f'"version": {version},' in text and '"html"' in text)


def test_moves_arrive_without_requests_and_a_double_click_is_one_move(site: Site, window: Windows) -> None:
    """Focus and open panels stay, the tile is animated unless motion is reduced, and a hidden page gets a new title."""
    ana, ben, game = start_game(site)
    mover, other = window(ana, f"/games/{game}/", reduced_motion=True), window(ben, f"/games/{game}/")
    for page in (mover, other):
        wait_until_live(page)
        page.evaluate(COUNT_EFFECTS)
    assert other.evaluate("document.getAnimations().length") == 0, "nothing is animated when a page opens"
    other.locator("#resign > summary").click()
    other.locator("#resign-now").focus()
    choose_space(mover)
    for page in (mover, other):
        window.clear_requests(page)
    held = list[Route]()
    mover.route("**/moves/", lambda route: held.append(route))  # or the board could change between clicks
    mover.locator("#tiles-go").dblclick()
    wait_for(mover, lambda: held, "the move")
    for route in held:
        route.continue_()
    mover.unroute("**/moves/")
    for page in (mover, other):
        expect_version(page, 1)
    expect(mover.locator("#said")).to_have_text("")
    assert list_requests(window, mover) == [f"POST /games/{game}/moves/"]
    assert window.requests(other) == []
    expect(other.locator("#log > li[id^=e]")).not_to_have_count(0)
    expect(other.locator("#told")).to_have_text(
        re.compile(r"^[^.]+\.( [^.]+\.)+$")
    )  # one full stop after each sentence
    expect(other.locator("#resign-now")).to_be_focused()
    expect(other.locator("#resign-now")).to_be_visible()
    assert other.evaluate(HAS_ANIMATIONS_AND_RINGS) == [True, False], "the tile is animated"
    other.keyboard.press("Shift")
    assert other.evaluate("document.getAnimations().length") == 0, "any input ends the animation"
    play([ana, ben], game, moves=1)
    for page in (mover, other):
        expect_version(page, 2)
    assert mover.evaluate(HAS_ANIMATIONS_AND_RINGS) == [False, True], "with reduced motion, a ring marks what is new"
    expect(other).to_have_title(re.compile(r"^[^(]"))
    title = other.title()
    other.evaluate(HIDE_PAGE)
    play([ana, ben], game, moves=1)
    expect(other).to_have_title("(1) " + title)
    assert "favicon-turn" in (other.locator("link[rel=icon]").get_attribute("href") or "")


def test_lost_or_old_frames_and_late_responses_are_harmless(site: Site, window: Windows) -> None:
    ana, ben, game = start_game(site)
    page = window(ana)
    proxy = FrameProxy(page, game)
    wait_until_live(page)
    expect(page.locator(".person.is-here")).to_have_count(1)  # otherwise it could overwrite the one below
    proxy.drops_next_board = True
    play([ana, ben], game, moves=1)
    wait_for(page, lambda: proxy.dropped, "the dropped frame")
    play([ana, ben], game, moves=1)
    expect_version(page, 2)
    expect(page.locator("#log > li[id^=e1-]")).not_to_have_count(0)  # what the dropped frame said isn't missing
    play([ana, ben], game, moves=2)
    expect_version(page, 4)
    old = proxy.find_board(2)
    page.evaluate("document.addEventListener('htmx:before:swap', () => { window.swapped = true })")
    proxy.send(old)
    proxy.send('{"here": [0, 1], "watching": 7}')  # once this has an effect, the old board has been handled
    expect(page.locator(".person.is-here")).to_have_count(2)
    expect_version(page, 4)
    assert page.evaluate("window.swapped") is None, "an older board is ignored"
    held = list[tuple[Route, Any]]()
    page.route("**/moves/", lambda route: held.append((route, route.fetch())))
    place(page)
    wait_for(page, lambda: held, "the response")
    play([ana, ben], game, moves=1)
    wait_for(page, lambda: '"version": 6,' in proxy.frames[-1], "the next board, which builds on the response")
    expect_version(page, 4)
    assert not [frame for frame in proxy.frames if '"version": 5,' in frame], "the page's own move doesn't come twice"
    route, answer = held[0]
    route.fulfill(response=answer)
    expect(page.locator("#receipt")).to_contain_text("Saved as move 5")
    expect_version(page, 6)


def test_a_page_recovers_from_a_server_restart_going_offline_and_the_back_button(
    own_site: Site, window: Windows
) -> None:
    ana, ben, game = start_game(own_site)
    page = window(ana, f"/games/{game}/", forgive=[CONNECTION_LOST])
    wait_until_live(page)
    page.evaluate("window.isSamePage = true")
    window.clear_requests(page)
    own_site.kill()
    expect(page.locator("#live")).to_have_attribute("data-state", "reconnecting")
    expect(page.locator("#strip")).to_contain_text("You're offline")
    own_site.start()
    wait_until_live(page)
    assert play([ana, ben], game, moves=2)["version"] == 2
    expect_version(page, 2)
    expect(page.locator("#strip")).to_be_hidden()
    assert page.evaluate("window.isSamePage"), "the page was reloaded"
    assert list_requests(window, page) == []
    page.context.set_offline(True)
    expect(page.locator("#strip")).to_contain_text("Your move is kept")
    place(page)
    expect(page.locator("#said")).to_have_text("Not sent. Your choice is kept. Try again.")
    page.context.set_offline(False)
    wait_until_live(page)
    page.locator("#tiles-go").click()
    expect_version(page, 3)
    assert ana.state(game)["version"] == 3
    page.goto("/games/")
    play([ana, ben], game, moves=1)
    page.go_back()
    expect_version(page, 4)
    wait_until_live(page)
    play([ana, ben], game, moves=1)
    expect_version(page, 5)


@pytest.mark.proof("windows")
def test_a_page_connects_after_every_load(site: Site, window: Windows) -> None:
    ana, _, game = start_game(site)
    page = window(ana)
    for _load in range(30):
        page.goto(f"/games/{game}/")
        wait_until_live(page)


@pytest.mark.proof("windows")
def test_the_log_marks_what_is_new_since_the_last_visit(site: Site, window: Windows) -> None:
    ana, ben, game = start_game(site, moves=1)
    page = window(ben, f"/games/{game}/")
    expect(page.locator("#since")).to_have_count(0)
    page.goto("/games/")
    play([ana, ben], game, moves=1)
    page.goto(f"/games/{game}/")
    expect(page.locator("#since")).to_have_text("New since your last visit")
    after = page.locator("#since + li").get_attribute("id") or ""
    assert after.startswith("e2-")
    with page.expect_response(lambda response: "number=2&" in (response.request.post_data or "")):  # not an earlier one
        page.keyboard.press("Escape")
    page.reload()
    expect(page.locator("#log")).to_be_visible()
    expect(page.locator("#since")).to_have_count(0)
