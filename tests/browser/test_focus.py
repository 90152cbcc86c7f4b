"""Keyboard focus after a move."""

from playwright.sync_api import expect

from tests.browser.server import Site, find_turn, make_table, play
from tests.browser.windows import Windows, wait_until_live
from tests.waiting import until


def test_focus_moves_to_the_headline_when_the_focused_button_disappears(site: Site, window: Windows) -> None:
    people = [site.sign_up(), site.sign_up()]
    game = make_table(people, "swap", seats=4, bots="easy,easy")
    mover = until(lambda: find_turn(people, game), "somebody's turn")["person"]
    page = window(mover, f"/games/{game}/")
    page.locator("#act-hold").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#act-hold")).to_have_count(0)
    expect(page.locator("#headline")).to_be_focused()


def test_focus_moves_to_the_headline_when_somebody_elses_board_removes_the_button(site: Site, window: Windows) -> None:
    people = [site.sign_up() for _ in range(4)]
    game = make_table(people, "swap", seats=4)
    mover = until(lambda: find_turn(people, game), "somebody's turn")["person"]
    page = window(mover, f"/games/{game}/")
    wait_until_live(page)
    page.locator("#act-hold").focus()
    play(people, game, moves=1)  # on another device
    expect(page.locator("#act-hold")).to_have_count(0)
    expect(page.locator("#headline")).to_be_focused()
