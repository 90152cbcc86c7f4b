"""The chat: live, muted, on a phone, without JavaScript, and after the game."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.server import Site, make_table
from tests.browser.windows import DESK, PHONE, Windows, check_accessibility, check_fits, wait_for, wait_until_live


def open_chat(page: Page) -> Page:
    """Wait until the page is live, open the chat, and scroll to it."""
    wait_until_live(page)
    panel = page.locator("#panel-talk")
    if not panel.evaluate("panel => panel.open"):
        panel.locator(".panel-head").click()
    page.locator("#talk-list, .talk-none").first.scroll_into_view_if_needed()
    return page


def send(page: Page, text: str) -> None:
    page.locator("#talk-text").fill(text)
    page.get_by_role("button", name="Send", exact=True).click()


def open_plain_chat(page: Page) -> None:
    """Open the chat of a page without scripts."""
    page.wait_for_load_state()
    if not page.locator("#talk-text").is_visible():
        page.locator("#panel-talk .panel-head").click()


def find_messages(page: Page):
    return page.locator("#talk-list .talk-text")


def test_players_chat_live_and_see_what_was_read(site: Site, window: Windows) -> None:
    """A closed chat counts new messages, and players see what spectators wrote once the game is over."""
    ana, ben, chloe = site.sign_up(), site.sign_up(), site.sign_up()
    game = make_table([ana, ben], "tiles")
    one, two, three = (open_chat(window(user, f"/games/{game}/")) for user in (ana, ben, chloe))
    send(three, "she will win")
    expect(find_messages(three)).to_have_text(["she will win"])
    two.locator("#talk-text").focus()
    send(one, "Hello!\n<b>this</b> is https://no.link/")
    for page in (one, two):
        expect(find_messages(page)).to_have_text(["Hello!\n<b>this</b> is https://no.link/"])
    expect(find_messages(two).locator("a, b")).to_have_count(0)
    expect(two.locator("#talk-text")).to_be_focused()
    expect(one.locator("#talk-read")).to_have_text(f"Your last message was read by {ben.name}.")
    two.keyboard.type("Hi")
    two.keyboard.press("Enter")
    two.keyboard.type("there")
    two.keyboard.press("Control+Enter")
    expect(find_messages(one).last).to_have_text("Hi\nthere")
    expect(two.locator("#talk-text")).to_have_value("")
    expect(two.locator("#talk-text")).to_be_focused()
    two.locator("#panel-talk .panel-head").click()
    send_two_at_once(one)
    expect(two.locator("#panel-talk .panel-count")).to_have_text("2 new")
    expect(one.locator("#talk-read")).to_have_text("")
    two.locator("#panel-talk .panel-head").click()
    expect(two.locator("#panel-talk .panel-count")).to_have_text("")
    expect(one.locator("#talk-read")).to_have_text(f"Your last message was read by {ben.name}.")
    messages = ["Hello!\n<b>this</b> is https://no.link/", "Hi\nthere", "first", "second"]
    expect(find_messages(one)).to_have_text(messages)
    expect(find_messages(three)).to_have_text(["she will win"])
    ben.post(f"/games/{game}/resign/", {}).must(303)
    for page in (one, three):
        expect(find_messages(page)).to_have_text(["she will win", *messages])
        expect(page.locator("#state")).to_have_attribute("data-status", "finished")


def send_two_at_once(page: Page) -> None:
    """Send a second message while the first is under way, and check that it follows."""
    held = list[Route]()
    page.route("**/talk/", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    send(page, "first")
    wait_for(page, lambda: held, "the first message")
    send(page, "second")
    assert len(held) == 1
    held[0].continue_()
    wait_for(page, lambda: len(held) == 2, "the second message")
    held[1].continue_()
    expect(find_messages(page).last).to_have_text("second")
    expect(page.locator("#talk-text")).to_have_value("")
    page.unroute("**/talk/")


@pytest.mark.proof("windows")
def test_muting_hides_a_players_messages_without_them_noticing(site, window):
    ana, ben, chloe = site.sign_up(), site.sign_up(), site.sign_up()
    game = make_table([ana, ben, chloe], "push")
    one, two, three = (open_chat(window(user, f"/games/{game}/")) for user in (ana, ben, chloe))
    send(two, "noise")
    expect(find_messages(one)).to_have_text(["noise"])
    one.locator(".talk-menu > summary").click()
    one.get_by_role("button", name=f"Mute {ben.name}").click()
    expect(one.get_by_text(f"You muted {ben.name}.")).to_be_visible()
    open_chat(one)
    expect(find_messages(one)).to_have_count(0)
    send(two, "more noise")
    expect(find_messages(two)).to_have_text(["noise", "more noise"])
    send(three, "music")
    expect(find_messages(two)).to_have_text(["noise", "more noise", "music"])
    expect(find_messages(one)).to_have_text(["music"])
    send(one, "I hear you")
    expect(find_messages(two).last).to_have_text("I hear you")


@pytest.mark.proof("windows")
@pytest.mark.parametrize(("viewport", "dark"), [(PHONE, True), (DESK, False)], ids=["phone-dark", "wide-light"])
def test_the_chat_fits_and_is_accessible(site, window, viewport, dark):
    ana, ben = site.sign_up(), site.sign_up()
    game = make_table([ana, ben], "tiles")
    ben.post(f"/games/{game}/talk/", {"text": "W" * 300 + " and some words"}).must(303)
    page = open_chat(window(ana, f"/games/{game}/", viewport=viewport, dark=dark, reduced_motion=True, touch=True))
    page.locator(".talk-menu > summary").click()
    expect(page.get_by_role("link", name="Report", exact=True)).to_be_visible()
    check_accessibility(page)
    check_fits(page)
    for path in (f"/games/{game}/talk/", "/accounts/blocked/", f"/players/{ben.name}/"):
        page.goto(path)
        check_accessibility(page, path)
        check_fits(page)


@pytest.mark.proof("windows")
def test_the_chat_works_without_scripts(site, window):
    ana, ben = site.sign_up(), site.sign_up()
    game = make_table([ana, ben], "tiles")
    ben.post(f"/games/{game}/talk/", {"text": "plain words"}).must(303)
    page = window(ana, f"/games/{game}/", javascript=False)
    expect(page.locator("#panel-talk .panel-count")).to_have_text("1 new")
    page.locator("#panel-talk .panel-head").click()
    page.get_by_role("button", name="Mark as read").click()
    expect(page.locator("#panel-talk .panel-count")).to_have_text("")
    open_plain_chat(page)
    send(page, "and an answer")
    expect(find_messages(page)).to_have_text(["plain words", "and an answer"])
    open_plain_chat(page)
    page.get_by_role("button", name="Mute this chat").click()
    expect(page.locator("#panel-talk .panel-count")).to_have_text("muted")
    expect(find_messages(page)).to_have_count(0)


def test_a_half_written_message_survives_errors_reloads_and_new_players(site: Site, window: Windows) -> None:
    ana, ben = site.sign_up(), site.sign_up()
    game = ana.new_game("push", seats=3)
    page = open_chat(window(ana, f"/games/{game}/", forgive=["422"]))
    text = page.locator("#talk-text")
    send(page, "é" * 503)
    expect(page.locator("#talk-refused")).to_have_text(re.compile("3 over the limit of"))
    expect(page.locator("#talk-left")).to_have_text("Characters over the limit: 3")
    expect(text).to_have_value("é" * 503)
    expect(text).to_have_attribute("aria-invalid", "true")
    check_accessibility(page)
    text.fill("é" * 470)
    expect(page.locator("#talk-left")).to_have_text("Characters left: 30")
    expect(page.locator("#talk-refused")).to_be_empty()
    page.reload()
    open_chat(page)
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
    expect(find_messages(page)).to_have_text(["Welcome, whoever comes!"])
