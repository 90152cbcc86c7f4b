"""Plans in real windows: made by keys, seen to act when the others move, changed, taken back; and without scripts."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.server import Site, Visitor, make_table, play
from tests.browser.states import BUYING
from tests.browser.windows import axe, fits, live

PHONE = (390, 844)
PASS = {"do": "pass"}
FINAL = {"for": "final", "buy": "skip"}


def at_auction(site: Site) -> tuple[list[Visitor], str, int]:
    """A wild for sale that nobody has been asked for; who is asked comes first, then the others in their order."""
    for seed in range(30):
        people = [site.sign_up() for _ in range(3)]
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
    if form:
        page.locator(f"#plan-for-{form} > summary").press("Enter")


def plan(person: Visitor, game: str, data: dict[str, object]) -> None:
    person.post(f"/games/{game}/plans/", {"plan": json.dumps(data)}, Accept="application/json").must(200)


@pytest.mark.parametrize("dark", [False, True])
def test_a_plan_is_made_by_keys_acts_when_the_other_moves_and_says_so(site, window, dark):
    (first, second, _), game, version = at_auction(site)
    page = window(second, f"/games/{game}/", viewport=PHONE if dark else (1440, 900), dark=dark)
    open_plans(page, "auction")
    expect(page.locator("#plan-which")).to_have_value("now")
    page.locator("#plan-most").fill("2")
    page.locator("#plan-most").press("Enter")
    expect(page.locator("#said")).to_contain_text("The plan is kept. Only you know of it.")
    expect(page.locator("#plans-made .plan-text")).to_contain_text("now for sale: one more than the highest, up to 2")
    expect(page.locator("#plans-made")).to_be_focused()
    expect(page.locator("#panel-plans .panel-count")).to_have_text("1 waiting")
    axe(page)
    fits(page)
    first.send(game, PASS, version).must(200)
    expect(page.locator(f'#table[data-version="{version + 2}"]')).to_be_attached()
    expect(page.locator("#plans-made .plan-note")).to_contain_text("Your plan bid 1 for")
    expect(page.locator("#plans-made .plan-note")).to_contain_text(f"as move {version + 2}.")
    expect(page.locator("#panel-plans .panel-count")).to_have_text("")
    expect(page.locator(f"#log > li#e{version + 2}-1")).to_contain_text("(by plan)")
    other = window(first, f"/games/{game}/")
    live(other)
    expect(other.locator(f"#log > li#e{version + 2}-1")).not_to_contain_text("by plan")


def test_a_plan_is_changed_and_taken_back(site, window):
    (_, _, last), game, _ = at_auction(site)
    plan(
        last, game, {"for": "auction", "which": "b#", "bid": "up-to", "most": 4, "once": False, "pay": {"busts": False}}
    )
    page = window(last, f"/games/{game}/")
    open_plans(page)
    text = page.locator("#plans-made .plan-text")
    expect(text).to_have_text("For any blue wild: up to 4, else pass; paid with coins only.")
    page.get_by_role("link", name="Change").press("Enter")
    expect(page.locator("#plan-most")).to_have_value("4")
    expect(page.locator("#plan-which")).to_be_focused()
    page.locator("#plan-most").fill("5")
    page.locator("#plan-save-auction").press("Enter")
    expect(text).to_have_text("For any blue wild: up to 5, else pass; paid with coins only.")
    page.get_by_role("button", name="Take back").press("Enter")
    expect(text).to_have_count(0)
    expect(page.locator("#said")).to_contain_text("taken back")


def test_who_has_answered_is_not_told_any_more_that_they_are_asked(site, window):
    (first, _, _), game, version = at_auction(site)
    page = window(first, f"/games/{game}/")
    open_plans(page, "auction")
    asked = page.locator(".plan-asked:visible")
    expect(asked).to_have_count(2)
    page.locator("#do-pass").press("Enter")
    expect(page.locator(f'#table[data-version="{version + 1}"]')).to_be_attached()
    expect(asked).to_have_count(0)


def test_a_form_under_way_stays_while_the_board_changes(site, window):
    (first, _, last), game, version = at_auction(site)
    plan(last, game, FINAL)
    page = window(last, f"/games/{game}/")
    open_plans(page, "auction")
    page.locator("#plan-most").fill("7")
    first.send(game, PASS, version).must(200)
    expect(page.locator(f'#table[data-version="{version + 1}"]')).to_be_attached()
    expect(page.locator("#plan-most")).to_have_value("7")
    page.locator("#plan-most").fill("200")
    page.locator("#plan-save-auction").click()
    assert page.evaluate("document.getElementById('plan-most').validity.rangeOverflow")
    expect(page.locator("#plan-most")).to_have_value("200")


def test_a_refusal_is_said_and_keeps_the_form(site, window):
    (_, _, last), game, _ = at_auction(site)
    page = window(last, f"/games/{game}/", forgive=["422"])
    open_plans(page, "turn")
    page.locator("#plan-net").fill("")
    page.locator("#plan-risk").fill("")
    page.locator("#plan-save-turn").click()
    expect(page.locator("#said")).to_contain_text("never stop drawing")
    expect(page.locator("#plan-for-turn")).to_have_attribute("open", "")
    expect(page.locator("#plan-risk")).to_have_value("")


def test_without_scripts_a_plan_is_made_changed_and_taken_back(site, window):
    (_, _, last), game, _ = at_auction(site)
    page = window(last, f"/games/{game}/", javascript=False, viewport=PHONE, forgive=["422"])
    page.locator("#panel-plans > summary").click()
    page.locator("#plan-for-final > summary").click()
    page.locator("#plan-buy-final").select_option("skip")
    expect(page.locator("#plan-price-final")).to_be_hidden()
    page.locator("#plan-save-final").click()
    expect(page.get_by_text("The plan is kept.")).to_be_visible()
    page.goto(f"/games/{game}/plans/")
    expect(page.locator(".plan-text")).to_have_text("At your last purchase: buy nothing.")
    page.get_by_role("link", name="Change").click()
    page.locator("#plan-buy-final").select_option("wish")
    page.locator("#plan-price-final").fill("")
    page.locator("#plan-save-final").click()
    expect(page.get_by_text("Nothing is wished for")).to_be_visible()
    page.locator("#plan-card-final-1").select_option("b4")
    page.locator("#plan-save-final").click()
    expect(page.get_by_text("The plan is kept.")).to_be_visible()
    page.goto(f"/games/{game}/plans/")
    wish = "At your last purchase: buy blue 4, paid with coins, bust tokens and cards in no run."
    expect(page.locator(".plan-text")).to_have_text(wish)
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_text("The plan is taken back.")).to_be_visible()
    page.goto(f"/games/{game}/plans/")
    expect(page.locator(".plan-text")).to_have_count(0)


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
