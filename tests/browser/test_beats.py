"""What happens during a move is shown step by step, and any key or a click on the board shows the rest at once."""

from datetime import UTC, datetime

from playwright.sync_api import Page, expect

from tests.browser.server import Site, make_table
from tests.browser.windows import Windows, wait_for, wait_until_live

SHORTEST, LONGEST = 800, 1_600  # milliseconds a beat is shown
MOVES = ("do-draw", "do-pass", "do-skip", "do-token", "do-currency")


def open_table(site: Site, window: Windows, reduced_motion: bool = False) -> Page:
    """Open a game against JEN with moves shown step by step. Only the test advances the page's clock."""
    ana = site.guest()
    page = window(ana, f"/games/{make_table([ana], 'push', seats=1, solo=4)}/", reduced_motion=reduced_motion)
    page.evaluate("localStorage.setItem('ten.speed', 'normal')")
    page.clock.install()
    page.reload()
    wait_until_live(page)
    soon = page.evaluate("Date.now()") / 1_000 + 1  # much later, the page would reconnect
    page.clock.pause_at(datetime.fromtimestamp(soon, UTC))
    return page


def version(page: Page) -> str:
    return page.locator("#state").get_attribute("data-version") or ""


def is_between(page: Page) -> bool:
    """Whether a beat is shown."""
    return page.locator(".beat-bar").count() > 0


def draw_until_bust(page: Page) -> None:
    """Draw until a card busts, and stop at the beat that shows it. Skip the beats of other moves."""
    headline = page.locator("#headline")
    for _ in range(60):
        before = version(page)
        button = next(found for name in MOVES if (found := page.locator(f"#{name}")).count())
        button.click()
        wait_for(page, lambda: version(page) != before or is_between(page), "the move")  # noqa: B023 (called at once)
        if "You busted" in (headline.text_content() or ""):
            return
        if is_between(page):
            page.keyboard.press("Escape")
        expect(page.locator(f'#state:not([data-version="{before}"])')).to_be_attached()
    raise AssertionError("no bust in 60 moves")


def test_a_bust_is_shown_until_its_time_is_up(site: Site, window: Windows) -> None:
    page = open_table(site, window)
    draw_until_bust(page)
    headline, before = page.locator("#headline"), version(page)
    expect(page.locator(".meter.over .bust-word")).to_be_visible()
    expect(page.locator("#push-actions button")).to_have_count(0)
    page.clock.run_for(LONGEST)
    expect(headline).to_contain_text("To the market")
    expect(page.locator(".stall")).not_to_have_count(0)
    page.clock.run_for(SHORTEST)
    expect(headline).to_contain_text("You got a bust token")
    assert version(page) == before
    page.clock.run_for(20 * LONGEST)
    expect(page.locator(".beat-bar")).to_have_count(0)
    expect(page.locator("#log")).to_contain_text("You got a bust token")
    assert version(page) != before
    expect(page.locator("#table .actions button").first).to_be_visible()


def test_input_shows_the_rest_at_once_and_does_nothing_else(site: Site, window: Windows) -> None:
    page = open_table(site, window, reduced_motion=True)
    draw_until_bust(page)
    before = int(version(page))
    page.locator("#headline").click()
    expect(page.locator("#table .actions button").first).to_be_visible()
    assert int(version(page)) == before + 1
    page.clock.run_for(1_000)
    draw_until_bust(page)
    before = int(version(page))
    page.locator("#fair > summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#table .actions button").first).to_be_visible()
    assert int(version(page)) == before + 1
    expect(page.locator("#fair")).not_to_have_attribute("open", "")


def test_the_speed_is_chosen_in_the_menu_of_the_table(site: Site, window: Windows) -> None:
    page = open_table(site, window)
    page.locator(".table-menu > summary").click()
    page.locator("[data-speed]").select_option("off")
    page.keyboard.press("Escape")
    page.reload()
    wait_until_live(page)
    page.locator(".table-menu > summary").click()
    expect(page.locator("[data-speed]")).to_have_value("off")
    page.locator(".table-menu > summary").click()
    for _ in range(12):
        before = version(page)
        next(found for name in MOVES if (found := page.locator(f"#{name}")).count()).click()
        expect(page.locator(f'#state:not([data-version="{before}"])')).to_be_attached()
        assert not is_between(page)
