"""TEN Swap in a browser: its buttons, and whole games with four and twelve seats, also without JavaScript."""

import random
from collections.abc import Callable, Mapping
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.browser.server import Site, State, Visitor, make_table, ready
from tests.browser.windows import DESK, Windows, axe, fits, live, resize
from tests.waiting import until

PHONE = (390, 844)
NARROW = (320, 640)
Act = Callable[[Page, str], None]


def click(page: Page, do: str) -> None:
    page.locator(f"#act-{do}").click()


def tap(page: Page, do: str) -> None:
    page.locator(f"#act-{do}").tap()


def press(page: Page, do: str) -> None:
    """By keyboard alone, from the top of the page."""
    page.locator("body").press("Home")
    page.evaluate("document.activeElement.blur()")
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == f"act-{do}":
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"no way by keyboard to {do}")


def click_without_scripts(page: Page, do: str) -> None:
    page.reload()
    with page.expect_navigation():  # else the next reload may meet a page that is just being left
        click(page, do)


def shows(page: Page, version: int) -> None:
    expect(page.locator(f'#table[data-version="{version}"]')).to_be_attached()


def play_out(game: str, seats: Mapping[Visitor, tuple[Page, Act]], choose: Callable[[list[str]], str]) -> State:
    """To the end: whoever is asked presses one of the buttons of the page."""
    while True:
        state = until(lambda: ready(list(seats), game), "somebody's turn")
        if state["status"] != "playing":
            return state
        page, act = seats[state["person"]]
        if page.evaluate("1 + 1 === 2") and act is not click_without_scripts:
            shows(page, state["version"])
            assert (
                page.locator(".swap-hand .creature use").get_attribute("href") == f"#creature-{state['view']['card']}"
            )
        act(page, choose([move["do"] for move in state["choices"]["moves"]]))
        until(partial(is_past, state, game), "the move")


def is_past(state: State, game: str) -> bool:
    """The game has gone on since."""
    return bool(state["person"].state(game)["version"] > state["version"])


def two(site: Site, **fields: str) -> tuple[list[Visitor], str]:
    people = [site.sign_up(), site.guest()]
    return people, make_table(people, "swap", **fields)


def ended(pages: list[Page], seats: int, state: State) -> None:
    """All windows have come to the end by themselves: who won, and every place."""
    for page in pages:
        expect(page.locator('#table[data-status="finished"]')).to_be_attached()
        expect(page.locator("#headline")).to_contain_text("won")
        expect(page.locator(".places > li")).to_have_count(seats)
        expect(page.locator("#act-hold")).to_have_count(0)
        if not state["view"]["order"]:  # else the last token was lost to a card that blocked, in the middle of a hand
            expect(page.locator(".swap-showdown .is-lowest").first).to_be_visible()
        fits(page)


@pytest.mark.proof("games")
@pytest.mark.parametrize("blocking", ["auto", "ask"])
def test_four_seats_to_the_end(site, window, blocking):
    """One at a desk, one with a phone in the dark, somebody watches."""
    people, game = two(site, seats=4, bots="easy,easy", blocking=blocking)
    path = f"/games/{game}/"
    desk = window(people[0], path)
    phone = window(people[1], path, viewport=PHONE, dark=True, touch=True)
    watcher = window(path=path, viewport=NARROW, reduced_motion=True)
    for page in (desk, phone, watcher):
        live(page)
        fits(page)
    dice = random.Random(blocking)
    state = play_out(game, {people[0]: (desk, click), people[1]: (phone, tap)}, dice.choice)
    ended([desk, phone, watcher], 4, state)
    for page in (desk, phone, watcher):
        resize(page, DESK)  # on a phone axe cannot tell what lies under a long log
        axe(page)


@pytest.mark.proof("games")
def test_twelve_seats_to_the_end(site, window):
    """One by keyboard, one without scripts, who need not do anything but hold."""
    people, game = two(site, seats=12, bots=",".join(["easy"] * 10))
    path = f"/games/{game}/"
    keys = window(people[0], path, dark=True)
    plain = window(people[1], path, viewport=PHONE, javascript=False)
    watcher = window(path=path)
    keys.keyboard.press("Escape")  # what the bots have done since lies over the page, one line after another
    for page in (keys, watcher):
        live(page)
        axe(page)
    assert keys.locator(".swap-seat").count() == 11
    assert watcher.locator(".swap-seat").count() == 12
    assert watcher.locator(".swap-hand").count() == 0
    state = play_out(
        game, {people[0]: (keys, press), people[1]: (plain, click_without_scripts)}, lambda moves: moves[0]
    )
    plain.reload()
    ended([keys, plain, watcher], 12, state)


def test_a_swap_is_asked_for_and_answered_by_buttons(site: Site, window: Windows) -> None:
    """The next seat is at the right, the own card is shown, and a button that is off says why."""
    people = [site.sign_up() for _ in range(4)]
    first, second, game = without_a_block(people)
    desk, phone = window(first, f"/games/{game}/"), window(second, f"/games/{game}/", viewport=NARROW, touch=True)
    for page, person in ((desk, first), (phone, second)):
        live(page)
        card = person.state(game)["view"]["card"]
        assert page.locator(".swap-hand .creature use").get_attribute("href") == f"#creature-{card}"
    across = [middle_of(desk, (first.state(game)["seat"] + step) % 4) for step in (1, 2, 3)]
    assert across == sorted(across, reverse=True), "anticlockwise: who plays next sits at the right"
    expect(phone.locator("#act-hold")).to_have_count(0)
    click(desk, "swap")
    for page in (desk, phone):
        shows(page, 1)
    phone.locator("#act-block").click(force=True)  # it is off, and says so
    expect(phone.locator("#said")).to_contain_text("Only 6, 7, 8, 9 and 10 can block a swap.")
    fits(phone)
    before = [person.state(game)["view"]["card"] for person in (first, second)]
    tap(phone, "accept")
    for page in (desk, phone):
        shows(page, 2)
    assert [person.state(game)["view"]["card"] for person in (second, first)] == before
    for page, card in ((desk, before[1]), (phone, before[0])):
        expect(page.locator(".swap-hand .creature use")).to_have_attribute("href", f"#creature-{card}")
    tap(phone, "hold")
    for page in (desk, phone):
        shows(page, 3)
    expect(desk.locator("#log > li#e3-1")).to_contain_text(second.name)


def without_a_block(people: list[Visitor]) -> tuple[Visitor, Visitor, str]:
    """A new table whose first player may swap with a second who cannot block; the two, and the game."""
    for _ in range(30):
        game = make_table(people, "swap", blocking="ask")
        states = {person: person.state(game) for person in people}
        order = states[people[0]]["view"]["order"]
        first, second = (next(one for one in people if states[one]["seat"] == seat) for seat in order[:2])
        cards = [states[person]["view"]["card"] for person in (first, second)]
        if "swap" in states[first]["choices"] and all(card in ("1", "2", "3", "4", "5") for card in cards):
            return first, second, game
    raise AssertionError("everybody could block")


def middle_of(page: Page, seat: int) -> float:
    """How far to the right a seat stands."""
    box = page.locator(f'.swap-seat [data-presence="{seat}"]').bounding_box()
    assert box
    return box["x"] + box["width"] / 2
