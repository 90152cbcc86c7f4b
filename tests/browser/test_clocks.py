"""Clocks, time zones and vacations, and the panels beside the board."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.server import Site, Visitor, make_table, play
from tests.browser.windows import check_accessibility, check_fits, resize, wait_for, wait_until_live
from tests.waiting import until

PHONE, DESK, WIDE = (320, 640), (1280, 800), (1760, 900)
SENTENCE = "#clock-sentence"
WATCH_SHIFTS = """
{ const name = ({ node }) => node?.id || node?.className || node?.nodeName, found = [];
  const add = (entries) => found.push(...entries.map((shift) => [shift.value, shift.sources.map(name)]));
  const watch = new PerformanceObserver((list) => add(list.getEntries()));
  watch.observe({ type: "layout-shift", buffered: true });
  window.listShifts = () => { add(watch.takeRecords()); return found; }; }
"""
PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture
def daily(site: Site) -> tuple[list[Visitor], str]:
    """The players of a daily game, with the one to move first, and the game."""
    people = [site.sign_up(), site.sign_up()]
    game = make_table(people, "push", pace="daily")
    (seat,) = people[0].state(game)["waiting"]
    return [people[seat], people[1 - seat]], game


def read_deadline(page: Page) -> datetime:
    return datetime.fromisoformat(page.locator(f"{SENTENCE} time.moment").get_attribute("datetime") or "")


def format_remaining(left: timedelta) -> str:
    days, seconds = divmod(int(left.total_seconds()), 86_400)
    hours, minutes = seconds // 3_600, seconds % 3_600 // 60
    parts = [(days, "day"), (hours, "hour")] if days else [(hours, "hour"), (minutes, "minute")]
    return "in " + " ".join(f"{n} {unit}{'' if n == 1 else 's'}" for n, unit in parts if n)


def test_remaining_and_waiting_times_update_while_the_page_is_open(window, daily):
    """The table shows the time until the deadline, the home page how long it has been the opponent's turn."""
    (mover, other), game = daily
    mover.post("/accounts/settings/", {"time_zone": "Pacific/Auckland", "quiet_from": 0, "quiet_to": 0}).must(302)
    page = window(mover, f"/games/{game}/")
    wait_until_live(page)
    end = read_deadline(page)
    clock = end.astimezone(ZoneInfo("Pacific/Auckland")).strftime("%H:%M")
    expect(page.locator(f"{SENTENCE} time.moment")).to_have_text(re.compile(rf" {clock}$"))
    now = (end - timedelta(hours=2, seconds=30)).astimezone(UTC)
    page.clock.install(time=now - timedelta(hours=1))
    page.clock.pause_at(now)  # stop the clock, because the text is exact to the second
    page.reload()
    wait_until_live(page)
    away = page.locator(f"{SENTENCE} time.away")
    expect(away).to_have_text(format_remaining(end - now))
    page.clock.fast_forward("01:00")
    expect(away).to_have_text(format_remaining(end - now - timedelta(minutes=1)))
    page.clock.fast_forward("02:00:00")
    expect(away).to_have_text("30 seconds ago")
    home = window(other, "/rules/")
    home.clock.install()
    home.goto("/")
    waited = home.locator(".theirs-time").first
    expect(waited).to_have_text(re.compile("just now|minute"))
    window.forgive(home, "htmx:error: timeout")  # a request that is under way sees five hours pass
    home.clock.fast_forward("05:30:00")
    expect(waited).to_have_text("5 hours")


@pytest.mark.proof("windows")
@pytest.mark.parametrize("hours", [3, 30])
def test_the_remaining_time_is_shown_in_days_and_hours(window, daily, hours):
    (mover, _other), game = daily
    page = window(mover, f"/games/{game}/")
    end = read_deadline(page)
    now = (end - timedelta(hours=hours + 2, seconds=30)).astimezone(UTC)
    page.clock.install(time=now - timedelta(hours=1))
    page.clock.pause_at(now)
    page.reload()
    wait_until_live(page)
    away = page.locator(f"{SENTENCE} time.away")
    expect(away).to_have_text(format_remaining(end - now))
    page.clock.fast_forward("02:01:00")
    expect(away).to_have_text(format_remaining(end - now - timedelta(hours=2, minutes=1)))


@pytest.mark.proof("windows")
def test_times_are_in_the_players_time_zone_or_in_utc_without_scripts(window, daily):
    (_mover, other), game = daily
    other.post("/accounts/settings/", {"time_zone": "America/New_York"}).must(302)
    page = window(other, f"/games/{game}/")
    clock = read_deadline(page).astimezone(ZoneInfo("America/New_York")).strftime("%H:%M")
    expect(page.locator(f"{SENTENCE} time.moment")).to_have_text(re.compile(rf" {clock}$"))
    plain = window(other, f"/games/{game}/", javascript=False)
    utc = read_deadline(plain).strftime("%H:%M")
    expect(plain.locator(f"{SENTENCE} time.moment")).to_have_text(re.compile(rf", {utc} UTC$"))


@pytest.mark.proof("windows")
def test_the_time_zone_of_the_device_is_saved_on_the_first_visit(site, window):
    ana = site.sign_up()
    window(ana, "/rules/")
    until(lambda: 'data-zone="' in ana.get("/rules/").text, "the time zone")
    page = window(ana, "/accounts/settings/")
    zone = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone").replace("Etc/", "")
    expect(page.locator("#id_time_zone")).to_have_value(zone)
    assert page.locator("html").get_attribute("data-zone") == zone
    assert "POST /accounts/zone/" not in window.all_requests[page]


def test_giving_time_and_canceling_the_game_show_at_once_to_both_players(window, daily):
    (mover, other), game = daily
    mine, theirs = window(mover, f"/games/{game}/"), window(other, f"/games/{game}/")
    wait_until_live(mine)
    theirs.get_by_text("Give time", exact=True).click()
    theirs.get_by_role("button", name=f"Give {mover.name} 1 day").click()
    expect(theirs.locator(".messages")).to_contain_text(f"You gave {mover.name} 1 day.")
    expect(mine.locator("#clocks")).to_contain_text(f"{other.name} gave {mover.name} 1 day")
    theirs.get_by_text("Cancel game", exact=True).click()
    theirs.get_by_role("button", name="Agree to cancel").click()
    expect(mine.locator("#clocks")).to_contain_text("wants to cancel the game")
    mine.get_by_text("Cancel game", exact=True).click()
    mine.get_by_role("button", name="Agree to cancel").click()
    expect(mine.locator(".messages")).to_contain_text("The game is canceled.")  # in the next page, not by socket
    for page in (mine, theirs):
        expect(page.locator("#headline")).to_have_text("This game was canceled.")


@pytest.mark.proof("windows")
@pytest.mark.parametrize("javascript", [True, False], ids=["script", "plain"])
def test_a_vacation_can_be_started_and_ended(window, daily, javascript):
    (mover, other), game = daily
    page = window(mover, "/accounts/vacation/", javascript=javascript)
    page.get_by_label("Number of days, starting now").fill("2")
    page.get_by_role("button", name="Start vacation").click()
    expect(page.get_by_role("heading", name="You're on vacation")).to_be_visible()
    if javascript:
        expect(page.locator("main time.away").first).to_have_text("in 1 day 23 hours")
        check_accessibility(page, "on vacation")
    table = window(other, f"/games/{game}/")
    expect(table.locator("#clocks")).to_contain_text("on vacation until")
    page.get_by_role("button", name="I'm back").click()
    expect(page.get_by_role("heading", name="You're on vacation")).to_have_count(0)
    table.reload()
    expect(table.locator("#clocks")).not_to_contain_text("on vacation until")


def test_panels_start_closed_on_a_phone_and_open_on_a_desktop(site, window):
    """On a phone, links below the board open them; a desktop remembers which ones the player closed."""
    people = [site.sign_up(), site.sign_up()]
    game = make_table(people, "tiles", pace="daily")
    mover = play(people, game, moves=0)["person"]
    page = window(mover, f"/games/{game}/", viewport=PHONE, dark=True, touch=True)
    wait_until_live(page)
    check_fits(page)
    assert page.locator(".panel[open]").count() == 0
    page.locator("#beside-bar").get_by_role("link", name="Chat").click()
    expect(page.locator("#panel-talk")).to_have_attribute("open", "")
    expect(page.locator("#panel-talk .panel-head")).to_be_focused()
    expect(page.locator("#panel-talk .panel-head")).to_be_in_viewport()
    page.goto(f"/games/{game}/#note")
    expect(page.locator("#panel-note")).to_have_attribute("open", "")
    for summary in page.locator(".clock-acts summary").all():
        summary.click()
    check_fits(page)
    check_accessibility(page, "on a phone")
    desk = window(mover, f"/games/{game}/", viewport=WIDE)
    wait_until_live(desk)
    expect(desk.locator("#panel-talk")).to_have_attribute("open", "")
    board, beside = desk.locator("#content").bounding_box(), desk.locator("#beside").bounding_box()
    assert board
    assert beside
    assert beside["x"] > board["x"] + board["width"]
    desk.locator("#panel-talk .panel-head").click()
    desk.reload()
    expect(desk.locator("#panel-note")).to_have_attribute("open", "")
    assert desk.locator("#panel-talk[open]").count() == 0
    for viewport in (DESK, (768, 1024), WIDE):
        resize(desk, viewport)
        check_fits(desk)


class HeldRequests:
    """Requests of a page that get no response until they are released."""

    def __init__(self, page: Page, matches: Callable[[str], bool]) -> None:
        self.page, self.is_holding = page, True
        self.routes: list[Route] = []
        page.route(matches, self.handle)

    def handle(self, route: Route) -> None:
        if self.is_holding:
            self.routes.append(route)
        else:
            route.continue_()

    def release(self) -> None:
        wait_for(self.page, lambda: self.routes, "a held request")
        self.page.evaluate(PAINTED)
        self.is_holding = False
        for route in self.routes:
            route.continue_()


def load_cached(page: Page, path: str) -> None:
    """Load the page with everything it needs in the cache, or fonts could be late here, too."""
    page.goto("/rules/")
    page.goto(path)


def load_with_late_fonts(page: Page, path: str) -> None:
    """Load the fonts after everything else."""
    fonts = HeldRequests(page, lambda url: ".woff2" in url)
    page.goto(path, wait_until="domcontentloaded")
    wait_until_live(page)
    assert page.evaluate("document.fonts.status") == "loading"
    fonts.release()


def load_with_late_scripts(page: Page, path: str) -> None:
    """Load the scripts of the body after the page is painted."""
    page.goto(path)
    early = set(page.evaluate("[...document.head.querySelectorAll('script')].map((script) => script.src)"))
    scripts = HeldRequests(page, lambda url: ".js" in url and url not in early)
    page.goto(path, wait_until="commit")
    page.locator("#beside").wait_for(state="attached")
    scripts.release()


def load_slowly(page: Page, path: str) -> None:
    """Load the document in two seconds, with everything else in the cache."""
    page.goto(path)
    size = page.evaluate("performance.getEntriesByType('navigation')[0].encodedBodySize")
    link = page.context.new_cdp_session(page)
    speed = {"offline": False, "latency": 0, "uploadThroughput": -1}
    link.send("Network.emulateNetworkConditions", {**speed, "downloadThroughput": size / 2})
    page.goto(path)
    link.send("Network.emulateNetworkConditions", {**speed, "downloadThroughput": -1})


QUICK = [(load_with_late_scripts, WIDE)]  # panels that a script opens are the most likely to shift the layout


@pytest.mark.parametrize(
    ("load", "viewport"),
    [
        pytest.param(load, viewport, marks=() if (load, viewport) in QUICK else pytest.mark.proof("windows"))
        for load in (load_cached, load_with_late_fonts, load_with_late_scripts, load_slowly)
        for viewport in (PHONE, DESK, WIDE)
    ],
)
def test_the_layout_does_not_shift_while_a_table_loads(window, daily, viewport, load):
    (mover, _other), game = daily
    path = f"/games/{game}/"
    until(lambda: 'class="clock-until"' in mover.get(path).text, "the clock")  # its start shifts the layout, too
    page = window(mover, "about:blank", viewport=viewport)
    page.add_init_script(WATCH_SHIFTS)
    load(page, path)
    wait_until_live(page)
    expect(page.locator(f"{SENTENCE} time.away")).to_have_text(re.compile("^in "))
    expect(page.locator("#panel-note[open]")).to_have_count(0 if viewport == PHONE else 1)
    page.wait_for_load_state()
    page.evaluate("document.fonts.ready.then(() => true)")
    assert page.evaluate("['400 1rem Instrument Sans', '600 1rem Besley'].every((font) => document.fonts.check(font))")
    page.evaluate(PAINTED)
    shifts = page.evaluate("window.listShifts()")
    # Fallback fonts match the width on average only, so on a phone a line may wrap differently.
    most = 0.08 if load is load_with_late_fonts and viewport == PHONE else 0.02
    assert sum(value for value, _what in shifts) < most, shifts
