"""The game history and its filters, with and without JavaScript, and adding friends."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.pages import create_history
from tests.browser.windows import PHONE, check_accessibility, check_fits

INVALID = "responded with a status of 422"  # logged by the browser after an invalid filter


def find_games(page):
    return page.locator(".past > li")


def test_filters_update_the_list_and_the_url_without_a_reload(site, window):
    reader, other = site.sign_up(), site.sign_up()
    create_history(reader, other)
    page = window(reader, f"/players/{reader.name}/games/", viewport=PHONE, forgive=[INVALID])
    expect(find_games(page)).to_have_count(3)
    page.get_by_text("Search and filter").click()
    page.evaluate("window.isSamePage = true")
    page.get_by_label("Game", exact=True).select_option("tiles")
    expect(find_games(page)).to_have_count(2)
    expect(page).to_have_url(re.compile(r"/games/\?kind=tiles$"))
    page.get_by_label("Pace").select_option("live")
    expect(find_games(page)).to_have_count(1)
    expect(find_games(page)).to_contain_text("private")
    check_fits(page)
    page.get_by_label("Opponent").fill("nobody of that name")
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_role("alert")).to_contain_text("There's no player called nobody of that name")
    check_accessibility(page, "invalid filter")
    page.get_by_label("Opponent").fill(other.name)
    page.get_by_role("button", name="Apply").click()
    expect(find_games(page)).to_have_count(1)
    expect(page).to_have_url(re.compile(f"opponent={other.name}"))
    assert page.evaluate("window.isSamePage"), "the page was reloaded"
    page.reload()
    expect(find_games(page)).to_have_count(1)
    expect(page.get_by_label("Opponent")).to_have_value(other.name)


@pytest.mark.proof("windows")
def test_filters_work_without_scripts(site, window):
    reader, other = site.sign_up(), site.sign_up()
    create_history(reader, other)
    page = window(reader, f"/players/{reader.name}/games/", viewport=PHONE, javascript=False)
    page.get_by_text("Search and filter").click()
    page.get_by_label("Result").select_option("lost")
    page.get_by_role("button", name="Apply").click()
    expect(find_games(page)).to_have_count(1)
    expect(page.get_by_label("Result")).to_have_value("lost")
    page.get_by_role("link", name="Clear filters").click()
    expect(find_games(page)).to_have_count(3)


@pytest.mark.proof("windows")
def test_a_friend_can_be_added_on_the_player_page_and_removed_on_the_friends_page(site, window):
    reader, other = site.sign_up(), site.sign_up()
    page = window(reader, f"/players/{other.name}/", viewport=PHONE)
    page.get_by_role("button", name="Add friend").click()
    expect(page.get_by_role("button", name="Remove")).to_be_visible()
    page.goto("/friends/")
    expect(page.get_by_role("link", name=other.name, exact=True)).to_be_visible()
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("No friends yet.")).to_be_visible()
