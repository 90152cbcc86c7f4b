"""Creating and joining games, from the form or an invitation link to the table, with and without JavaScript."""

import re

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.server import Site, make_table, play
from tests.browser.windows import (
    DESK,
    PHONE,
    Windows,
    check_accessibility,
    check_fits,
    resize,
    wait_for,
    wait_until_live,
    wait_until_loaded,
)
from tests.waiting import until

TABLE_URL = re.compile(r"/games/[a-z0-9]{10}/$")
MOVE_BUTTONS = (
    ("TEN Push", ['.actions button[name="do"][value="draw"], .actions button[name="do"][value="pass"]'] * 2),
    ("TEN Tiles", [".cell:not(.off)"] * 2),
    ("TEN Swap", ["#act-hold, #act-accept"] * 2),
)


def expect_headline(page: Page, text: str) -> None:
    expect(page.locator("h1")).to_contain_text(text)


def expect_started(page: Page) -> None:
    expect(page.locator("#state")).to_have_attribute("data-status", "playing")


def test_guests_join_by_link_and_the_game_starts_when_the_table_is_full(site: Site, window: Windows) -> None:
    """The response to joining sets the guest's cookie, so the page must not reload before that arrives."""
    host = window(path="/games/new/?kind=swap")
    host.select_option("#seat3", "sharp")
    host.get_by_role("button", name="Create game").click()
    host.wait_for_url(TABLE_URL)
    expect_headline(host, "Waiting for 2 more players")
    wait_until_live(host)
    path = host.locator("#link").input_value().removeprefix(site.url)

    friend = window(path=path)
    wait_until_live(friend)
    held: list[tuple[Route, APIResponse]] = []
    visits: list[str] = []
    friend.on("request", lambda request: visits.append(request.method) if request.is_navigation_request() else None)
    friend.route("**/join/", lambda route: held.append((route, route.fetch(max_redirects=0))))
    friend.get_by_role("button", name="Join as a guest").click(no_wait_after=True)
    expect_headline(host, "Waiting for 1 more player")  # the friend's window got this update, too
    assert visits == ["POST"], "the update must not interrupt the response"
    wait_for(host, lambda: held, "the response")  # which may come after the update
    route, answer = held[0]
    route.fulfill(response=answer)
    expect_headline(friend, "Waiting for 1 more player")
    wait_until_live(friend)

    last = window(path=path, javascript=False)
    last.get_by_role("button", name="Join as a guest").click()
    for page in (last, host, friend):
        expect_started(page)


def test_the_new_game_form_adapts_to_choices_and_keeps_them_after_an_error(window: Windows) -> None:
    page = window(path="/games/new/?kind=push", forgive=["422"])
    page.get_by_text("Your shuffle seed", exact=True).click()
    expect(page.locator("#seed")).to_have_value(re.compile("^[0-9a-f]{32}$"))
    seed = page.locator("#seed").input_value()
    expect(page.locator(".seat-field:visible")).to_have_count(2)
    page.locator("#seats-5").check()
    expect(page.locator(".seat-field:visible")).to_have_count(5)
    expect(page.locator("#level")).to_be_hidden()
    page.locator("#seats-1").check()
    expect(page.locator("#level")).to_be_visible()
    expect(page.locator(".seat-field:visible")).to_have_count(0)
    page.get_by_label("Game Factory").check()
    page.select_option("#level", "4")
    page.get_by_role("button", name="Create game").click()
    expect(page.get_by_role("alert")).to_contain_text("MONA doesn't play at level 4")
    expect(page.locator("#level")).to_have_value("4")
    page.select_option("#level", "next")
    page.get_by_role("button", name="Create game").click()
    expect_started(page)
    page.goto("/games/new/?kind=push")
    expect(page.locator("#seed")).not_to_have_value(seed)


def test_every_kind_can_be_started_and_played_without_scripts(window: Windows) -> None:
    page = window(javascript=False, viewport=PHONE)
    for kind, selectors in MOVE_BUTTONS:
        page.context.clear_cookies()  # a new visitor each time
        page.goto("/")
        page.get_by_role("button", name=re.compile(f"Play now.*{kind}")).click()
        page.wait_for_url(TABLE_URL)
        expect_started(page)
        for selector in selectors:
            make_move(page, selector)
        check_fits(page)


def make_move(page: Page, selector: str) -> None:
    """Click the first matching button once the bots have moved."""
    button = page.locator(selector).first
    until(lambda: button.count() or (page.reload() is None and button.count()), f"the button {selector}")
    version = page.locator("#state").get_attribute("data-version") or ""
    button.click()
    expect(page.locator("#state")).not_to_have_attribute("data-version", version)
    expect(page.get_by_text("Saved as move")).to_be_visible()
    wait_until_loaded(page)  # the buttons come late in the page


@pytest.mark.proof("windows")
@pytest.mark.parametrize("javascript", [True, False])
@pytest.mark.parametrize("kind", ["TEN Push", "TEN Tiles", "TEN Swap"])
def test_play_now_starts_a_game_with_one_click(window: Windows, kind: str, javascript: bool) -> None:
    page = window(javascript=javascript)
    page.get_by_role("button", name=re.compile(f"Play now.*{kind}")).click()
    page.wait_for_url(TABLE_URL)
    expect_started(page)


@pytest.mark.proof("windows")
def test_a_player_can_be_invited_by_name_and_accept(site: Site, window: Windows) -> None:
    ana, leo = site.sign_up(), site.sign_up()
    game = ana.new_game("tiles", visibility="link")
    page = window(ana, f"/games/{game}/", forgive=["422"])
    page.get_by_label("Invite a player by name").fill("Nobody-of-that-name")
    page.get_by_role("button", name="Invite", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("There's no player called Nobody-of-that-name")
    expect(page.locator("#name")).to_have_value("Nobody-of-that-name")
    page.locator("#name").fill(leo.name)
    page.get_by_role("button", name="Invite", exact=True).click()
    expect(page.locator(".asked-row")).to_contain_text("invited")
    wait_until_live(page)

    other = window(leo, "/", javascript=False)
    other.get_by_role("button", name=re.compile(f"Accept.*TEN Tiles, {ana.name}")).click()
    expect_started(other)
    expect_started(page)


@pytest.mark.proof("windows")
@pytest.mark.parametrize("dark", [False, True])
def test_pages_with_much_content_are_accessible(site: Site, window: Windows, dark: bool) -> None:
    """That is the home page, the lobby, a room and a player page."""
    ana, leo = site.sign_up(), site.sign_up()
    for kind, seats in (("push", 2), ("tiles", 2), ("swap", 4)):
        play([ana, leo], make_table([ana, leo], kind, seats=seats, bots=",".join(["easy"] * (seats - 2))), moves=2)
    over = make_table([ana, leo], "tiles")
    leo.post(f"/games/{over}/resign/")
    room = ana.new_game("swap", seats=6, bots="easy")
    ana.post(f"/games/{room}/invite/", {"name": leo.name})
    leo.post(f"/games/{leo.new_game('push', seats=3)}/invite/", {"name": ana.name})
    for path in ("/", "/games/", f"/games/{room}/", f"/players/{ana.name}/"):
        page = window(ana, path, dark=dark, reduced_motion=True)
        for viewport in (PHONE, DESK):
            resize(page, viewport)
            check_accessibility(page)
            check_fits(page)
        page.context.close()
