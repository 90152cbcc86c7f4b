"""TEN Swap: its buttons, and whole games with four and twelve seats, with and without JavaScript."""

import random
import re
from collections.abc import Callable, Mapping
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.browser.server import Site, State, Visitor, find_turn, make_table
from tests.browser.windows import DESK, Windows, check_accessibility, check_fits, resize, wait_until_live
from tests.waiting import until

PHONE = (390, 844)
NARROW = (320, 640)
Act = Callable[[Page, str], None]


def read_own_card(page):
    """Return which card the drawing in the reader's hand refers to."""
    return page.locator(".swap-hand .creature use").get_attribute("href").partition("#creature-")[2]


def click(page: Page, do: str) -> None:
    page.locator(f"#act-{do}").click()


def tap(page: Page, do: str) -> None:
    page.locator(f"#act-{do}").tap()


def press_key(page: Page, do: str) -> None:
    """Tab to the button from the top of the page, and press Enter."""
    page.locator("body").press("Home")
    page.evaluate("document.activeElement.blur()")
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == f"act-{do}":
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"the keyboard doesn't reach {do}")


def click_without_scripts(page: Page, do: str) -> None:
    page.reload()
    with page.expect_navigation():  # otherwise the next reload could interrupt it
        click(page, do)


def expect_version(page: Page, version: int) -> None:
    expect(page.locator(f'#state[data-version="{version}"]')).to_be_attached()


def play_out(game: str, seats: Mapping[Visitor, tuple[Page, Act]], choose: Callable[[list[str]], str]) -> State:
    """Play to the end with the buttons of each player's page."""
    while True:
        state = until(lambda: find_turn(list(seats), game), "somebody's turn")
        if state["status"] != "playing":
            return state
        page, act = seats[state["person"]]
        if page.evaluate("1 + 1 === 2") and act is not click_without_scripts:
            expect_version(page, state["version"])
            assert read_own_card(page) == state["view"]["card"]
        act(page, choose([move["do"] for move in state["choices"]["moves"]]))
        until(partial(is_past, state, game), "the move")


def is_past(state: State, game: str) -> bool:
    return bool(state["person"].state(game)["version"] > state["version"])


def start_game(site: Site, **fields: str) -> tuple[list[Visitor], str]:
    people = [site.sign_up(), site.guest()]
    return people, make_table(people, "swap", **fields)


def expect_finished(pages: list[Page], seats: int, state: State) -> None:
    """Expect every window to show the winner and all ranks, without reloading."""
    for page in pages:
        expect(page.locator('#state[data-status="finished"]')).to_be_attached()
        expect(page.locator("#headline")).to_contain_text("won")
        expect(page.locator(".places > li")).to_have_count(seats)
        expect(page.locator("#act-hold")).to_have_count(0)
        if not state["view"]["order"]:  # otherwise a card that blocked took the last token, which ended the game
            expect(page.locator(".swap-showdown .is-lowest").first).to_be_visible()
        check_fits(page)


@pytest.mark.proof("games")
@pytest.mark.parametrize("blocking", ["auto", "ask"])
def test_a_game_with_four_seats_can_be_finished(site, window, blocking):
    """One player has a desktop, one a phone in dark mode, and a spectator watches."""
    people, game = start_game(site, seats=4, bots="easy,easy", blocking=blocking)
    path = f"/games/{game}/"
    desk = window(people[0], path)
    phone = window(people[1], path, viewport=PHONE, dark=True, touch=True)
    watcher = window(path=path, viewport=NARROW, reduced_motion=True)
    for page in (desk, phone, watcher):
        wait_until_live(page)
        check_fits(page)
    dice = random.Random(blocking)
    state = play_out(game, {people[0]: (desk, click), people[1]: (phone, tap)}, dice.choice)
    expect_finished([desk, phone, watcher], 4, state)
    for page in (desk, phone, watcher):
        resize(page, DESK)  # on a phone, axe can't determine the background of a long log
        check_accessibility(page)


@pytest.mark.proof("games")
def test_a_game_with_twelve_seats_can_be_finished(site, window):
    """One player uses the keyboard, one has no scripts, and both always make their first legal move."""
    people, game = start_game(site, seats=12, bots=",".join(["easy"] * 10))
    path = f"/games/{game}/"
    keys = window(people[0], path, dark=True)
    plain = window(people[1], path, viewport=PHONE, javascript=False)
    watcher = window(path=path)
    keys.keyboard.press("Escape")  # close the list of updates that covers the page
    for page in (keys, watcher):
        wait_until_live(page)
        check_accessibility(page, decided=False)  # long names may touch each other; test_pages decides
    assert keys.locator(".swap-seat").count() == 11
    assert watcher.locator(".swap-seat").count() == 12
    assert watcher.locator(".swap-hand").count() == 0
    state = play_out(
        game, {people[0]: (keys, press_key), people[1]: (plain, click_without_scripts)}, lambda moves: moves[0]
    )
    plain.reload()
    expect_finished([keys, plain, watcher], 12, state)


def test_a_swap_can_be_requested_and_accepted(site: Site, window: Windows) -> None:
    """The next player sits to the right, players see their own card, and a disabled button says why."""
    people = [site.sign_up() for _ in range(4)]
    first, second, game = start_without_block(people)
    desk, phone = window(first, f"/games/{game}/"), window(second, f"/games/{game}/", viewport=NARROW, touch=True)
    for page, person in ((desk, first), (phone, second)):
        wait_until_live(page)
        card = person.state(game)["view"]["card"]
        assert read_own_card(page) == card
    centers = [find_center(desk, (first.state(game)["seat"] + step) % 4) for step in (1, 2, 3)]
    assert centers == sorted(centers, reverse=True), "counterclockwise: the next player sits to the right"
    expect(phone.locator("#act-hold")).to_have_count(0)
    click(desk, "swap")
    for page in (desk, phone):
        expect_version(page, 1)
    phone.locator("#act-block").click(force=True)  # aria-disabled, so a click explains why
    expect(phone.locator("#said")).to_contain_text("Only 6, 7, 8, 9 and 10 can block a swap.")
    check_fits(phone)
    before = [person.state(game)["view"]["card"] for person in (first, second)]
    tap(phone, "accept")
    for page in (desk, phone):
        expect_version(page, 2)
    assert [person.state(game)["view"]["card"] for person in (second, first)] == before
    for page, card in ((desk, before[1]), (phone, before[0])):
        expect(page.locator(".swap-hand .creature use")).to_have_attribute("href", re.compile(rf"#creature-{card}$"))
    tap(phone, "hold")
    for page in (desk, phone):
        expect_version(page, 3)
    expect(desk.locator("#log > li#e3-1")).to_contain_text(second.name)


def start_without_block(people: list[Visitor]) -> tuple[Visitor, Visitor, str]:
    """Start a game whose first player can swap with a second who can't block; return the two, and the game."""
    for _ in range(30):
        game = make_table(people, "swap", blocking="ask")
        states = {person: person.state(game) for person in people}
        order = states[people[0]]["view"]["order"]
        first, second = (next(one for one in people if states[one]["seat"] == seat) for seat in order[:2])
        cards = [states[person]["view"]["card"] for person in (first, second)]
        if "swap" in states[first]["choices"] and all(card in ("1", "2", "3", "4", "5") for card in cards):
            return first, second, game
    raise AssertionError("every second player could block")


def find_center(page: Page, seat: int) -> float:
    """Return the horizontal center of a seat."""
    box = page.locator(f'.swap-seat [data-presence="{seat}"]').bounding_box()
    assert box
    return box["x"] + box["width"] / 2
