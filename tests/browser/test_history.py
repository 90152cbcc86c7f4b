"""The history and its filters in a browser, with and without JavaScript, and friends on a player's page."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.pages import looked_back
from tests.browser.windows import PHONE, axe, fits

NO_SUCH = "responded with a status of 422"  # what the browser says of a filter that does not fit


def games(page):
    return page.locator(".past > li")


def test_a_filter_swaps_the_list_and_the_address_follows(site, window):
    reader, other = site.sign_up(), site.sign_up()
    looked_back(reader, other)
    page = window(reader, f"/players/{reader.name}/games/", viewport=PHONE, forgive=[NO_SUCH])
    expect(games(page)).to_have_count(3)
    page.get_by_text("Search and filter").click()
    page.evaluate("window.same = true")
    page.get_by_label("Game", exact=True).select_option("tiles")
    expect(games(page)).to_have_count(2)
    expect(page).to_have_url(re.compile(r"/games/\?kind=tiles$"))
    page.get_by_label("Pace").select_option("live")
    expect(games(page)).to_have_count(1)
    expect(games(page)).to_contain_text("private")
    fits(page)
    page.get_by_label("Opponent").fill("nobody of that name")
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_role("alert")).to_contain_text("There's no player called nobody of that name")
    axe(page, "refused")
    page.get_by_label("Opponent").fill(other.name)
    page.get_by_role("button", name="Apply").click()
    expect(games(page)).to_have_count(1)
    expect(page).to_have_url(re.compile(f"opponent={other.name}"))  # which is what is loaded again
    assert page.evaluate("window.same")  # one page all the while
    page.reload()
    expect(games(page)).to_have_count(1)
    expect(page.get_by_label("Opponent")).to_have_value(other.name)


@pytest.mark.proof("windows")
def test_without_scripts_the_form_does_the_same(site, window):
    reader, other = site.sign_up(), site.sign_up()
    looked_back(reader, other)
    page = window(reader, f"/players/{reader.name}/games/", viewport=PHONE, javascript=False)
    page.get_by_text("Search and filter").click()
    page.get_by_label("Result").select_option("lost")
    page.get_by_role("button", name="Apply").click()
    expect(games(page)).to_have_count(1)
    expect(page.get_by_label("Result")).to_have_value("lost")
    page.get_by_role("link", name="Clear filters").click()
    expect(games(page)).to_have_count(3)


@pytest.mark.proof("windows")
def test_a_player_is_kept_in_sight_from_the_players_page(site, window):
    reader, other = site.sign_up(), site.sign_up()
    page = window(reader, f"/players/{other.name}/", viewport=PHONE)
    page.get_by_role("button", name="Add friend").click()
    expect(page.get_by_role("button", name="Remove")).to_be_visible()
    page.goto("/friends/")
    expect(page.get_by_role("link", name=other.name, exact=True)).to_be_visible()
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("No friends yet.")).to_be_visible()
