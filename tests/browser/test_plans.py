"""Plans in a browser: made by keyboard, acting, changed and withdrawn, also without JavaScript."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.server import Site, Visitor, make_table, play
from tests.browser.states import BUYING
from tests.browser.windows import Windows, axe, fits, live

PHONE = (390, 844)
PASS = {"do": "pass"}
BLUE = {"for": "auction", "which": "b#", "bid": "up-to", "most": 4, "once": False, "pay": {"busts": False}}


def at_auction(site: Site) -> tuple[list[Visitor], str, int]:
    """A wild for sale that nobody has been asked for; who is asked comes first, then the others in their order."""
    people = [site.sign_up() for _ in range(3)]
    for seed in range(30):
        game = make_table(people, "push")
        state = play(people, game, seed=seed, among=BUYING, stop=is_new)
        if is_new(state):
            seats = {person.state(game)["seat"]: person for person in people}
            return [seats[seat] for seat in state["view"]["auction"]["order"]], game, state["version"]
    raise AssertionError("no auction")


def is_new(state) -> bool:
    """Everybody can bid, and nobody has."""
    sale = state["view"]["auction"]
    return bool(sale and not sale["bids"] and all(seat["coins"] >= 3 for seat in state["view"]["seats"]))


def open_plans(page: Page, form: str = "") -> None:
    live(page)
    page.keyboard.press("Escape")  # what happened since lies over the page
    if page.locator("#panel-plans").get_attribute("open") is None:
        page.locator("#panel-plans > summary").press("Enter")
    if form and page.locator(f"#plan-for-{form}").get_attribute("open") is None:
        page.locator(f"#plan-for-{form} > summary").press("Enter")


def plan(person: Visitor, game: str, data: dict[str, object]) -> None:
    person.post(f"/games/{game}/plans/", {"plan": json.dumps(data)}, Accept="application/json").must(200)


def version_of(page: Page, version: int) -> None:
    expect(page.locator(f'#table[data-version="{version}"]')).to_be_attached()


def test_plans_are_made_by_keys_act_when_the_other_moves_and_say_so(site: Site, window: Windows) -> None:
    """A form under way stays while the board changes; who has answered is not told any more that they are asked."""
    (first, second, last), game, version = at_auction(site)
    path = f"/games/{game}/"
    mover, page = window(first, path), window(second, path, viewport=PHONE, dark=True)
    other = window(last, path, forgive=["422"])
    plan_by_keys(page)
    form_under_way(other, last, game)
    open_plans(mover, "auction")
    asked = mover.locator(".plan-asked:visible")
    expect(asked).to_have_count(2)
    mover.locator("#plan-most").fill("3")  # a form that is being filled in is not asked for again
    mover.locator("#do-pass").press("Enter")
    for each in (mover, page, other):
        version_of(each, version + 2)
    expect(asked).to_have_count(0)
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


def plan_by_keys(page: Page) -> None:
    """A plan for the card that is for sale: bid up to two."""
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
    axe(page)
    fits(page)


def form_under_way(page: Page, person: Visitor, game: str) -> None:
    """A plan is changed and taken back, one is refused, and one is begun."""
    plan(person, game, BLUE)
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
def test_without_scripts_a_plan_is_made_changed_and_taken_back(site, window):
    (_, _, last), game, _ = at_auction(site)
    page = window(last, f"/games/{game}/", javascript=False, viewport=PHONE, forgive=["422"])
    page.locator("#panel-plans > summary").click()
    page.locator("#plan-for-final > summary").click()
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
def test_the_page_of_plans_and_those_of_swap_have_no_violation(site, window):
    people = [site.sign_up() for _ in range(4)]
    game = make_table(people, "swap", seats=4, blocking="ask")
    state = play(people, game, moves=1)
    other = next(person for person in people if person is not state["person"])
    plan(other, game, {"for": "turn", "least": "5", "once": False})
    page = window(other, f"/games/{game}/", viewport=(320, 640), dark=True)
    open_plans(page, "turn")
    page.locator("#plan-for-answer > summary").click()
    axe(page)
    fits(page)
    page.goto(f"/games/{game}/plans/")
    axe(page)
    fits(page)
