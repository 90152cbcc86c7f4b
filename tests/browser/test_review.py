"""The review page: filters, guessing moves, accessibility, and use without JavaScript."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.server import make_table, play
from tests.browser.test_tiles import avoid_ten
from tests.browser.windows import DESK, PHONE, check_accessibility, check_fits, resize, wait_until_loaded

KINDS = {
    "push": {"seats": 3, "bots": "easy"},
    "tiles": {},
    "swap": {"seats": 5, "bots": "easy,easy,easy"},
}


def check_guessing(page: Page, game: str) -> None:
    """Check that moves and their assessments are hidden until the player asks for a move."""
    page.goto(f"/games/{game}/review/?guess=1")
    assert page.locator(".judged-mark, .review-mattered").count() == 0
    first = page.locator("article.judged").first
    expect(first.locator(".judged-title")).to_be_hidden()
    first.get_by_text("Show the move").click()
    expect(first.locator(".judged-title")).to_be_visible()


@pytest.fixture(scope="module")
def games(site):
    """A finished game of each kind, and one of its players."""
    found = {}
    for kind, fields in KINDS.items():
        people = [site.sign_up(), site.sign_up()]
        game = make_table(people, kind, **fields)
        play(people, game)
        found[kind] = (people[0], game)
    return found


def test_a_review_opens_from_the_table_and_can_be_filtered_and_guessed(site, window):
    """Decisions that mattered link to their assessment, and parts open with the keyboard."""
    reader, other = site.sign_up(), site.sign_up()
    game = make_table([reader, other], "tiles")
    play([reader, other], game, moves=24, prefer=avoid_ten)  # so few that they fit on one page
    other.post(f"/games/{game}/resign/").must(302, 303)
    page = window(reader, f"/games/{game}/")
    page.get_by_role("navigation", name="More about this game").get_by_role("link", name="Review").click()
    expect(page).to_have_url(re.compile("/review/$"))
    expect(page.get_by_role("heading", level=2).first).to_have_text("Luck and decisions")
    wait_until_loaded(page)
    everything = page.locator("article.judged").count()
    follow_decision_that_mattered(page, game)
    part = page.locator("details.review-part").first
    was_open = part.evaluate("part => part.open")
    part.locator("> summary").focus()
    page.keyboard.press("Enter")
    expect(part.locator("article.judged").first).to_be_visible(visible=not was_open)
    filters = page.get_by_role("navigation", name="Filter decisions")
    filters.get_by_role("link", name=reader.name, exact=True).click()
    expect(page).to_have_url(re.compile(r"\?seat=0#every$"))
    wait_until_loaded(page)
    assert 0 < page.locator("article.judged").count() < everything
    expect(filters.get_by_role("link", name=reader.name, exact=True)).to_have_attribute("aria-current", "true")
    check_guessing(page, game)


def follow_decision_that_mattered(page: Page, game: str) -> None:
    """Follow the link of the first decision that mattered, and check that its assessment links to the replay."""
    link = page.locator(".review-mattered a.whole").first
    target = str(link.get_attribute("href")).split("#")[1]
    link.focus()
    page.keyboard.press("Enter")
    expect(page.locator(f"#{target}")).to_be_in_viewport()
    expect(page.locator(f"#{target} .judged-mark")).to_be_visible()
    replay = page.locator(f"#{target}").get_by_role("link", name="Show the table")
    assert f"/games/{game}/replay/?step={int(target[1:]) - 1}&seat=" in str(replay.get_attribute("href"))


@pytest.mark.proof("windows")
@pytest.mark.parametrize("kind", KINDS)
def test_a_review_is_accessible_and_complete_without_scripts(games, window, kind):
    reader, game = games[kind]
    page = window(reader, f"/games/{game}/review/", reduced_motion=True)
    for details in page.locator("main details").all():
        details.evaluate("details => { details.open = true; }")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        check_accessibility(page, theme)
    for viewport in (DESK, PHONE):
        resize(page, viewport)
        check_fits(page)
    plain = window(reader, f"/games/{game}/review/", javascript=False, viewport=PHONE)
    assert plain.locator("[style], style, script:not([src])").count() == 0
    assert plain.locator("article.judged").count() == page.locator("article.judged").count() > 0
    assert plain.locator("svg.course").count() == len(page.locator(".review-row").all())


@pytest.mark.proof("windows")
@pytest.mark.parametrize("kind", KINDS)
def test_decisions_that_mattered_link_to_their_assessment(games, window, kind):
    reader, game = games[kind]
    follow_decision_that_mattered(window(reader, f"/games/{game}/review/"), game)


@pytest.mark.proof("windows")
def test_a_review_can_be_filtered_and_guessed_without_scripts(games, window):
    reader, game = games["tiles"]
    page = window(reader, f"/games/{game}/review/", javascript=False, viewport=PHONE)
    everything = page.locator("article.judged").count()
    page.get_by_role("navigation", name="Filter decisions").get_by_role("link", name=reader.name, exact=True).click()
    expect(page).to_have_url(re.compile(r"\?seat=0#every$"))
    assert 0 < page.locator("article.judged").count() < everything
    check_guessing(page, game)
