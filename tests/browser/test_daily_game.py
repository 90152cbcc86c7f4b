"""Two players play a whole daily game of TEN Push, with e-mails, push notifications, a vacation, a time-out and plans.

The days pass by moving everything stored into the past (see `advance_time`).
"""

import email
import email.policy
import json
import re
from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.browser.database import add_confirmed_email, advance_time, has_turn_notification, read_sweep_heartbeat
from tests.browser.server import Site, State, Visitor, make_table
from tests.browser.test_push_notifications import Device
from tests.browser.windows import Windows, check_accessibility, wait_until_live
from tests.notifications.push_service import PushService
from tests.waiting import until

pytestmark = [pytest.mark.proof("games"), pytest.mark.timeout(400)]
MAX_VISITS = 150
NO_QUIET_HOURS = {"quiet_from": 0, "quiet_to": 0, "time_zone": "UTC"}
BIDS = {"for": "auction", "which": "any", "bid": "one-more", "most": 2, "once": False}


@pytest.fixture(scope="module")
def site(make_site) -> Site:
    """A server for this module alone, because its time is advanced."""
    return make_site()


@pytest.fixture
def service() -> Iterator[PushService]:
    service = PushService()
    yield service
    service.close()


class Table:
    """The game, its two players, and a window for each."""

    def __init__(self, site: Site, window: Windows) -> None:
        self.site, self.window = site, window
        self.people = [site.sign_up(), site.sign_up()]
        for person in self.people:
            person.post("/accounts/settings/", NO_QUIET_HOURS).must(302)
        self.game = make_table(self.people, "push", pace="daily")
        self.pages: dict[str, Page] = {}
        self.has_plans = False

    @property
    def path(self) -> str:
        return f"/games/{self.game}/"

    def page(self, person: Visitor) -> Page:
        """Return this player's window, open at the table."""
        if person.name not in self.pages:
            self.pages[person.name] = self.window(person, self.path)
        page = self.pages[person.name]
        if not page.url.endswith(self.path):
            page.goto(self.path)
        wait_until_live(page)
        page.keyboard.press("Escape")  # close the list of updates that covers the page
        return page

    def find_turn(self) -> tuple[Visitor, State]:
        """Return the player to move, or any player once the game is over, with what they see."""
        found: tuple[Visitor, State] = until(self.look_for_turn, "somebody's turn")
        return found

    def look_for_turn(self) -> tuple[Visitor, State] | None:
        """Do the same, or return None if a plan has moved while the players were asked one after the other."""
        for person in self.people:
            state = person.state(self.game)
            if state["status"] != "playing" or state["seat"] in state["waiting"]:
                return person, state
        return None

    def other(self, person: Visitor) -> Visitor:
        return next(other for other in self.people if other is not person)

    def has_passed(self, version: int) -> bool:
        return bool(self.people[0].state(self.game)["version"] > version)

    def visit(self, person: Visitor) -> State:
        """Click moves for this player until it's the other's turn."""
        page = self.page(person)
        while True:
            state = person.state(self.game)
            if state["status"] != "playing" or state["seat"] not in state["waiting"]:
                return state
            if self.has_plans and "pass" in {move["do"] for move in state["choices"]["moves"]}:
                until(partial(self.has_passed, state["version"]), "the plan's move")
                continue
            board = page.locator(f'#state[data-version="{state["version"]}"]')
            expect(board).to_be_attached()  # a click on an older board would be rejected
            page.locator(f"#do-{choose_move(state)}").click()
            expect(board).to_have_count(0)


def choose_move(state: State) -> str:
    """Return the button that a cautious player would click."""
    offered = {move["do"] for move in state["choices"]["moves"]}
    if "pass" in offered:
        return "bid" if "bid" in offered and state["version"] % 3 else "pass"
    if "take" in offered:
        shown = state["view"]["tableau"]
        if "draw" in offered and shown["net"] < 6 and shown["coins"] < 6:
            return "draw"
        return "numbers" if shown["numbers"] else "currency"
    return "token" if "token" in offered else "skip"


def read_mails(site: Site) -> list[tuple[str, str]]:
    """Return the recipient and text of every e-mail that the site has sent."""
    found = []
    for path in sorted((site.data / "mails").glob("*.eml")):
        message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        body = message.get_body(("plain",))
        found.append((str(message["To"]), body.get_content() if body else ""))
    return found


@pytest.mark.full_browser
def test_a_daily_game_can_be_played_from_start_to_finish(own_site: Site, window: Windows, service: PushService) -> None:
    table = Table(own_site, window)
    follow_email(table)
    follow_push_notification(table, service)
    take_vacation(table)
    time_out(table)
    add_plans(table)
    last = play_out(table)
    for person in table.people:
        page = table.page(person)
        expect(page.locator("#headline")).to_contain_text(re.compile("won|wins|share|tie|draw", re.IGNORECASE))
        check_accessibility(page, "at the end")
    assert last["status"] == "finished"
    record = table.people[0].get(f"{table.path}record.json").must(200).json()
    assert {move.get("by") for move in record["moves"]} >= {None, "clock", "plan"}
    assert {end["end"] for end in [record["result"]]} == {"played"}


def follow_email(table: Table) -> None:
    """Let one player move, and the other follow the link in the e-mail about it."""
    first, _ = table.find_turn()
    second = table.other(first)
    add_confirmed_email(table.site, second.name, "second@example.org")
    table.visit(first)
    if table.find_turn()[0] is not second:
        raise AssertionError("the turn did not end")
    until(lambda: has_turn_notification(table.site, second.name), "a notification")
    advance_time(table.site, minutes=40)
    texts = until(lambda: [text for to, text in read_mails(table.site) if to == "second@example.org"], "an e-mail")
    link = re.search(rf"{table.site.url}(/games/\S+)", texts[0])
    assert link
    assert first.name in texts[0]
    page = table.window(second, link[1])
    table.pages[second.name] = page
    expect(page.locator("#table")).to_be_visible()
    table.visit(second)


def follow_push_notification(table: Table, service: PushService) -> None:
    """Deliver a push notification to a player's device, as the browser's push service would, and follow it."""
    person, _ = table.find_turn()
    reader = table.other(person)
    page = table.page(reader)
    page.goto("/")
    device = Device(page)
    fields = {"endpoint": service.endpoint(), **service.browser.keys()}
    reader.post("/accounts/devices/", fields).must(204)
    advance_time(table.site, hours=9)
    while table.find_turn()[0] is not reader:
        table.visit(person)
    until(lambda: has_turn_notification(table.site, reader.name), "a notification")
    advance_time(table.site, minutes=5)
    until(lambda: service.pushed, "a push message")
    message = service.pushed[-1].body
    assert message["url"] == table.path
    device.push(json.dumps(message))
    assert device.wait_for_shown(1)[0]["title"] == "Your turn"
    page.goto(message["url"])
    table.visit(reader)


def take_vacation(table: Table) -> None:
    """Go on vacation with the player to move: the clock stops, and the opponent can see why."""
    person, state = table.find_turn()
    page = table.page(person)
    page.goto("/accounts/vacation/")
    page.get_by_label("Number of days, starting now").fill("5")
    page.get_by_role("button", name="Start vacation").click()
    expect(page.get_by_role("heading", name="You're on vacation")).to_be_visible()
    advance_time(table.site, days=4.5)
    wait_for_sweep(table.site)
    assert person.state(table.game)["version"] == state["version"]
    other = table.page(table.other(person))
    other.reload()
    expect(other.locator("#clocks")).to_contain_text("vacation")
    page.goto("/accounts/vacation/")
    page.get_by_role("button", name=re.compile("back")).first.click()
    expect(page.get_by_role("heading", name="You're on vacation")).to_have_count(0)
    table.visit(person)


def wait_for_sweep(site: Site) -> None:
    """Wait until a whole sweep is done: each begins with a heartbeat, so wait for two."""
    for _ in range(2):
        before = read_sweep_heartbeat(site)
        until(partial(has_new_heartbeat, site, before), "a sweep")


def has_new_heartbeat(site: Site, before: str) -> bool:
    return read_sweep_heartbeat(site) != before


def time_out(table: Table) -> None:
    """Let a small decision time out after twelve hours, and check that the log says so."""
    for _ in range(MAX_VISITS):
        person, state = table.find_turn()
        assert state["status"] == "playing"
        offered = {move["do"] for move in state["choices"]["moves"]}
        if "take" not in offered:
            break
        make_move(table, person, state)
    else:
        raise AssertionError("no small decision came up")
    advance_time(table.site, hours=12.1)
    watching = table.page(table.other(person))
    until(lambda: table.other(person).state(table.game)["version"] > state["version"], "the clock")
    expect(watching.locator(f"#log > li#e{state['version'] + 1}-1")).to_contain_text(re.compile("clock|time"))


def make_move(table: Table, person: Visitor, state: State) -> None:
    page = table.page(person)
    page.locator(f"#do-{choose_move(state)}").click()
    expect(page.locator(f'#state[data-version="{state["version"]}"]')).to_have_count(0)


def add_plans(table: Table) -> None:
    """Let plans bid for both players from now on."""
    for person in table.people:
        person.post(f"{table.path}plans/", {"plan": json.dumps(BIDS)}, Accept="application/json").must(200)
        page = table.page(person)
        page.reload()
        expect(page.locator("#panel-plans .panel-count")).to_have_text("1 active")
    table.has_plans = True


def play_out(table: Table) -> State:
    for _ in range(MAX_VISITS):
        person, state = table.find_turn()
        if state["status"] != "playing":
            return state
        advance_time(table.site, hours=7)
        table.visit(person)
    raise AssertionError("the game doesn't end")
