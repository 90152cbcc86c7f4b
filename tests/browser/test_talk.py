"""The chat in a browser: live, muted, on a phone, without JavaScript, and after the game."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.server import Site, make_table
from tests.browser.windows import DESK, PHONE, Windows, axe, fits, live, soon


def opened(page: Page) -> Page:
    """The page, connected, with the chat unfolded and in sight."""
    live(page)
    panel = page.locator("#panel-talk")
    if not panel.evaluate("panel => panel.open"):
        panel.locator(".panel-head").click()
    page.locator("#talk-list, .talk-none").first.scroll_into_view_if_needed()
    return page


def say(page: Page, text: str) -> None:
    page.locator("#talk-text").fill(text)
    page.get_by_role("button", name="Send", exact=True).click()


def unfold(page: Page) -> None:
    """The chat of a page that has just come."""
    page.wait_for_load_state()
    if not page.locator("#talk-text").is_visible():
        page.locator("#panel-talk .panel-head").click()


def lines(page: Page):
    return page.locator("#talk-list .talk-text")


def test_two_people_talk_live_and_see_that_they_were_read(site: Site, window: Windows) -> None:
    """Counted while folded, sent one after the other; what watchers said is there at the end without a reload."""
    ana, ben, chloe = site.sign_up(), site.sign_up(), site.sign_up()
    game = make_table([ana, ben], "tiles")
    one, two, three = (opened(window(user, f"/games/{game}/")) for user in (ana, ben, chloe))
    say(three, "she will win")
    expect(lines(three)).to_have_text(["she will win"])
    two.locator("#talk-text").focus()
    say(one, "Hello!\n<b>this</b> is https://no.link/")
    for page in (one, two):
        expect(lines(page)).to_have_text(["Hello!\n<b>this</b> is https://no.link/"])
    expect(lines(two).locator("a, b")).to_have_count(0)
    expect(two.locator("#talk-text")).to_be_focused()
    expect(one.locator("#talk-read")).to_have_text(f"Your last message was read by {ben.name}.")
    two.keyboard.type("Hi")
    two.keyboard.press("Enter")
    two.keyboard.type("there")
    two.keyboard.press("Control+Enter")
    expect(lines(one).last).to_have_text("Hi\nthere")
    expect(two.locator("#talk-text")).to_have_value("")
    expect(two.locator("#talk-text")).to_be_focused()
    two.locator("#panel-talk .panel-head").click()
    sends_while_one_is_on_its_way(one)
    expect(two.locator("#panel-talk .panel-count")).to_have_text("2 new")
    expect(one.locator("#talk-read")).to_have_text("")
    two.locator("#panel-talk .panel-head").click()
    expect(two.locator("#panel-talk .panel-count")).to_have_text("")
    expect(one.locator("#talk-read")).to_have_text(f"Your last message was read by {ben.name}.")
    said = ["Hello!\n<b>this</b> is https://no.link/", "Hi\nthere", "first", "second"]
    expect(lines(one)).to_have_text(said)
    expect(lines(three)).to_have_text(["she will win"])
    ben.post(f"/games/{game}/resign/", {}).must(303)
    for page in (one, three):
        expect(lines(page)).to_have_text(["she will win", *said])
        expect(page.locator("#table")).to_have_attribute("data-status", "finished")


def sends_while_one_is_on_its_way(page: Page) -> None:
    """The second message follows the first, and is not lost."""
    held = list[Route]()
    page.route("**/talk/", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    say(page, "first")
    soon(page, lambda: held, "the first message")
    say(page, "second")
    assert len(held) == 1
    held[0].continue_()
    soon(page, lambda: len(held) == 2, "the second message")
    held[1].continue_()
    expect(lines(page).last).to_have_text("second")
    expect(page.locator("#talk-text")).to_have_value("")
    page.unroute("**/talk/")


@pytest.mark.proof("windows")
def test_who_is_muted_by_the_menu_is_not_read_any_more_and_sees_no_difference(site, window):
    ana, ben, chloe = site.sign_up(), site.sign_up(), site.sign_up()
    game = make_table([ana, ben, chloe], "push")
    one, two, three = (opened(window(user, f"/games/{game}/")) for user in (ana, ben, chloe))
    say(two, "noise")
    expect(lines(one)).to_have_text(["noise"])
    one.locator(".talk-menu > summary").click()
    one.get_by_role("button", name=f"Mute {ben.name}").click()
    expect(one.get_by_text(f"You muted {ben.name}.")).to_be_visible()
    opened(one)
    expect(lines(one)).to_have_count(0)
    say(two, "more noise")
    expect(lines(two)).to_have_text(["noise", "more noise"])
    say(three, "music")
    expect(lines(two)).to_have_text(["noise", "more noise", "music"])
    expect(lines(one)).to_have_text(["music"])
    say(one, "I hear you")
    expect(lines(two).last).to_have_text("I hear you")


@pytest.mark.proof("windows")
@pytest.mark.parametrize(("viewport", "dark"), [(PHONE, True), (DESK, False)], ids=["phone-dark", "wide-light"])
def test_the_chat_fits_and_is_for_everybody(site, window, viewport, dark):
    ana, ben = site.sign_up(), site.sign_up()
    game = make_table([ana, ben], "tiles")
    ben.post(f"/games/{game}/talk/", {"text": "W" * 300 + " and some words"}).must(303)
    page = opened(window(ana, f"/games/{game}/", viewport=viewport, dark=dark, reduced_motion=True, touch=True))
    page.locator(".talk-menu > summary").click()
    expect(page.get_by_role("link", name="Report", exact=True)).to_be_visible()
    axe(page)
    fits(page)
    for path in (f"/games/{game}/talk/", "/accounts/blocked/", f"/players/{ben.name}/"):
        page.goto(path)
        axe(page, path)
        fits(page)


@pytest.mark.proof("windows")
def test_without_scripts_one_talks_reads_and_mutes_by_forms(site, window):
    ana, ben = site.sign_up(), site.sign_up()
    game = make_table([ana, ben], "tiles")
    ben.post(f"/games/{game}/talk/", {"text": "plain words"}).must(303)
    page = window(ana, f"/games/{game}/", javascript=False)
    expect(page.locator("#panel-talk .panel-count")).to_have_text("1 new")
    page.locator("#panel-talk .panel-head").click()
    page.get_by_role("button", name="Mark as read").click()
    expect(page.locator("#panel-talk .panel-count")).to_have_text("")
    unfold(page)
    say(page, "and an answer")
    expect(lines(page)).to_have_text(["plain words", "and an answer"])
    unfold(page)
    page.get_by_role("button", name="Mute this chat").click()
    expect(page.locator("#panel-talk .panel-count")).to_have_text("muted")
    expect(lines(page)).to_have_count(0)


def test_what_one_writes_is_kept_when_it_is_refused_loaded_again_or_somebody_sits_down(
    site: Site, window: Windows
) -> None:
    ana, ben = site.sign_up(), site.sign_up()
    game = ana.new_game("push", seats=3)
    page = opened(window(ana, f"/games/{game}/", forgive=["422"]))
    text = page.locator("#talk-text")
    say(page, "é" * 503)
    expect(page.locator("#talk-refused")).to_have_text(re.compile("3 over the limit of"))
    expect(page.locator("#talk-left")).to_have_text("Characters over the limit: 3")
    expect(text).to_have_value("é" * 503)
    expect(text).to_have_attribute("aria-invalid", "true")
    axe(page)
    text.fill("é" * 470)
    expect(page.locator("#talk-left")).to_have_text("Characters left: 30")
    expect(page.locator("#talk-refused")).to_be_empty()
    page.reload()
    opened(page)
    expect(text).to_have_value("é" * 470)
    text.fill("")
    text.focus()
    page.keyboard.type("Welcome, whoever com")
    ben.sit(game)
    expect(page.locator(".room-seat b").nth(1)).to_have_text(ben.name)
    expect(text).to_have_value("Welcome, whoever com")
    expect(text).to_be_focused()
    page.keyboard.type("es!")
    page.keyboard.press("Control+Enter")
    expect(lines(page)).to_have_text(["Welcome, whoever comes!"])
