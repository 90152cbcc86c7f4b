"""Several windows at one table: requests, what each sees, and a server that is killed."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.server import Site, Visitor, make_table, play
from tests.browser.windows import live
from tests.waiting import until

# What the browser itself says when its server is gone.
GONE = ("WebSocket connection to", "net::ERR_")
CLICKS = {
    "push": '#table button[name="do"][value="draw"]',
    "tiles": '#table button[name="at"]',
    "swap": '#table button[name="do"][value="hold"]',
}
KINDS = sorted(CLICKS)
pytestmark = pytest.mark.proof("windows")


def begin(site: Site, kind: str) -> tuple[list[Visitor], str]:
    """A table of people only, none of whom has moved: who moves first, and may draw in push, comes first."""
    people = [site.sign_up() for _ in range(4 if kind == "swap" else 2)]
    for _ in range(30):  # the first card may be a wild, which is auctioned at once
        game = make_table(people, kind)
        first = until(lambda: [person for person in people if is_asked(person, game)])  # noqa: B023
        if kind != "push" or "draw" in first[0].state(game)["choices"]:
            return sorted(people, key=lambda person: person not in first), game
    raise AssertionError("no game in which the first may draw")


def is_asked(person: Visitor, game: str) -> bool:
    state = person.state(game)
    return state["seat"] in state["waiting"]


def click_a_move(page: Page, kind: str) -> None:
    button = page.locator(CLICKS[kind])
    if kind == "tiles":  # the first click chooses; the second follows before what was chosen is sent, to be kept
        button.first.dblclick()
    else:
        button.first.click()


def shows(page: Page, version: int) -> None:
    """The page has come to this version by itself."""
    expect(page.locator(f'#table[data-version="{version}"]')).to_be_attached()


@pytest.mark.parametrize("kind", KINDS)
def test_a_click_is_one_request_and_the_others_ask_for_nothing(site, window, kind):
    people, game = begin(site, kind)
    mover, other = (window(person, f"/games/{game}/") for person in people[:2])
    spectator, plain = window(path=f"/games/{game}/"), window(path=f"/games/{game}/", javascript=False)
    for page in (mover, other, spectator):
        live(page)
        window.forget(page)
    click_a_move(mover, kind)
    for page in (mover, other, spectator):
        shows(page, 1)
    live(other)
    assert [asked for asked in window.requests(mover) if "/static/" not in asked] == [f"POST /games/{game}/moves/"]
    assert window.requests(other) == []
    assert window.requests(spectator) == []
    assert plain.locator("#table").get_attribute("data-version") == "0"
    plain.reload()
    shows(plain, 1)


@pytest.mark.parametrize("kind", KINDS)
def test_all_windows_show_the_same_game(site, window, kind):
    """What is said of a move is said to everybody, a window without scripts among them, also much later."""
    people, game = begin(site, kind)
    pages = [window(person, f"/games/{game}/") for person in [*people[:2], None]]
    for page in pages:
        live(page)
    version = play(people, game, moves=12)["version"]
    for page in pages:
        shows(page, version)
    plain = window(people[0], f"/games/{game}/", javascript=False)
    assert told(plain) == told(pages[0])
    assert told(window(path=f"/games/{game}/", javascript=False)) == told(pages[2])


def told(page: Page) -> list[str]:
    """What a page says: the sentence, and the log without its times, which are in the reader's zone."""
    lines = page.locator(".log li").all_inner_texts()
    return [page.locator("#headline").inner_text(), *(re.sub(r"\d?\d:\d\d|\s+", " ", line).strip() for line in lines)]


def test_who_is_here_is_shown(site, window):
    people, game = begin(site, "push")
    page = window(people[0], f"/games/{game}/")
    live(page)
    seat = people[1].state(game)["seat"]
    there = page.locator(f'.is-here[data-presence="{seat}"]')
    expect(there).to_have_count(0)
    other = window(people[1], f"/games/{game}/")
    expect(there.first).to_be_attached()
    other.close()
    expect(there).to_have_count(0)


def test_a_window_has_one_socket_of_the_table_and_one_of_the_player(site, window):
    people, game = begin(site, "push")
    page = window(people[0], "about:blank")  # no page of ours, whose sockets could be told of late
    opened = []
    page.on("websocket", lambda socket: opened.append(socket.url.split("/")[4]))
    for _ in range(5):
        with page.expect_websocket(lambda socket: socket.url.endswith("/ws/me/")):  # not bound to come first
            page.goto(f"/games/{game}/")
        live(page)
    assert sorted(opened) == ["games"] * 5 + ["me"] * 5


def test_a_killed_server_goes_on(own_site, window):
    """Killed in the middle of a game: no acknowledged move is lost, and both windows go on by themselves."""
    people, game = begin(own_site, "push")
    before = play(people, game, moves=9)["version"]
    pages = [window(person, f"/games/{game}/", forgive=GONE) for person in people]
    for page in pages:
        live(page)
        page.evaluate("window.untouched = true")
    for page in pages:
        window.forget(page)
    own_site.kill()
    for page in pages:
        expect(page.locator("#live")).to_have_attribute("data-state", "reconnecting")
    own_site.start()
    for page in pages:
        live(page)
    state = play(people, game, moves=3)
    assert state["version"] >= before + 3
    for page in pages:
        shows(page, state["version"])
        assert page.evaluate("window.untouched"), "the page was not loaded again"
        assert [asked for asked in window.requests(page) if "/static/" not in asked] == []


def test_killed_again_and_again_no_move_is_lost(own_site):
    """Right after each answer; what was answered 200 is in the record of the game, once, and the game goes on."""
    people, game = begin(own_site, "swap")
    for moves in range(1, 6):
        state = play(people, game, moves=moves)
        own_site.kill()
        own_site.start()
        assert people[0].state(game)["version"] == state["version"]
    assert len(people[0].get(f"/games/{game}/record.json").json()["moves"]) == state["version"] == 15
