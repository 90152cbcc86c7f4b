"""A table that is open: news come by themselves, nothing is lost, older boards never win, and nothing jumps."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.server import Site, Visitor, make_table, play
from tests.browser.windows import Windows, soon

Pair = tuple[Visitor, Visitor, str]
LOST = "WebSocket connection|ERR_CONNECTION|ERR_EMPTY|ERR_INTERNET|htmx: htmx:error"  # what a browser says then


def sit_down(site: Site, moves: int = 0) -> Pair:
    """Two people at a table of tiles; the first to move comes first."""
    ana, ben = site.guest(), site.guest()
    game = make_table([ana, ben], "tiles")
    play([ana, ben], game, moves=moves)
    state = ana.state(game)
    return (ana, ben, game) if state["seat"] in state["waiting"] else (ben, ana, game)


def shows(page: Page, version: int) -> None:
    expect(page.locator("#table")).to_have_attribute("data-version", str(version))


def is_live(page: Page) -> None:
    expect(page.locator("#live")).to_have_attribute("data-state", "live", timeout=30_000)


def place(page: Page) -> None:
    """Lay the tile in hand on the first marked place."""
    page.locator(".tiles-plane button.cell:not(.off)").first.click()
    page.locator("#tiles-go").click()


def choose(page: Page) -> None:
    """Mark the first place, and wait until the site keeps the choice: nothing but the move is to be asked then."""
    with page.expect_response("**/draft/"):
        page.locator(".tiles-plane button.cell:not(.off)").first.click()


def listen_in(page: Page, game: str, rule: Any) -> None:
    """Open the table with somebody between it and the server: `rule(send, text)` hears each frame."""

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: rule(socket.send, text))

    page.route_web_socket("**/ws/**", between)
    page.goto(f"/games/{game}/")


def test_every_load_gets_its_socket(site: Site, window: Windows) -> None:
    ana, _, game = sit_down(site)
    page = window(ana)
    for _load in range(30):
        page.goto(f"/games/{game}/")
        is_live(page)


def test_a_move_comes_without_a_request(site: Site, window: Windows) -> None:
    ana, ben, game = sit_down(site)
    mover, other = window(ana, f"/games/{game}/"), window(ben, f"/games/{game}/")
    for page in (mover, other):
        is_live(page)
    choose(mover)
    for page in (mover, other):
        window.forget(page)
    mover.locator("#tiles-go").click()
    shows(mover, 1)
    shows(other, 1)
    assert window.requests(mover) == [f"POST /games/{game}/moves/"]
    assert window.requests(other) == []
    expect(other.locator("#log > li[id^=e]")).not_to_have_count(0)


def test_the_server_comes_back_and_the_page_goes_on(own_site: Site, window: Windows) -> None:
    ana, ben, game = sit_down(own_site)
    page = window(ana, f"/games/{game}/", forgive=[LOST])
    is_live(page)
    own_site.kill()
    expect(page.locator("#live")).to_have_attribute("data-state", "reconnecting")
    expect(page.locator("#strip")).to_contain_text("Not connected")
    own_site.start()
    play([ana, ben], game, moves=2)
    is_live(page)
    shows(page, 2)
    expect(page.locator("#strip")).to_be_hidden()


def test_a_frame_that_was_missed_does_not_matter(site: Site, window: Windows) -> None:
    ana, ben, game = sit_down(site)
    page, frames = window(ana), list[Any]()

    def lose_the_first(send: Any, text: Any) -> None:
        if "html" in text:
            frames.append(text)
        if len(frames) != 1:
            send(text)

    listen_in(page, game, lose_the_first)
    is_live(page)
    play([ana, ben], game, moves=1)
    soon(page, lambda: frames, "the frame that is lost")
    play([ana, ben], game, moves=1)
    shows(page, 2)


def test_an_older_frame_is_dropped(site: Site, window: Windows) -> None:
    ana, ben, game = sit_down(site)
    page, kept = window(ana), list[Any]()

    def keep(send: Any, text: Any) -> None:
        kept.append((send, text))
        send(text)

    listen_in(page, game, keep)
    is_live(page)
    expect(page.locator(".person.is-here")).to_have_count(1)  # or this would come after what the test says of it
    play([ana, ben], game, moves=1)
    shows(page, 1)
    play([ana, ben], game, moves=1)
    shows(page, 2)
    send, old = next((send, text) for send, text in kept if '"version": 1,' in text)
    page.evaluate("document.addEventListener('htmx:before:swap', () => { window.swapped = true })")
    send(old)
    send('{"here": [0, 1], "watching": 7}')  # heard after it
    expect(page.locator(".person.is-here")).to_have_count(2)
    shows(page, 2)
    assert page.evaluate("window.swapped") is None


def test_an_answer_that_comes_late_does_not_turn_time_back(site: Site, window: Windows) -> None:
    ana, ben, game = sit_down(site)
    page, held = window(ana, f"/games/{game}/"), list[tuple[Route, Any]]()
    is_live(page)
    page.route("**/moves/", lambda route: held.append((route, route.fetch())))
    place(page)
    shows(page, 1)  # by the socket
    play([ana, ben], game, moves=1)
    shows(page, 2)
    soon(page, lambda: held, "the answer")  # the socket may be quicker
    route, answer = held[0]
    with page.expect_event("requestfinished"):
        route.fulfill(response=answer)
    expect(page.locator("#receipt")).to_contain_text("Recorded as move 1")
    shows(page, 2)


def test_back_goes_on(site: Site, window: Windows) -> None:
    ana, ben, game = sit_down(site)
    page = window(ana, f"/games/{game}/")
    is_live(page)
    page.goto("/games/")
    play([ana, ben], game, moves=1)
    page.go_back()
    shows(page, 1)
    is_live(page)
    play([ana, ben], game, moves=1)
    shows(page, 2)


def test_focus_and_what_is_folded_out_survive_a_frame(site: Site, window: Windows) -> None:
    ana, ben, game = sit_down(site)
    page = window(ben, f"/games/{game}/")
    is_live(page)
    page.locator("#resign > summary").click()
    page.locator("#resign-now").focus()
    play([ana, ben], game, moves=1)
    shows(page, 1)
    expect(page.locator("#resign-now")).to_be_focused()
    expect(page.locator("#resign-now")).to_be_visible()


def test_the_title_of_a_hidden_window_says_whose_turn_it_is(site: Site, window: Windows) -> None:
    ana, ben, game = sit_down(site)
    page = window(ben, f"/games/{game}/")
    is_live(page)
    assert not page.title().startswith("(1)")
    page.evaluate("""() => {
        Object.defineProperty(document, 'hidden', { get: () => true });
        document.dispatchEvent(new Event('visibilitychange'));
    }""")
    play([ana, ben], game, moves=1)
    expect(page).to_have_title("(1) " + page.title().removeprefix("(1) "))
    assert "favicon-turn" in (page.locator("link[rel=icon]").get_attribute("href") or "")


def test_what_is_new_since_the_reader_looked(site: Site, window: Windows) -> None:
    ana, ben, game = sit_down(site, moves=1)
    page = window(ben, f"/games/{game}/")
    expect(page.locator("#since")).to_have_count(0)
    page.goto("/games/")
    play([ana, ben], game, moves=1)
    page.goto(f"/games/{game}/")
    expect(page.locator("#since")).to_have_text("New since your visit")
    after = page.locator("#since + li").get_attribute("id") or ""
    assert after.startswith("e2-")
    with page.expect_response(lambda answer: "number=2&" in (answer.request.post_data or "")):  # not one before
        page.keyboard.press("Escape")
    page.reload()
    expect(page.locator("#log")).to_be_visible()
    expect(page.locator("#since")).to_have_count(0)


@pytest.mark.parametrize("calm", [False, True])
def test_a_tile_flies_unless_motion_is_unwanted(site: Site, window: Windows, calm: bool) -> None:
    ana, ben, game = sit_down(site)
    page = window(ben, f"/games/{game}/", reduced_motion=calm)
    is_live(page)
    page.evaluate("""() => document.addEventListener('htmx:after:swap', () => {
        window.flights = document.getAnimations().filter((one) => one.effect.getTiming().duration > 50).length;
        window.rings = document.querySelectorAll('[data-ring]').length;
    })""")
    assert page.evaluate("document.getAnimations().length") == 0  # none when a page opens
    play([ana, ben], game, moves=1)
    shows(page, 1)
    flights, rings = page.evaluate("[window.flights, window.rings]")
    assert (flights > 0, rings > 0) == (not calm, calm)
    page.keyboard.press("Shift")
    assert page.evaluate("document.getAnimations().length") == 0  # any input ends it


def test_without_a_network_the_choice_is_kept(site: Site, window: Windows) -> None:
    ana, _, game = sit_down(site)
    page = window(ana, f"/games/{game}/", forgive=[LOST])
    is_live(page)
    page.context.set_offline(True)
    expect(page.locator("#strip")).to_contain_text("Your move is kept")
    place(page)
    expect(page.locator("#said")).to_have_text("Not sent. Your choice is kept; press again.")
    page.context.set_offline(False)
    is_live(page)
    page.locator("#tiles-go").click()
    shows(page, 1)
    assert ana.state(game)["version"] == 1


def test_two_clicks_are_one_move(site: Site, window: Windows) -> None:
    ana, _, game = sit_down(site)
    page = window(ana, f"/games/{game}/")
    is_live(page)
    choose(page)
    window.forget(page)
    held = list[Route]()
    page.route("**/moves/", lambda route: held.append(route))  # or the next board might come between the clicks
    page.locator("#tiles-go").dblclick()
    soon(page, lambda: held, "the move")
    for route in held:
        route.continue_()
    shows(page, 1)
    expect(page.locator("#said")).to_have_text("")
    assert [asked for asked in window.requests(page) if "/static/" not in asked] == [f"POST /games/{game}/moves/"]


def test_by_keyboard_alone(site: Site, window: Windows) -> None:
    ana, _, game = sit_down(site, moves=2)
    page = window(ana, f"/games/{game}/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()
    page.keyboard.press("l")
    line = page.locator("#log > li[id^=e] > span").last.inner_text()
    expect(page.locator("#said")).to_have_text(line)
    page.keyboard.press("t")
    expect(page.locator("#said")).to_contain_text(page.locator("#headline").inner_text())
    page.keyboard.press("Escape")
    expect(page.locator("#said")).to_have_text("")


def test_the_keyboard_stays_at_the_table_after_a_move(site: Site, window: Windows) -> None:
    ana, _, game = sit_down(site)
    page = window(ana, f"/games/{game}/")
    is_live(page)
    page.locator(".tiles-plane button.cell").first.focus()
    page.keyboard.press("Enter")
    shows(page, 1)
    expect(page.locator("#table[aria-busy]")).to_have_count(0)
    assert page.evaluate("document.getElementById('table').contains(document.activeElement)")


def test_what_may_not_be_done_says_why(site: Site, window: Windows) -> None:
    ana, _, game = sit_down(site)
    page = window(ana, f"/games/{game}/")
    page.locator("#tiles-go").click(force=True)
    expect(page.locator("#said")).to_have_text(page.locator("#tiles-go").get_attribute("data-why") or "?")


def test_dark_if_the_reader_says_so(site: Site, window: Windows) -> None:
    page = window(site.guest())
    cloth = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(cloth) == "rgb(223, 230, 220)"
    page.locator(".me > summary").click()
    page.get_by_label("dark", exact=True).check()
    assert page.evaluate(cloth) == "rgb(19, 33, 28)"
    page.goto("/games/")
    assert page.evaluate(cloth) == "rgb(19, 33, 28)"
