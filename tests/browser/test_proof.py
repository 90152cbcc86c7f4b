"""The shuffle proof page: its steps, receipts, and explanations of errors."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.server import make_table, play
from tests.browser.windows import check_accessibility, check_fits, wait_until_live

STEPS = ["seal", "shares", "seed", "deal", "cards", "chain"]


def test_the_proof_verifies_the_game_and_the_receipts_saved_in_this_browser(site, window):
    ana, ben = site.sign_up(), site.sign_up()
    game = make_table([ana, ben], "tiles")
    state = play([ana, ben], game, moves=3)
    mover = state["person"]
    page = window(mover, f"/games/{game}/")
    wait_until_live(page)
    page.locator('#table button[name="at"]').first.click()
    page.locator("#tiles-go").click()
    expect(page.locator("#receipt")).to_have_text(re.compile(r"Saved as move 4 · receipt [0-9a-f]{12}"))
    digits = page.locator("#receipt").inner_text().split()[-1]
    page.locator("#fair > summary").click()
    page.locator("#fair a").click()
    expect(page.locator("h1")).to_have_text("Fair shuffle")
    page.locator(".proof-receipts").evaluate("list => { list.closest('details').open = true; }")
    expect(page.locator(".proof-receipts")).to_contain_text(f"#4 {digits}")
    ben.post(f"/games/{game}/resign/").must(302, 303)
    page.goto(f"/games/{game}/proof/")
    expect(page.locator("#verdict")).to_have_attribute("data-now", "fair")
    for name in [*STEPS, "receipts"]:
        expect(page.locator(f'[data-step="{name}"]')).to_have_attribute("data-is", "right")
    expect(page.locator("#kept-many")).to_have_text("#4")
    for number, entered, verdict in [
        ("4", digits, "right"),
        ("#4", "0" * 12, "wrong"),
        ("999", digits, "none"),
        ("4", "x", "form"),
    ]:
        page.locator("#receipt-number").fill(number)
        page.locator("#receipt-digits").fill(entered)
        page.locator("#receipt-digits").press("Enter")
        expect(page.locator("#receipt-said")).to_have_attribute("data-is", verdict)
    check_accessibility(page, "verified")
    check_fits(page)
    record = tamper_with(ana.get(f"/games/{game}/record.json").json())
    page.route("**/record.json", lambda route: route.fulfill(body=record, content_type="application/json"))
    page.evaluate(f"tenReceipts.keep('{game}', 3, '0123456789ab')")
    page.set_viewport_size({"width": 320, "height": 640})
    page.reload()
    expect_unfair(page)
    page.unroute("**/record.json")
    window.forgive(page, "net::ERR_FAILED")
    page.route("**/record.json", lambda route: route.abort())
    page.reload()
    expect(page.locator("#verdict")).to_have_attribute("data-now", "lost")


def tamper_with(record: dict[str, Any]) -> str:
    """Swap two cards and change the time of a move."""
    pile = record["deal"].get("deck") or record["deal"]["stacks"][0]
    place = next(n for n in range(len(pile)) if pile[n] != pile[n + 1])
    pile[place], pile[place + 1] = pile[place + 1], pile[place]
    record["moves"][1]["at"] = "2027-01-01T00:00:00.000Z"
    return json.dumps(record)


def expect_unfair(page: Page) -> None:
    """Check that the page says which steps fail: the deal, the chain, and a receipt."""
    expect(page.locator("#verdict")).to_have_attribute("data-now", "unfair")
    expect(page.locator("#verdict")).to_have_text(re.compile("Something doesn't match"))
    results = {name: page.locator(f'[data-step="{name}"]').get_attribute("data-is") for name in [*STEPS, "receipts"]}
    assert results == dict.fromkeys(["seal", "shares", "seed", "cards"], "right") | dict.fromkeys(
        ["deal", "chain", "receipts"], "wrong"
    )
    expect(page.locator("#kept-wrong")).to_contain_text("#3 0123456789ab")
    check_accessibility(page, "unfair")
    check_fits(page)


@pytest.mark.proof("windows")
def test_the_proof_explains_what_is_wrong_with_a_game_of_push(site, window):
    """The game file was changed on its way: swapped cards, another time for a move, a receipt that doesn't match."""
    ana, ben = site.sign_up(), site.sign_up()
    game = make_table([ana, ben], "push")
    play([ana, ben], game)
    record = tamper_with(ana.get(f"/games/{game}/record.json").json())
    page = window(ana, f"/games/{game}/", viewport=(320, 640), dark=True, reduced_motion=True)
    page.route("**/record.json", lambda route: route.fulfill(body=record, content_type="application/json"))
    page.evaluate(f"tenReceipts.keep('{game}', 3, '0123456789ab')")
    page.goto(f"/games/{game}/proof/")
    expect_unfair(page)


@pytest.mark.proof("windows")
def test_the_page_says_so_if_it_cannot_verify_anything(site, window):
    ana, ben = site.sign_up(), site.sign_up()
    game = make_table([ana, ben], "tiles")
    play([ana, ben], game)
    page = window(ana, f"/games/{game}/proof/", javascript=False)
    expect(page.locator("#verdict")).to_contain_text("Without it, use the program at the end of this page")
    expect(page.locator(".only-js").first).to_be_hidden()
    page = window(ana, f"/games/{game}/", forgive=["net::ERR_FAILED"])
    page.route("**/record.json", lambda route: route.abort())
    page.goto(f"/games/{game}/proof/")
    expect(page.locator("#verdict")).to_have_attribute("data-now", "lost")
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    page.reload()
    expect(page.locator("#verdict")).to_have_attribute("data-now", "insecure")
