"""A choice that was begun and not sent, in real windows: it survives a reload, and is there on another device."""

from playwright.sync_api import Page, expect

from tests.browser.server import Site, Visitor, make_table, play, until
from tests.browser.states import BUYING, may, tiles_laid
from tests.browser.windows import live


def asked_to_bid(site: Site) -> tuple[Visitor, str]:
    """Somebody who may bid more than the least, and has coins to choose from."""
    for seed in range(20):
        people = [site.sign_up() for _ in range(2)]
        game = make_table(people, "push")
        state = play(people, game, seed=seed, among=BUYING, stop=lambda state: roomy(state))
        if roomy(state):
            return state["person"], game
    raise AssertionError("nobody was rich enough")


def roomy(state) -> bool:
    offer = state["choices"].get("bid")
    return bool(may("bid")(state) and offer["most"] >= offer["least"] + 2 and offer["means"]["coins"] >= 2)


def draft(person: Visitor, game: str):
    return person.get(f"/games/{game}/draft/").json()["data"]


def test_a_bid_that_was_begun_is_there_after_a_reload_and_on_a_phone(site, window):
    person, game = asked_to_bid(site)
    page = window(person, f"/games/{game}/")
    live(page)
    page.locator("#bid-more").click()
    coin = page.locator('input[name="coins"]').first
    was = coin.is_checked()
    coin.set_checked(not was, force=True)
    page.locator("#fair > summary").click()
    until(lambda: (draft(person, game) or {}).get("open"), "the draft")
    begun = chosen(page)
    assert begun["pay"] == "mine"
    page.reload()
    assert chosen(page) == begun
    phone = window(person, f"/games/{game}/", viewport=(390, 844))
    assert chosen(phone) == begun


def chosen(page: Page) -> dict[str, object]:
    live(page)
    return {
        "amount": page.locator(".bid-amount").input_value(),
        "coins": [box.is_checked() for box in page.locator('input[name="coins"]').all()],
        "says": page.locator("#do-bid").inner_text(),
        "pay": page.locator('#decide input[type="hidden"][name="pay"]').input_value(),
        "fair": page.locator("#fair").get_attribute("open") is not None,
    }


def test_a_place_that_was_chosen_is_chosen_after_a_reload_and_can_be_taken(site, window):
    people = [site.sign_up() for _ in range(2)]
    game = make_table(people, "tiles")
    state = play(people, game, stop=tiles_laid(5))
    person = state["person"]
    page = window(person, f"/games/{game}/")
    live(page)
    page.locator(".tiles-plane button.cell:not(.off)").nth(1).click()
    place = page.locator(".cell.chosen").get_attribute("value")
    until(lambda: draft(person, game) == {"tiles": ["", place]}, "the draft")
    page.reload()
    expect(page.locator(".cell.chosen")).to_have_attribute("value", place)
    page.locator("#tiles-go").click()
    expect(page.locator(f'#table[data-version="{state["version"] + 1}"]')).to_be_attached()
    assert draft(person, game) is None


def test_another_device_goes_on_with_it(site, window):
    people = [site.sign_up() for _ in range(2)]
    game = make_table(people, "tiles")
    person = play(people, game, stop=tiles_laid(5))["person"]
    first, second = window(person, f"/games/{game}/"), window(person, f"/games/{game}/")
    for page in (first, second):
        live(page)
    second.locator(".tiles-plane button.cell:not(.off)").nth(2).click()
    place = second.locator(".cell.chosen").get_attribute("value")
    until(lambda: draft(person, game), "the draft")
    expect(first.locator(".cell.chosen")).to_have_count(0)
    first.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # its reader comes back to it
    expect(first.locator(".cell.chosen")).to_have_attribute("value", place)


def test_a_board_that_comes_again_takes_nothing_back(site, window):
    person, game = asked_to_bid(site)
    page = window(person, f"/games/{game}/")
    live(page)
    board = page.locator("#table").evaluate("table => table.outerHTML")
    page.locator("#bid-more").click()
    begun = chosen(page)
    swap = "html => htmx.swap({text: html, target: document.getElementById('table'), swap: 'outerMorph'})"
    page.evaluate(swap, board)
    assert chosen(page) == begun


def test_what_was_begun_on_one_board_is_not_there_on_the_next(site, window):
    person, game = asked_to_bid(site)
    page = window(person, f"/games/{game}/")
    live(page)
    page.locator("#bid-more").click()
    until(lambda: draft(person, game), "the draft")
    page.locator("#do-pass").click()
    expect(page.locator("#do-pass")).to_have_count(0)
    page.reload()
    live(page)
    assert draft(person, game) is None
