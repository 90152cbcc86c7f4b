"""Players join games in a browser: from a link to the table, without reloading and without JavaScript."""

import re

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.server import Site, make_table, play
from tests.browser.windows import DESK, PHONE, Windows, axe, fits, live, resize, soon, whole
from tests.waiting import until

TABLE = re.compile(r"/games/[a-z0-9]{10}/$")
PLAIN = (
    ("TEN Push", ['.actions button[name="do"][value="draw"], .actions button[name="do"][value="pass"]'] * 2),
    ("TEN Tiles", [".cell:not(.off)"] * 2),
    ("TEN Swap", ["#act-hold, #act-accept"] * 2),
)


def headline(page: Page, words: str) -> None:
    expect(page.locator("h1")).to_contain_text(words)


def has_begun(page: Page) -> None:
    expect(page.locator("#table")).to_have_attribute("data-status", "playing")


def test_a_link_brings_newcomers_to_a_table_that_begins_by_itself(site: Site, window: Windows) -> None:
    """A guest's cookie comes with the answer to sitting down: a page that reloads before would lose it."""
    host = window(path="/games/new/?kind=swap")
    host.select_option("#seat3", "sharp")
    host.get_by_role("button", name="Create game").click()
    host.wait_for_url(TABLE)
    headline(host, "Waiting for 2 more players")
    live(host)
    path = host.locator("#link").input_value().removeprefix(site.url)

    friend = window(path=path)
    live(friend)
    held: list[tuple[Route, APIResponse]] = []
    asked: list[str] = []
    friend.on("request", lambda request: asked.append(request.method) if request.is_navigation_request() else None)
    friend.route("**/join/", lambda route: held.append((route, route.fetch(max_redirects=0))))
    friend.get_by_role("button", name="Join as a guest").click(no_wait_after=True)
    headline(host, "Waiting for 1 more player")  # the news has come to the friend's window, too
    assert asked == ["POST"], "news of the room must not cut off the answer"
    soon(host, lambda: held, "the answer")  # the news may be quicker
    route, answer = held[0]
    route.fulfill(response=answer)
    headline(friend, "Waiting for 1 more player")
    live(friend)

    last = window(path=path, javascript=False)
    last.get_by_role("button", name="Join as a guest").click()
    for page in (last, host, friend):
        has_begun(page)


def test_the_form_shows_what_is_chosen_and_keeps_what_was_refused(window: Windows) -> None:
    page = window(path="/games/new/?kind=push", forgive=["422"])
    page.get_by_text("Your shuffle seed", exact=True).click()
    expect(page.locator("#seed")).to_have_value(re.compile("^[0-9a-f]{32}$"))
    share = page.locator("#seed").input_value()
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
    has_begun(page)
    page.goto("/games/new/?kind=push")
    expect(page.locator("#seed")).not_to_have_value(share)


def test_without_scripts_each_kind_is_begun_by_one_click_and_played(window: Windows) -> None:
    page = window(javascript=False, viewport=PHONE)
    for kind, moves in PLAIN:
        page.context.clear_cookies()  # a newcomer each time
        page.goto("/")
        page.get_by_role("button", name=re.compile(f"Play now.*{kind}")).click()
        page.wait_for_url(TABLE)
        has_begun(page)
        for move in moves:
            plain_move(page, move)
        fits(page)


def plain_move(page: Page, move: str) -> None:
    """Press the first of these buttons, as soon as the bots have played."""
    button = page.locator(move).first
    until(lambda: button.count() or (page.reload() is None and button.count()), f"the button {move}")
    version = page.locator("#table").get_attribute("data-version") or ""
    button.click()
    expect(page.locator("#table")).not_to_have_attribute("data-version", version)
    expect(page.get_by_text("Saved as move")).to_be_visible()
    whole(page)  # its buttons stand far below


@pytest.mark.proof("windows")
@pytest.mark.parametrize("javascript", [True, False])
@pytest.mark.parametrize("kind", ["TEN Push", "TEN Tiles", "TEN Swap"])
def test_play_now_is_one_click(window: Windows, kind: str, javascript: bool) -> None:
    page = window(javascript=javascript)
    page.get_by_role("button", name=re.compile(f"Play now.*{kind}")).click()
    page.wait_for_url(TABLE)
    has_begun(page)


@pytest.mark.proof("windows")
def test_an_invitation_by_name_is_found_and_accepted(site: Site, window: Windows) -> None:
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
    live(page)

    other = window(leo, "/", javascript=False)
    other.get_by_role("button", name=re.compile(f"Accept.*TEN Tiles, {ana.name}")).click()
    has_begun(other)
    has_begun(page)


@pytest.mark.proof("windows")
@pytest.mark.parametrize("dark", [False, True])
def test_full_pages_are_for_everybody(site: Site, window: Windows, dark: bool) -> None:
    """Home, lobby, room and player's page with something of everything in them."""
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
            axe(page)
            fits(page)
        page.context.close()
