"""Clocks in a browser: times stay right in the reader's zone; panels beside the board."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.server import Site, Visitor, make_table, play
from tests.browser.windows import axe, fits, live, resize, soon
from tests.waiting import until

PHONE, DESK, WIDE = (320, 640), (1280, 800), (1760, 900)
SENTENCE = "#clock-sentence"
WATCH_SHIFTS = """
{ const name = ({ node }) => node?.id || node?.className || node?.nodeName, found = [];
  const add = (entries) => found.push(...entries.map((shift) => [shift.value, shift.sources.map(name)]));
  const watch = new PerformanceObserver((list) => add(list.getEntries()));
  watch.observe({ type: "layout-shift", buffered: true });
  window.moved = () => { add(watch.takeRecords()); return found; }; }
"""
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture
def daily(site: Site) -> tuple[list[Visitor], str]:
    """A table at the daily pace; the first of the people is the one whose turn it is."""
    people = [site.sign_up(), site.sign_up()]
    game = make_table(people, "push", pace="daily")
    (asked,) = people[0].state(game)["waiting"]
    return [people[asked], people[1 - asked]], game


def deadline(page: Page) -> datetime:
    return datetime.fromisoformat(page.locator(f"{SENTENCE} time.moment").get_attribute("datetime") or "")


def words(left: timedelta) -> str:
    """As the page says it, between a minute and many days."""
    days, seconds = divmod(int(left.total_seconds()), 86_400)
    hours, minutes = seconds // 3_600, seconds % 3_600 // 60
    said = [(days, "day"), (hours, "hour")] if days else [(hours, "hour"), (minutes, "minute")]
    return "in " + " ".join(f"{n} {unit}{'' if n == 1 else 's'}" for n, unit in said if n)


def test_how_far_away_it_is_stays_true_in_the_readers_zone_while_time_goes_on(window, daily):
    """At the table until the end of the clock, and at home since when a game waits for another."""
    (asked, other), game = daily
    asked.post("/accounts/settings/", {"time_zone": "Pacific/Auckland", "quiet_from": 0, "quiet_to": 0}).must(302)
    page = window(asked, f"/games/{game}/")
    live(page)
    end = deadline(page)
    clock = end.astimezone(ZoneInfo("Pacific/Auckland")).strftime("%H:%M")
    expect(page.locator(f"{SENTENCE} time.moment")).to_have_text(re.compile(rf" {clock}$"))
    now = (end - timedelta(hours=2, seconds=30)).astimezone(UTC)
    page.clock.install(time=now - timedelta(hours=1))
    page.clock.pause_at(now)  # the words are exact to the second
    page.reload()
    live(page)
    away = page.locator(f"{SENTENCE} time.away")
    expect(away).to_have_text(words(end - now))
    page.clock.fast_forward("01:00")
    expect(away).to_have_text(words(end - now - timedelta(minutes=1)))
    page.clock.fast_forward("02:00:00")
    expect(away).to_have_text("30 seconds ago")
    home = window(other, "/rules/")
    home.clock.install()
    home.goto("/")
    waited = home.locator(".theirs-time").first
    expect(waited).to_have_text(re.compile("just now|minute"))
    window.forgive(home, "htmx:error: timeout")  # for what is asked just then five hours go by
    home.clock.fast_forward("05:30:00")
    expect(waited).to_have_text("5 hours")


@pytest.mark.proof("windows")
@pytest.mark.parametrize("hours", [3, 30])
def test_how_many_hours_and_days_are_left_is_said_in_words(window, daily, hours):
    (asked, _other), game = daily
    page = window(asked, f"/games/{game}/")
    end = deadline(page)
    now = (end - timedelta(hours=hours + 2, seconds=30)).astimezone(UTC)
    page.clock.install(time=now - timedelta(hours=1))
    page.clock.pause_at(now)
    page.reload()
    live(page)
    away = page.locator(f"{SENTENCE} time.away")
    expect(away).to_have_text(words(end - now))
    page.clock.fast_forward("02:01:00")
    expect(away).to_have_text(words(end - now - timedelta(hours=2, minutes=1)))


@pytest.mark.proof("windows")
def test_moments_are_in_the_readers_zone_and_without_scripts_in_utc(window, daily):
    (_asked, other), game = daily
    other.post("/accounts/settings/", {"time_zone": "America/New_York"}).must(302)
    page = window(other, f"/games/{game}/")
    clock = deadline(page).astimezone(ZoneInfo("America/New_York")).strftime("%H:%M")
    expect(page.locator(f"{SENTENCE} time.moment")).to_have_text(re.compile(rf" {clock}$"))
    plain = window(other, f"/games/{game}/", javascript=False)
    utc = deadline(plain).strftime("%H:%M")
    expect(plain.locator(f"{SENTENCE} time.moment")).to_have_text(re.compile(rf", {utc} UTC$"))


@pytest.mark.proof("windows")
def test_the_zone_of_the_device_is_kept_at_the_first_visit(site, window):
    ana = site.sign_up()
    window(ana, "/rules/")
    until(lambda: 'data-zone="' in ana.get("/rules/").text, "the zone")
    page = window(ana, "/accounts/settings/")
    zone = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone").replace("Etc/", "")
    expect(page.locator("#id_time_zone")).to_have_value(zone)
    assert page.locator("html").get_attribute("data-zone") == zone
    assert "POST /accounts/zone/" not in window.asked[page]


def test_time_is_given_and_a_game_called_off_and_the_other_sees_it_at_once(window, daily):
    (asked, other), game = daily
    mine, theirs = window(asked, f"/games/{game}/"), window(other, f"/games/{game}/")
    live(mine)
    theirs.get_by_text("Give time", exact=True).click()
    theirs.get_by_role("button", name=f"Give {asked.name} 1 day").click()
    expect(theirs.locator(".messages")).to_contain_text(f"You gave {asked.name} 1 day.")
    expect(mine.locator("#clocks")).to_contain_text(f"{other.name} gave {asked.name} 1 day")
    theirs.get_by_text("Cancel game", exact=True).click()
    theirs.get_by_role("button", name="Agree to cancel").click()
    expect(mine.locator("#clocks")).to_contain_text("wants to cancel the game")
    mine.get_by_text("Cancel game", exact=True).click()
    mine.get_by_role("button", name="Agree to cancel").click()
    expect(mine.locator(".messages")).to_contain_text("The game is canceled.")  # the page that comes, not the socket
    for page in (mine, theirs):
        expect(page.locator("#headline")).to_have_text("This game was canceled.")


@pytest.mark.proof("windows")
@pytest.mark.parametrize("javascript", [True, False], ids=["script", "plain"])
def test_a_vacation_is_taken_and_ended(window, daily, javascript):
    (asked, other), game = daily
    page = window(asked, "/accounts/vacation/", javascript=javascript)
    page.get_by_label("Number of days, starting now").fill("2")
    page.get_by_role("button", name="Start vacation").click()
    expect(page.get_by_role("heading", name="You're on vacation")).to_be_visible()
    if javascript:
        expect(page.locator("main time.away").first).to_have_text("in 1 day 23 hours")
        axe(page, "away")
    table = window(other, f"/games/{game}/")
    expect(table.locator("#clocks")).to_contain_text("on vacation until")
    page.get_by_role("button", name="I'm back").click()
    expect(page.get_by_role("heading", name="You're on vacation")).to_have_count(0)
    table.reload()
    expect(table.locator("#clocks")).not_to_contain_text("on vacation until")


def test_panels_are_folded_on_a_phone_and_open_where_there_is_room(site, window):
    """The bar of a phone leads to them; a wide window keeps them as the reader leaves them."""
    people = [site.sign_up(), site.sign_up()]
    game = make_table(people, "tiles", pace="daily")
    asked = play(people, game, moves=0)["person"]
    page = window(asked, f"/games/{game}/", viewport=PHONE, dark=True, touch=True)
    live(page)
    fits(page)
    assert page.locator(".panel[open]").count() == 0
    page.locator("#beside-bar").get_by_role("link", name="Chat").click()
    expect(page.locator("#panel-talk")).to_have_attribute("open", "")
    expect(page.locator("#panel-talk .panel-head")).to_be_focused()
    expect(page.locator("#panel-talk .panel-head")).to_be_in_viewport()
    page.goto(f"/games/{game}/#note")
    expect(page.locator("#panel-note")).to_have_attribute("open", "")
    for summary in page.locator(".clock-acts summary").all():
        summary.click()
    fits(page)
    axe(page, "on a phone")
    desk = window(asked, f"/games/{game}/", viewport=WIDE)
    live(desk)
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
        fits(desk)


class Held:
    """What the window asks for and does not get before it is let go."""

    def __init__(self, page: Page, held: Callable[[str], bool]) -> None:
        self.page, self.holds = page, True
        self.routes: list[Route] = []
        page.route(held, self.come)

    def come(self, route: Route) -> None:
        if self.holds:
            self.routes.append(route)
        else:
            route.continue_()

    def let_go(self) -> None:
        soon(self.page, lambda: self.routes, "what is held")
        self.page.evaluate(DRAWN)
        self.holds = False
        for route in self.routes:
            route.continue_()


def at_once(page: Page, path: str) -> None:
    """All that it needs was there before: fonts may be late by themselves, too."""
    page.goto("/rules/")
    page.goto(path)


def fonts_late(page: Page, path: str) -> None:
    """The fonts come when all else is there."""
    fonts = Held(page, lambda url: ".woff2" in url)
    page.goto(path, wait_until="domcontentloaded")
    live(page)
    assert page.evaluate("document.fonts.status") == "loading"
    fonts.let_go()


def scripts_late(page: Page, path: str) -> None:
    """The scripts of the body come when what they wait for is drawn."""
    page.goto(path)
    early = set(page.evaluate("[...document.head.querySelectorAll('script')].map((script) => script.src)"))
    scripts = Held(page, lambda url: ".js" in url and url not in early)
    page.goto(path, wait_until="commit")
    page.locator("#beside").wait_for(state="attached")
    scripts.let_go()


def document_slow(page: Page, path: str) -> None:
    """The document takes two seconds to come; all else was there before."""
    page.goto(path)
    size = page.evaluate("performance.getEntriesByType('navigation')[0].encodedBodySize")
    link = page.context.new_cdp_session(page)
    speed = {"offline": False, "latency": 0, "uploadThroughput": -1}
    link.send("Network.emulateNetworkConditions", {**speed, "downloadThroughput": size / 2})
    page.goto(path)
    link.send("Network.emulateNetworkConditions", {**speed, "downloadThroughput": -1})


QUICK = [(scripts_late, WIDE)]  # panels that a script opens are what moves most


@pytest.mark.parametrize(
    ("come", "viewport"),
    [
        pytest.param(come, viewport, marks=() if (come, viewport) in QUICK else pytest.mark.proof("windows"))
        for come in (at_once, fonts_late, scripts_late, document_slow)
        for viewport in (PHONE, DESK, WIDE)
    ],
)
def test_nothing_moves_when_the_words_and_the_panels_come(window, daily, viewport, come):
    (asked, _other), game = daily
    path = f"/games/{game}/"
    until(lambda: 'class="clock-until"' in asked.get(path).text, "the clock")  # set by the sweep; a move of its own
    page = window(asked, "about:blank", viewport=viewport)
    page.add_init_script(WATCH_SHIFTS)
    come(page, path)
    live(page)
    expect(page.locator(f"{SENTENCE} time.away")).to_have_text(re.compile("^in "))
    expect(page.locator("#panel-note[open]")).to_have_count(0 if viewport == PHONE else 1)
    page.wait_for_load_state()
    page.evaluate("document.fonts.ready.then(() => true)")
    assert page.evaluate("['400 1rem Instrument Sans', '600 1rem Besley'].every((font) => document.fonts.check(font))")
    page.evaluate(DRAWN)
    moved = page.evaluate("window.moved()")
    # Fonts that stand in are as wide on the whole only: on a phone one line may still break elsewhere, as its words go.
    most = 0.08 if come is fonts_late and viewport == PHONE else 0.02
    assert sum(value for value, _what in moved) < most, moved
