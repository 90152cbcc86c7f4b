"""The review in a browser: on a phone and a desktop, light and dark, by keyboard, without JavaScript."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.server import make_table, play
from tests.browser.test_tiles import no_ten
from tests.browser.windows import DESK, PHONE, axe, fits, resize, whole

KINDS = {
    "push": {"seats": 3, "bots": "easy"},
    "tiles": {},
    "swap": {"seats": 5, "bots": "easy,easy,easy"},
}


def guess_first(page: Page, game: str) -> None:
    """A decision is hidden, and unjudged, until its reader asks what was done."""
    page.goto(f"/games/{game}/review/?guess=1")
    assert page.locator(".judged-mark, .review-mattered").count() == 0
    first = page.locator("article.judged").first
    expect(first.locator(".judged-title")).to_be_hidden()
    first.get_by_text("Show the move").click()
    expect(first.locator(".judged-title")).to_be_visible()


@pytest.fixture(scope="module")
def games(site):
    """One game of each kind that is over, and somebody who played it."""
    found = {}
    for kind, fields in KINDS.items():
        people = [site.sign_up(), site.sign_up()]
        game = make_table(people, kind, **fields)
        play(people, game)
        found[kind] = (people[0], game)
    return found


def test_a_review_leads_from_the_table_to_what_one_player_did_and_opens_by_keys(site, window):
    """Decisions that mattered lead to where they are judged; who guesses first sees nothing of the judgement."""
    reader, other = site.sign_up(), site.sign_up()
    game = make_table([reader, other], "tiles")
    play([reader, other], game, moves=24, among=no_ten)  # few enough for one page
    other.post(f"/games/{game}/resign/").must(302, 303)
    page = window(reader, f"/games/{game}/")
    page.get_by_role("navigation", name="More about this game").get_by_role("link", name="Review").click()
    expect(page).to_have_url(re.compile("/review/$"))
    expect(page.get_by_role("heading", level=2).first).to_have_text("Luck and decisions")
    whole(page)
    everything = page.locator("article.judged").count()
    mattered_leads_on(page, game)
    part = page.locator("details.review-part").first
    was_open = part.evaluate("part => part.open")
    part.locator("> summary").focus()
    page.keyboard.press("Enter")
    expect(part.locator("article.judged").first).to_be_visible(visible=not was_open)
    filters = page.get_by_role("navigation", name="Filter decisions")
    filters.get_by_role("link", name=reader.name, exact=True).click()
    expect(page).to_have_url(re.compile(r"\?seat=0#every$"))
    whole(page)
    assert 0 < page.locator("article.judged").count() < everything
    expect(filters.get_by_role("link", name=reader.name, exact=True)).to_have_attribute("aria-current", "true")
    guess_first(page, game)


def mattered_leads_on(page: Page, game: str) -> None:
    """From the first decision that mattered to its judgement, and from there to the table then."""
    link = page.locator(".review-mattered a.whole").first
    target = str(link.get_attribute("href")).split("#")[1]
    link.focus()
    page.keyboard.press("Enter")
    expect(page.locator(f"#{target}")).to_be_in_viewport()
    expect(page.locator(f"#{target} .judged-mark")).to_be_visible()
    then = page.locator(f"#{target}").get_by_role("link", name="Show the table")
    assert f"/games/{game}/replay/?step={int(target[1:]) - 1}&seat=" in str(then.get_attribute("href"))


@pytest.mark.proof("windows")
@pytest.mark.parametrize("kind", KINDS)
def test_a_review_is_for_everybody(games, window, kind):
    """No violation of axe with all parts open, nothing cut off at 320 px, and all of it there without JavaScript."""
    reader, game = games[kind]
    page = window(reader, f"/games/{game}/review/", reduced_motion=True)
    for details in page.locator("main details").all():
        details.evaluate("details => { details.open = true; }")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        axe(page, theme)
    for viewport in (DESK, PHONE):
        resize(page, viewport)
        fits(page)
    plain = window(reader, f"/games/{game}/review/", javascript=False, viewport=PHONE)
    assert plain.locator("[style], style, script:not([src])").count() == 0
    assert plain.locator("article.judged").count() == page.locator("article.judged").count() > 0
    assert plain.locator("svg.course").count() == len(page.locator(".review-row").all())


@pytest.mark.proof("windows")
@pytest.mark.parametrize("kind", KINDS)
def test_the_decisions_that_mattered_lead_to_where_they_are_judged(games, window, kind):
    reader, game = games[kind]
    mattered_leads_on(window(reader, f"/games/{game}/review/"), game)


@pytest.mark.proof("windows")
def test_without_scripts_a_review_is_filtered_and_guessed(games, window):
    reader, game = games["tiles"]
    page = window(reader, f"/games/{game}/review/", javascript=False, viewport=PHONE)
    everything = page.locator("article.judged").count()
    page.get_by_role("navigation", name="Filter decisions").get_by_role("link", name=reader.name, exact=True).click()
    expect(page).to_have_url(re.compile(r"\?seat=0#every$"))
    assert 0 < page.locator("article.judged").count() < everything
    guess_first(page, game)
