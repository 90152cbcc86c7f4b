"""The shuffle proof in a browser: step by step, with receipts, and with errors explained."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.server import make_table, play
from tests.browser.windows import axe, fits, live

STEPS = ["seal", "shares", "seed", "deal", "cards", "chain"]


def test_a_game_is_verified_with_the_receipts_that_this_browser_kept(site, window):
    ana, ben = site.sign_up(), site.sign_up()
    game = make_table([ana, ben], "tiles")
    state = play([ana, ben], game, moves=3)
    mover = state["person"]
    page = window(mover, f"/games/{game}/")
    live(page)
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
    for number, entered, said in [
        ("4", digits, "right"),
        ("#4", "0" * 12, "wrong"),
        ("999", digits, "none"),
        ("4", "x", "form"),
    ]:
        page.locator("#receipt-number").fill(number)
        page.locator("#receipt-digits").fill(entered)
        page.locator("#receipt-digits").press("Enter")
        expect(page.locator("#receipt-said")).to_have_attribute("data-is", said)
    axe(page, "verified")
    fits(page)
    record = tampered(ana.get(f"/games/{game}/record.json").json())
    page.route("**/record.json", lambda route: route.fulfill(body=record, content_type="application/json"))
    page.evaluate(f"tenReceipts.keep('{game}', 3, '0123456789ab')")
    page.set_viewport_size({"width": 320, "height": 640})
    page.reload()
    is_unfair(page)
    page.unroute("**/record.json")
    window.forgive(page, "net::ERR_FAILED")
    page.route("**/record.json", lambda route: route.abort())
    page.reload()
    expect(page.locator("#verdict")).to_have_attribute("data-now", "lost")


def tampered(record: dict[str, Any]) -> str:
    """Two tiles that changed places, and a move that was made at another time."""
    pile = record["deal"].get("deck") or record["deal"]["stacks"][0]
    place = next(n for n in range(len(pile)) if pile[n] != pile[n + 1])
    pile[place], pile[place + 1] = pile[place + 1], pile[place]
    record["moves"][1]["at"] = "2027-01-01T00:00:00.000Z"
    return json.dumps(record)


def is_unfair(page: Page) -> None:
    """It says which steps do not add up: the deal, the chain, and a receipt."""
    expect(page.locator("#verdict")).to_have_attribute("data-now", "unfair")
    expect(page.locator("#verdict")).to_have_text(re.compile("Something doesn't match"))
    is_right = {name: page.locator(f'[data-step="{name}"]').get_attribute("data-is") for name in [*STEPS, "receipts"]}
    assert is_right == dict.fromkeys(["seal", "shares", "seed", "cards"], "right") | dict.fromkeys(
        ["deal", "chain", "receipts"], "wrong"
    )
    expect(page.locator("#kept-wrong")).to_contain_text("#3 0123456789ab")
    axe(page, "unfair")
    fits(page)


@pytest.mark.proof("windows")
def test_what_is_wrong_in_a_game_of_push_is_said_plainly(site, window):
    """A record that was tampered with on the way: swapped cards, a changed move, a receipt that does not fit."""
    ana, ben = site.sign_up(), site.sign_up()
    game = make_table([ana, ben], "push")
    play([ana, ben], game)
    record = tampered(ana.get(f"/games/{game}/record.json").json())
    page = window(ana, f"/games/{game}/", viewport=(320, 640), dark=True, reduced_motion=True)
    page.route("**/record.json", lambda route: route.fulfill(body=record, content_type="application/json"))
    page.evaluate(f"tenReceipts.keep('{game}', 3, '0123456789ab')")
    page.goto(f"/games/{game}/proof/")
    is_unfair(page)


@pytest.mark.proof("windows")
def test_where_nothing_can_be_checked_the_page_says_so(site, window):
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
