"""The focus is never lost after a move."""

from playwright.sync_api import expect

from tests.browser.server import Site, make_table, ready
from tests.browser.windows import Windows
from tests.waiting import until


def test_the_focus_goes_to_the_headline_when_its_button_is_gone(site: Site, window: Windows) -> None:
    people = [site.sign_up(), site.sign_up()]
    game = make_table(people, "swap", seats=4, bots="easy,easy")
    mover = until(lambda: ready(people, game), "somebody's turn")["person"]
    page = window(mover, f"/games/{game}/")
    page.locator("#act-hold").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#act-hold")).to_have_count(0)
    expect(page.locator("#headline")).to_be_focused()
