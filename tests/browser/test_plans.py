"""Making, editing and canceling plans, and what the page says once they act, with and without JavaScript."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.server import Site, Visitor, make_table, play
from tests.browser.states import BUYING
from tests.browser.windows import Windows, check_accessibility, check_fits, wait_until_live

PHONE = (390, 844)
BLUE = {"for": "auction", "which": "b#", "bid": "up-to", "most": 4, "once": False, "pay": {"busts": False}}


def start_auction(site: Site) -> tuple[list[Visitor], str, int]:
    """Play until a wild is up for auction without a bid; return the players in bidding order, the game and version."""
    people = [site.sign_up() for _ in range(3)]
    for seed in range(30):
        game = make_table(people, "push")
        state = play(people, game, seed=seed, prefer=BUYING, stop=is_new_auction)
        if is_new_auction(state):
            seats = {person.state(game)["seat"]: person for person in people}
            return [seats[seat] for seat in state["view"]["auction"]["order"]], game, state["version"]
    raise AssertionError("no auction")


def is_new_auction(state) -> bool:
    """Everybody can bid, and nobody has yet."""
    auction = state["view"]["auction"]
    return bool(auction and not auction["bids"] and all(seat["coins"] >= 3 for seat in state["view"]["seats"]))


def open_plans(page: Page, form: str = "") -> None:
    wait_until_live(page)
    page.keyboard.press("Escape")  # close the list of updates that covers the page
    if page.locator("#panel-plans").get_attribute("open") is None:
        page.locator("#panel-plans > summary").press("Enter")
    if form and page.locator(f"#plan-for-{form}").get_attribute("open") is None:
        page.locator(f"#plan-for-{form} > summary").press("Enter")


def make_plan(person: Visitor, game: str, data: dict[str, object]) -> None:
    person.post(f"/games/{game}/plans/", {"plan": json.dumps(data)}, Accept="application/json").must(200)


def expect_version(page: Page, version: int) -> None:
    expect(page.locator(f'#state[data-version="{version}"]')).to_be_attached()


def test_a_plan_made_with_the_keyboard_acts_after_the_opponents_move(site: Site, window: Windows) -> None:
    """A half-filled form survives board updates, and its hint "your decision now" disappears after the move."""
    (first, second, last), game, version = start_auction(site)
    path = f"/games/{game}/"
    mover, page = window(first, path), window(second, path, viewport=PHONE, dark=True)
    other = window(last, path, forgive=["422"])
    make_plan_with_keyboard(page)
    edit_and_cancel_plan(other, last, game)
    open_plans(mover, "auction")
    hint = mover.locator(".plan-asked:visible")
    expect(hint).to_have_count(2)
    mover.locator("#plan-most").fill("3")  # a form that is being filled in isn't replaced
    mover.locator("#do-pass").press("Enter")
    for each in (mover, page, other):
        expect_version(each, version + 2)
    expect(hint).to_have_count(0)
    expect(page.locator("#plans-made .plan-note")).to_contain_text("Your plan bid 1 on")
    expect(page.locator("#plans-made .plan-note")).to_contain_text(f"in move {version + 2}.")
    expect(page.locator("#panel-plans .panel-count")).to_have_text("")
    expect(page.locator(f"#log > li#e{version + 2}-1")).to_contain_text("(plan)")
    expect(mover.locator(f"#log > li#e{version + 2}-1")).not_to_contain_text("(plan)")
    most = other.locator("#plan-most")
    expect(most).to_have_value("7")
    most.fill("200")
    other.locator("#plan-save-auction").click()
    assert other.evaluate("document.getElementById('plan-most').validity.rangeOverflow")
    expect(most).to_have_value("200")


def make_plan_with_keyboard(page: Page) -> None:
    """Make a plan for the current auction: bid up to two."""
    open_plans(page, "auction")
    expect(page.locator("#plan-which")).to_have_value("now")
    page.locator("#plan-most").fill("2")
    page.locator("#plan-most").press("Enter")
    expect(page.locator("#said")).to_contain_text("Plan saved. Only you can see it.")
    expect(page.locator("#plans-made .plan-text")).to_contain_text(
        "up for auction now: one more than the highest bid, up to 2"
    )
    expect(page.locator("#plans-made")).to_be_focused()
    expect(page.locator("#panel-plans .panel-count")).to_have_text("1 active")
    check_accessibility(page)
    check_fits(page)


def edit_and_cancel_plan(page: Page, person: Visitor, game: str) -> None:
    """Try to save an invalid plan, edit and cancel another, and leave a third one half-filled."""
    make_plan(person, game, BLUE)
    page.reload()
    open_plans(page, "turn")
    page.locator("#plan-net").fill("")
    page.locator("#plan-risk").fill("")
    page.locator("#plan-save-turn").click()
    expect(page.locator("#said")).to_contain_text("never stop drawing")
    expect(page.locator("#plan-for-turn")).to_have_attribute("open", "")
    expect(page.locator("#plan-risk")).to_have_value("")
    text = page.locator("#plans-made .plan-text")
    expect(text).to_have_text("Bid on any blue wild: 4 right away, paying with coins only. Otherwise pass.")
    page.get_by_role("link", name="Edit").press("Enter")
    expect(page.locator("#plan-most")).to_have_value("4")
    expect(page.locator("#plan-which")).to_be_focused()
    page.locator("#plan-most").fill("5")
    page.locator("#plan-save-auction").press("Enter")
    expect(text).to_have_text("Bid on any blue wild: 5 right away, paying with coins only. Otherwise pass.")
    page.get_by_role("button", name="Cancel").press("Enter")
    expect(text).to_have_count(0)
    expect(page.locator("#said")).to_contain_text("Plan canceled.")
    open_plans(page, "auction")
    page.locator("#plan-most").fill("7")


@pytest.mark.proof("windows")
def test_plans_can_be_made_edited_and_canceled_without_scripts(site, window):
    (_, _, last), game, _ = start_auction(site)
    page = window(last, f"/games/{game}/", javascript=False, viewport=PHONE, forgive=["422"])
    page.locator("#panel-plans > summary").click()
    page.locator("#plan-for-final > summary").click()
    page.locator("#plan-for-final a").click()
    expect(page.locator("#plan-for-final")).to_have_attribute("open", "")
    page.locator("#plan-buy-final").select_option("skip")
    expect(page.locator("#plan-price-final")).to_be_hidden()
    page.locator("#plan-save-final").click()
    expect(page.get_by_text("Plan saved.")).to_be_visible()
    page.goto(f"/games/{game}/plans/")
    expect(page.locator(".plan-text")).to_have_text("For your last purchase: buy nothing.")
    page.get_by_role("link", name="Edit").click()
    page.locator("#plan-buy-final").select_option("wish")
    page.locator("#plan-price-final").fill("")
    page.locator("#plan-save-final").click()
    expect(page.get_by_text("No card is chosen")).to_be_visible()
    page.locator("#plan-card-final-1").select_option("b4")
    page.locator("#plan-save-final").click()
    expect(page.get_by_text("Plan saved.")).to_be_visible()
    page.goto(f"/games/{game}/plans/")
    wish = "For your last purchase: buy blue 4, paying with coins, bust tokens and cards outside your runs."
    expect(page.locator(".plan-text")).to_have_text(wish)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Plan canceled.")).to_be_visible()
    page.goto(f"/games/{game}/plans/")
    expect(page.locator(".plan-text")).to_have_count(0)


@pytest.mark.proof("windows")
def test_the_plans_page_and_plans_for_swap_are_accessible(site, window):
    people = [site.sign_up() for _ in range(4)]
    game = make_table(people, "swap", seats=4, blocking="ask")
    state = play(people, game, moves=1)
    other = next(person for person in people if person is not state["person"])
    make_plan(other, game, {"for": "turn", "least": "5", "once": False})
    page = window(other, f"/games/{game}/", viewport=(320, 640), dark=True)
    open_plans(page, "turn")
    page.locator("#plan-for-answer > summary").click()
    check_accessibility(page)
    check_fits(page)
    page.goto(f"/games/{game}/plans/")
    check_accessibility(page)
    check_fits(page)
