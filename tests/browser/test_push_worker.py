"""Push messages in a browser: the service worker, and the bar that asks for permission."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Worker, expect

from tests.browser.server import make_table, play
from tests.browser.windows import axe, fits, soon
from tests.waiting import until

SHOWN = """async () => (await (await navigator.serviceWorker.getRegistration("/")).getNotifications())
    .map(({ title, body, tag }) => ({ title, body, tag }))"""
REGISTER = """async () => {
    await navigator.serviceWorker.register("/worker.js", { scope: "/", updateViaCache: "none" });
    await navigator.serviceWorker.ready;
}"""
COUNT = """() => {
    const { registration } = self, show = registration.showNotification.bind(registration);
    self.shows = 0;
    registration.showNotification = async (...words) => { await show(...words); self.shows += 1; };
}"""
ASKS = """for (const name of ["requestPermission"]) {
    window.asked = 0;
    Notification[name] = async () => { window.asked += 1; return "granted"; };
}
Object.defineProperty(Notification, "permission", { get: () => window.asked ? "granted" : "default" });
PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error("not as it must be");
    const keys = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
    const point = new Uint8Array(await crypto.subtle.exportKey("raw", keys.publicKey));
    const coded = (bytes) => btoa(String.fromCharCode(...bytes));
    const text = (bytes) => coded(bytes).replace(/[+]/g, "-").replace(/[/]/g, "_").replace(/=+$/, "");
    return { toJSON: () => ({
        endpoint: location.origin + "/push/test", keys: { p256dh: text(point), auth: text(new Uint8Array(16)) },
    }) };
};"""


def duel(site) -> tuple[Any, Any, str]:
    ana, ben = site.sign_up(), site.sign_up()
    return ana, ben, make_table([ana, ben], "push", seats=2, pace="daily")


class Device:
    """A page whose worker can be woken."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: list[str] = []
        page.context.grant_permissions(["notifications"])
        page.evaluate(REGISTER)
        self.session = page.context.new_cdp_session(page)
        self.session.on("ServiceWorker.workerRegistrationUpdated", self.note)
        self.session.send("ServiceWorker.enable")
        soon(page, lambda: self.found, "the registration")
        self.worker.evaluate(COUNT)

    def note(self, event: dict[str, Any]) -> None:
        self.found += [each["registrationId"] for each in event["registrations"] if not each["isDeleted"]]

    def push(self, data: str) -> None:
        """Deliver it, and wait until it is on the screen: Chromium forgets a message that it is asked for before."""
        shows = self.worker.evaluate("self.shows")
        origin = self.page.evaluate("location.origin")
        facts = {"origin": origin, "registrationId": self.found[-1], "data": data}
        self.session.send("ServiceWorker.deliverPushMessage", facts)
        until(lambda: self.worker.evaluate("self.shows") > shows, "the message")

    def shown(self, count: int) -> list[dict[str, str]]:
        """The messages, as soon as there are so many: one that is changed may be away for a moment."""
        found: list[dict[str, str]] = []

        def all_there() -> bool:
            found[:] = self.page.evaluate(SHOWN)
            return len(found) == count

        until(all_there, f"{count} messages", lambda: found)
        return found

    @property
    def worker(self) -> Worker:
        """As soon as the browser has told of it."""

        def there() -> list[Worker]:
            return [found for found in self.page.context.service_workers if found.url.endswith("/worker.js")]

        found: list[Worker] = soon(self.page, there, "the worker")
        return found[0]


def test_the_worker_shows_what_it_is_told_and_leads_to_the_table(site, window):
    """A newer message stands in the place of an older one; opening the table takes its message away and no other."""
    ana, _ben, game = duel(site)
    page = window(ana, "/")
    device = Device(page)
    told = {"title": "Your turn", "body": "TEN Push with Ben", "tag": game, "url": f"/games/{game}/"}
    device.push(json.dumps(told))
    assert device.shown(1) == [{"title": "Your turn", "body": "TEN Push with Ben", "tag": game}]
    device.push(json.dumps(told | {"title": "One hour left"}))
    until(lambda: device.shown(1)[0]["title"] == "One hour left", "the newer one in its place")
    device.push("not json")
    assert {message["title"] for message in device.shown(2)} == {"One hour left", "TEN"}, "it always shows something"
    page.goto(f"/games/{game}/")
    assert [message["title"] for message in device.shown(1)] == ["TEN"]
    clicks_lead_to_the_site(device, game)


def clicks_lead_to_the_site(device: Device, game: str) -> None:
    """A click goes to the table that is open, else opens it, and never leaves the site."""
    device.worker.evaluate("""() => {
        self.opened = [];
        const note = (how, url) => { self.opened.push(how + " " + new URL(url).pathname); };
        self.clients.openWindow = async (url) => note("open", url);
        self.WindowClient.prototype.focus = async function () { note("focus", this.url); };
    }""")
    for tag, url in ((game, f"/games/{game}/"), ("two", "/games/other12345/"), ("three", "https://evil.example/x")):
        device.push(json.dumps({"title": "Your turn", "tag": tag, "url": url}))
    before = len(device.shown(4))
    device.worker.evaluate(
        """async (tags) => {
            for (const tag of tags) {
                const [notification] = await self.registration.getNotifications({ tag });
                self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
            }
        }""",
        [game, "two", "three"],
    )
    device.shown(before - 3)
    until(lambda: len(device.worker.evaluate("self.opened")) == 3, "three clicks")
    opened = sorted(device.worker.evaluate("self.opened"))
    assert opened == [f"focus /games/{game}/", "open /", "open /games/other12345/"]


@pytest.mark.proof("windows")
@pytest.mark.parametrize("data", ["", "not json", "[]", '{"title": ""}'])
def test_the_worker_always_shows_something(site, window, data):
    device = Device(window(site.guest(), "/"))
    device.push(data)
    assert device.shown(1)[0]["title"] == "TEN"


def test_nothing_is_asked_before_a_first_move_and_then_by_a_bar(site, window):
    ana, ben, game = duel(site)
    state = play([ana, ben], game, moves=0)
    mover = state["person"]
    page = window(mover, "/")
    page.context.add_init_script(ASKS)
    page.goto(f"/games/{game}/")
    bar = page.locator("#devices-ask")
    expect(bar).to_be_hidden()
    page.goto("/")
    expect(page.locator("#devices-ask")).to_be_hidden()
    page.goto(f"/games/{game}/")
    assert page.evaluate("window.asked") == 0
    page.locator("#table .act.main").first.click()
    expect(bar).to_be_visible()
    assert page.evaluate("window.asked") == 0
    axe(page, "with the bar")
    fits(page)
    bar.get_by_role("button", name="Yes, notify me").click()
    expect(page.locator("#said")).to_have_text("Push notifications are on for this device.")
    expect(bar).to_be_hidden()
    assert page.evaluate("window.asked") == 1
    page.goto("/accounts/notices/")
    expect(page.locator("#devices + ul li")).to_have_count(1)


@pytest.mark.proof("windows")
def test_who_says_no_is_not_asked_again(site, window):
    ana, ben, game = duel(site)
    page = window(play([ana, ben], game, moves=0)["person"], "/")
    page.context.add_init_script(ASKS)
    page.goto(f"/games/{game}/")
    page.locator("#table .act.main").first.click()
    page.get_by_role("button", name="No, thanks").click()
    expect(page.locator("#devices-ask")).to_be_hidden()
    page.goto("/")
    expect(page.locator("#devices-ask")).to_be_hidden()
    assert page.evaluate("window.asked") == 0


@pytest.mark.proof("windows")
@pytest.mark.parametrize("dark", [False, True])
def test_the_page_of_messages_on_a_small_phone_without_scripts(site, window, dark):
    ana, _ben, _game = duel(site)
    page = window(ana, "/accounts/notices/", viewport=(320, 640), dark=dark, javascript=False)
    page.get_by_label("chat messages at your tables").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("chat messages at your tables")).to_be_checked()
    page.get_by_role("button", name="Send a test").click()
    expect(page.get_by_text("Test sent.")).to_be_visible()


@pytest.mark.proof("windows")
def test_what_becomes_of_a_test_and_a_new_device_are_seen_without_loading_the_page_again(site, window):
    ana, _ben, _game = duel(site)
    page = window(ana, "/")
    page.context.add_init_script(ASKS)
    page.goto("/accounts/notices/")
    page.get_by_role("button", name="Send a test").click()
    expect(page.locator(".ledger > li").first).to_contain_text("you have no confirmed e-mail and no device")
    page.get_by_role("button", name="Turn on push notifications for this device").click()
    expect(page.locator("#said")).to_have_text("Push notifications are on for this device.")
    expect(page.locator("#devices + ul li")).to_have_count(1)
    axe(page)
