"""Several windows at one table: requests, what each shows, sockets, and a server that is killed."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.server import Site, Visitor, make_table, play
from tests.browser.windows import wait_until_live
from tests.waiting import until

CONNECTION_LOST = ("WebSocket connection to", "net::ERR_")
MOVE_BUTTONS = {
    "push": '#table button[name="do"][value="draw"]',
    "tiles": '#table button[name="at"]',
    "swap": '#table button[name="do"][value="hold"]',
}
KINDS = sorted(MOVE_BUTTONS)
pytestmark = pytest.mark.proof("windows")


def start_game(site: Site, kind: str) -> tuple[list[Visitor], str]:
    """Start a game without bots; return its players, starting with the one to move, and the game."""
    people = [site.sign_up() for _ in range(4 if kind == "swap" else 2)]
    for _ in range(30):  # in push, until one starts with a turn: a wild as the first card starts an auction
        game = make_table(people, kind)
        first = until(lambda: [person for person in people if is_mover(person, game)])  # noqa: B023
        if kind != "push" or "draw" in first[0].state(game)["choices"]:
            return sorted(people, key=lambda person: person not in first), game
    raise AssertionError("every game started with an auction")


def is_mover(person: Visitor, game: str) -> bool:
    state = person.state(game)
    return state["seat"] in state["waiting"]


def click_a_move(page: Page, kind: str) -> None:
    button = page.locator(MOVE_BUTTONS[kind])
    if kind == "tiles":  # the second click confirms before the choice is saved as a draft
        button.first.dblclick()
    else:
        button.first.click()


def expect_version(page: Page, version: int) -> None:
    expect(page.locator(f'#state[data-version="{version}"]')).to_be_attached()


@pytest.mark.parametrize("kind", KINDS)
def test_a_move_is_one_request_and_other_windows_send_none(site, window, kind):
    people, game = start_game(site, kind)
    mover, other = (window(person, f"/games/{game}/") for person in people[:2])
    spectator, plain = window(path=f"/games/{game}/"), window(path=f"/games/{game}/", javascript=False)
    for page in (mover, other, spectator):
        wait_until_live(page)
        window.clear_requests(page)
    click_a_move(mover, kind)
    for page in (mover, other, spectator):
        expect_version(page, 1)
    wait_until_live(other)
    assert [line for line in window.requests(mover) if "/static/" not in line] == [f"POST /games/{game}/moves/"]
    assert window.requests(other) == []
    assert window.requests(spectator) == []
    assert plain.locator("#state").get_attribute("data-version") == "0"
    plain.reload()
    expect_version(plain, 1)


@pytest.mark.parametrize("kind", KINDS)
def test_open_windows_show_the_same_as_new_ones_without_scripts(site, window, kind):
    people, game = start_game(site, kind)
    pages = [window(person, f"/games/{game}/") for person in [*people[:2], None]]
    for page in pages:
        wait_until_live(page)
    version = play(people, game, moves=12)["version"]
    for page in pages:
        expect_version(page, version)
    plain = window(people[0], f"/games/{game}/", javascript=False)
    assert read_texts(plain) == read_texts(pages[0])
    assert read_texts(window(path=f"/games/{game}/", javascript=False)) == read_texts(pages[2])


def read_texts(page: Page) -> list[str]:
    """Return the headline, and the log without times, which depend on the time zone."""
    lines = page.locator(".log li").all_inner_texts()
    return [page.locator("#headline").inner_text(), *(re.sub(r"\d?\d:\d\d|\s+", " ", line).strip() for line in lines)]


def test_a_table_shows_who_is_present(site, window):
    people, game = start_game(site, "push")
    page = window(people[0], f"/games/{game}/")
    wait_until_live(page)
    seat = people[1].state(game)["seat"]
    present = page.locator(f'.is-here[data-presence="{seat}"]')
    expect(present).to_have_count(0)
    other = window(people[1], f"/games/{game}/")
    expect(present.first).to_be_attached()
    other.close()
    expect(present).to_have_count(0)


def test_a_page_opens_one_socket_for_the_table_and_one_for_the_player(site, window):
    people, game = start_game(site, "push")
    page = window(people[0], "about:blank")  # not one of our pages, whose sockets could be reported late
    opened = []
    page.on("websocket", lambda socket: opened.append(socket.url.split("/")[4]))
    for _ in range(5):
        with page.expect_websocket(lambda socket: socket.url.endswith("/ws/me/")):  # either may come first
            page.goto(f"/games/{game}/")
        wait_until_live(page)
    assert sorted(opened) == ["games"] * 5 + ["me"] * 5


def test_windows_recover_when_a_killed_server_is_restarted(own_site, window):
    people, game = start_game(own_site, "push")
    before = play(people, game, moves=9)["version"]
    pages = [window(person, f"/games/{game}/", forgive=CONNECTION_LOST) for person in people]
    for page in pages:
        wait_until_live(page)
        page.evaluate("window.isSamePage = true")
    for page in pages:
        window.clear_requests(page)
    own_site.kill()
    for page in pages:
        expect(page.locator("#live")).to_have_attribute("data-state", "reconnecting")
    own_site.start()
    for page in pages:
        wait_until_live(page)
    state = play(people, game, moves=3)
    assert state["version"] >= before + 3
    for page in pages:
        expect_version(page, state["version"])
        assert page.evaluate("window.isSamePage"), "the page was reloaded"
        assert [line for line in window.requests(page) if "/static/" not in line] == []


def test_no_move_is_lost_when_the_server_is_killed_right_after_responses(own_site):
    """Every move whose response was 200 is in the record once, and the game goes on."""
    people, game = start_game(own_site, "swap")
    for moves in range(1, 6):
        state = play(people, game, moves=moves)
        own_site.kill()
        own_site.start()
        assert people[0].state(game)["version"] == state["version"]
    assert len(people[0].get(f"/games/{game}/record.json").json()["moves"]) == state["version"] == 15
