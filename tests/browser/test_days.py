"""In a browser, two players play a daily game of push over many days to its end, by links in e-mails and push messages.

They use plans, a vacation and a time-out. Days pass by moving everything stored into the past."""

import email
import email.policy
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.browser.passing import confirmed, is_noticed, passes
from tests.browser.server import Site, State, Visitor, make_table
from tests.browser.test_push_worker import Device
from tests.browser.windows import Windows, axe, live
from tests.notifications.service import Service
from tests.waiting import until

pytestmark = [pytest.mark.proof("games"), pytest.mark.timeout(400)]
MOST_VISITS = 150
NO_NIGHT = {"quiet_from": 0, "quiet_to": 0, "time_zone": "UTC"}
BIDS = {"for": "auction", "which": "any", "bid": "one-more", "most": 2, "once": False}


@pytest.fixture(scope="module")
def site(make_site) -> Site:
    """A server for these tests alone: days pass there for everybody."""
    return make_site()


@pytest.fixture
def service() -> Iterator[Service]:
    made = Service()
    yield made
    made.close()


class Table:
    """The game, its two people, and the window that each has."""

    def __init__(self, site: Site, window: Windows) -> None:
        self.site, self.window = site, window
        self.people = [site.sign_up(), site.sign_up()]
        for person in self.people:
            person.post("/accounts/settings/", NO_NIGHT).must(302)
        self.game = make_table(self.people, "push", pace="daily")
        self.pages: dict[str, Page] = {}
        self.has_plans = False

    @property
    def path(self) -> str:
        return f"/games/{self.game}/"

    def page(self, person: Visitor) -> Page:
        """The window of that person, at the table."""
        if person.name not in self.pages:
            self.pages[person.name] = self.window(person, self.path)
        page = self.pages[person.name]
        if not page.url.endswith(self.path):
            page.goto(self.path)
        live(page)
        page.keyboard.press("Escape")  # what happened since lies over the page
        return page

    def asked(self) -> tuple[Visitor, State]:
        """Who has to decide, and what they see; anybody once the game is over."""
        for person in self.people:
            state = person.state(self.game)
            if state["status"] != "playing" or state["seat"] in state["waiting"]:
                return person, state
        raise AssertionError("nobody is asked")

    def other(self, person: Visitor) -> Visitor:
        return next(each for each in self.people if each is not person)

    def is_beyond(self, version: int) -> bool:
        return bool(self.people[0].state(self.game)["version"] > version)

    def visit(self, person: Visitor) -> State:
        """The person decides all that is asked, by clicks."""
        page = self.page(person)
        while True:
            state = person.state(self.game)
            if state["status"] != "playing" or state["seat"] not in state["waiting"]:
                return state
            if self.has_plans and "pass" in {move["do"] for move in state["choices"]["moves"]}:
                until(partial(self.is_beyond, state["version"]), "the plan's answer")
                continue
            seen = page.locator(f'#table[data-version="{state["version"]}"]')
            expect(seen).to_be_visible()  # a click on an older board would be refused
            page.locator(f"#do-{sensible(state)}").click()
            expect(seen).to_have_count(0)


def sensible(state: State) -> str:
    """The button that somebody would press who is not greedy."""
    offered = {move["do"] for move in state["choices"]["moves"]}
    if "pass" in offered:
        return "bid" if "bid" in offered and state["version"] % 3 else "pass"
    if "take" in offered:
        shown = state["view"]["tableau"]
        if "draw" in offered and shown["net"] < 6 and shown["coins"] < 6:
            return "draw"
        return "numbers" if shown["numbers"] else "currency"
    return "token" if "token" in offered else "skip"


def mails(site: Site) -> list[tuple[str, str]]:
    """Those that the site has sent: to whom, and their text."""
    found = []
    for path in sorted((site.data / "mails").glob("*.eml")):
        message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        body = message.get_body(("plain",))
        found.append((str(message["To"]), body.get_content() if body else ""))
    return found


def test_a_daily_game_over_many_days_to_its_end(own_site: Site, window: Windows, service: Service) -> None:
    table = Table(own_site, window)
    by_mail(table)
    by_push(table, service)
    on_vacation(table)
    over_time(table)
    with_plans(table)
    last = to_the_end(table)
    for person in table.people:
        page = table.page(person)
        expect(page.locator("#headline")).to_contain_text(re.compile("won|wins|share|tie|draw", re.IGNORECASE))
        axe(page, "at the end")
    assert last["status"] == "finished"
    record = table.people[0].get(f"{table.path}record.json").must(200).json()
    assert {move.get("by") for move in record["moves"]} >= {None, "clock", "plan"}
    assert {end["end"] for end in [record["result"]]} == {"played"}


def by_mail(table: Table) -> None:
    """The first day: one plays, the other is told by a mail, and comes by its link."""
    first, _ = table.asked()
    second = table.other(first)
    confirmed(table.site, second.name, "second@example.org")
    table.visit(first)
    if table.asked()[0] is not second:
        raise AssertionError("the turn did not end")
    until(lambda: is_noticed(table.site, second.name), "a notice")
    passes(table.site, minutes=40)
    told = until(lambda: [text for to, text in mails(table.site) if to == "second@example.org"], "a mail")
    link = re.search(rf"{table.site.url}(/games/\S+)", told[0])
    assert link
    assert first.name in told[0]
    page = table.window(second, link[1])
    table.pages[second.name] = page
    expect(page.locator("#table")).to_be_visible()
    table.visit(second)


def by_push(table: Table, service: Service) -> None:
    """Another day: a message on a device, as the push service of a browser hands it over; it leads to the table."""
    person, _ = table.asked()
    reader = table.other(person)
    page = table.page(reader)
    page.goto("/")
    device = Device(page)
    fields = {"endpoint": service.endpoint(), **service.browser.keys()}
    reader.post("/accounts/devices/", fields).must(204)
    passes(table.site, hours=9)
    while table.asked()[0] is not reader:
        table.visit(person)
    until(lambda: is_noticed(table.site, reader.name), "a notice")
    passes(table.site, minutes=5)
    until(lambda: service.pushed, "a push")
    told = service.pushed[-1].body
    assert told["url"] == table.path
    device.push(json.dumps(told))
    assert device.shown(1)[0]["title"] == "Your turn"
    page.goto(told["url"])
    table.visit(reader)


def on_vacation(table: Table) -> None:
    """Whoever is asked goes away for days: no clock runs, it is shown, and they come back."""
    person, state = table.asked()
    page = table.page(person)
    page.goto("/accounts/vacation/")
    page.get_by_label("Number of days, starting now").fill("5")
    page.get_by_role("button", name="Start vacation").click()
    expect(page.get_by_role("heading", name="You're on vacation")).to_be_visible()
    passes(table.site, days=4.5)
    was_swept(table.site)
    assert person.state(table.game)["version"] == state["version"]
    other = table.page(table.other(person))
    other.reload()
    expect(other.locator("#clocks")).to_contain_text("vacation")
    page.goto("/accounts/vacation/")
    page.get_by_role("button", name=re.compile("back")).first.click()
    expect(page.get_by_role("heading", name="You're on vacation")).to_have_count(0)
    table.visit(person)


def was_swept(site: Site) -> None:
    """Wait for a whole sweep: its heart beats first, and again before the next."""
    for _ in range(2):
        before = heartbeat(site)
        until(partial(is_later, site, before), "a sweep")


def is_later(site: Site, before: str) -> bool:
    return heartbeat(site) != before


def heartbeat(site: Site) -> str:
    with closing(sqlite3.connect(site.data / "ten.sqlite3", timeout=20)) as base:
        return str(base.execute("SELECT last_beat_at FROM games_heartbeat WHERE name = 'sweep'").fetchone())


def over_time(table: Table) -> None:
    """Somebody does not answer a small decision: after twelve hours the clock passes, and says so."""
    for _ in range(MOST_VISITS):
        person, state = table.asked()
        assert state["status"] == "playing"
        offered = {move["do"] for move in state["choices"]["moves"]}
        if "take" not in offered:
            break
        one_click(table, person, state)
    else:
        raise AssertionError("nothing small was asked")
    passes(table.site, hours=12.1)
    watching = table.page(table.other(person))
    until(lambda: table.other(person).state(table.game)["version"] > state["version"], "the clock")
    expect(watching.locator(f"#log > li#e{state['version'] + 1}-1")).to_contain_text(re.compile("clock|time"))


def one_click(table: Table, person: Visitor, state: State) -> None:
    page = table.page(person)
    page.locator(f"#do-{sensible(state)}").click()
    expect(page.locator(f'#table[data-version="{state["version"]}"]')).to_have_count(0)


def with_plans(table: Table) -> None:
    """From now on both bid by plan."""
    for person in table.people:
        person.post(f"{table.path}plans/", {"plan": json.dumps(BIDS)}, Accept="application/json").must(200)
        page = table.page(person)
        page.reload()
        expect(page.locator("#panel-plans .panel-count")).to_have_text("1 active")
    table.has_plans = True


def to_the_end(table: Table) -> State:
    """Day after day, until it is over."""
    for _ in range(MOST_VISITS):
        person, state = table.asked()
        if state["status"] != "playing":
            return state
        passes(table.site, hours=7)
        table.visit(person)
    raise AssertionError("the game does not end")
