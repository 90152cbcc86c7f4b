"""Push notifications: the service worker, the bar that asks for permission, and the settings page."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Worker, expect

from tests.browser.server import make_table, play
from tests.browser.windows import check_accessibility, check_fits, wait_for
from tests.waiting import until

LIST_SHOWN = """async () => (await (await navigator.serviceWorker.getRegistration("/")).getNotifications())
    .map(({ title, body, tag }) => ({ title, body, tag }))"""
REGISTER = """async () => {
    await navigator.serviceWorker.register("/worker.js", { scope: "/", updateViaCache: "none" });
    await navigator.serviceWorker.ready;
}"""
COUNT_SHOWN = """() => {
    const { registration } = self, show = registration.showNotification.bind(registration);
    self.shownCount = 0;
    registration.showNotification = async (...args) => { await show(...args); self.shownCount += 1; };
}"""
FAKE_PUSH = """for (const name of ["requestPermission"]) {
    window.asked = 0;
    Notification[name] = async () => { window.asked += 1; return "granted"; };
}
Object.defineProperty(Notification, "permission", { get: () => window.asked ? "granted" : "default" });
PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error("wrong arguments");
    const keys = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
    const point = new Uint8Array(await crypto.subtle.exportKey("raw", keys.publicKey));
    const encode = (bytes) => btoa(String.fromCharCode(...bytes));
    const text = (bytes) => encode(bytes).replace(/[+]/g, "-").replace(/[/]/g, "_").replace(/=+$/, "");
    return { toJSON: () => ({
        endpoint: location.origin + "/push/test", keys: { p256dh: text(point), auth: text(new Uint8Array(16)) },
    }) };
};"""


def start_game(site) -> tuple[Any, Any, str]:
    ana, ben = site.sign_up(), site.sign_up()
    return ana, ben, make_table([ana, ben], "push", seats=2, pace="daily")


class Device:
    """A page and its service worker, to which push messages can be delivered."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.registrations: list[str] = []
        page.context.grant_permissions(["notifications"])
        page.evaluate(REGISTER)
        self.session = page.context.new_cdp_session(page)
        self.session.on("ServiceWorker.workerRegistrationUpdated", self.add_registrations)
        self.session.send("ServiceWorker.enable")
        wait_for(page, lambda: self.registrations, "the registration")
        self.worker.evaluate(COUNT_SHOWN)

    def add_registrations(self, event: dict[str, Any]) -> None:
        self.registrations += [each["registrationId"] for each in event["registrations"] if not each["isDeleted"]]

    def push(self, data: str) -> None:
        """Deliver a message and wait until it shows: Chromium drops one whose notifications are listed too early."""
        before = self.worker.evaluate("self.shownCount")
        origin = self.page.evaluate("location.origin")
        params = {"origin": origin, "registrationId": self.registrations[-1], "data": data}
        self.session.send("ServiceWorker.deliverPushMessage", params)
        until(lambda: self.worker.evaluate("self.shownCount") > before, "the message")

    def wait_for_shown(self, count: int) -> list[dict[str, str]]:
        """Wait for this many notifications and return them. One that is being replaced is gone for a moment."""
        found: list[dict[str, str]] = []

        def are_shown() -> bool:
            found[:] = self.page.evaluate(LIST_SHOWN)
            return len(found) == count

        until(are_shown, f"{count} notifications", lambda: found)
        return found

    @property
    def worker(self) -> Worker:
        """Wait until Playwright knows the service worker."""

        def find() -> list[Worker]:
            return [worker for worker in self.page.context.service_workers if worker.url.endswith("/worker.js")]

        found: list[Worker] = wait_for(self.page, find, "the worker")
        return found[0]


@pytest.mark.full_browser
def test_the_worker_shows_notifications_that_lead_to_the_table(site, window):
    """A newer notification about a game replaces the older one, and opening the table removes only its own."""
    ana, _ben, game = start_game(site)
    page = window(ana, "/")
    device = Device(page)
    message = {"title": "Your turn", "body": "TEN Push with Ben", "tag": game, "url": f"/games/{game}/"}
    device.push(json.dumps(message))
    assert device.wait_for_shown(1) == [{"title": "Your turn", "body": "TEN Push with Ben", "tag": game}]
    device.push(json.dumps(message | {"title": "One hour left"}))
    until(lambda: device.wait_for_shown(1)[0]["title"] == "One hour left", "the newer one")
    device.push("not json")  # shows a notification, too
    assert {shown["title"] for shown in device.wait_for_shown(2)} == {"One hour left", "TEN"}
    page.goto(f"/games/{game}/")
    assert [shown["title"] for shown in device.wait_for_shown(1)] == ["TEN"]
    click_notifications(device, game)


def click_notifications(device: Device, game: str) -> None:
    """Check that a click focuses the open table or else opens one, and never leaves the site."""
    device.worker.evaluate("""() => {
        self.opened = [];
        const note = (how, url) => { self.opened.push(how + " " + new URL(url).pathname); };
        self.clients.openWindow = async (url) => note("open", url);
        self.WindowClient.prototype.focus = async function () { note("focus", this.url); };
    }""")
    for tag, url in ((game, f"/games/{game}/"), ("two", "/games/other12345/"), ("three", "https://evil.example/x")):
        device.push(json.dumps({"title": "Your turn", "tag": tag, "url": url}))
    before = len(device.wait_for_shown(4))
    device.worker.evaluate(
        """async (tags) => {
            for (const tag of tags) {
                const [notification] = await self.registration.getNotifications({ tag });
                self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
            }
        }""",
        [game, "two", "three"],
    )
    device.wait_for_shown(before - 3)
    until(lambda: len(device.worker.evaluate("self.opened")) == 3, "three clicks")
    opened = sorted(device.worker.evaluate("self.opened"))
    assert opened == [f"focus /games/{game}/", "open /", "open /games/other12345/"]


@pytest.mark.proof("windows")
@pytest.mark.parametrize("data", ["", "not json", "[]", '{"title": ""}'])
@pytest.mark.full_browser
def test_the_worker_shows_a_notification_for_invalid_data_too(site, window, data):
    device = Device(window(site.guest(), "/"))
    device.push(data)
    assert device.wait_for_shown(1)[0]["title"] == "TEN"


def test_a_bar_offers_notifications_only_after_the_first_move(site, window):
    ana, ben, game = start_game(site)
    state = play([ana, ben], game, moves=0)
    mover = state["person"]
    page = window(mover, "/")
    page.context.add_init_script(FAKE_PUSH)
    page.goto(f"/games/{game}/")
    bar = page.locator("#devices-ask")
    expect(bar).to_be_hidden()
    page.goto("/")
    expect(page.locator("#devices-ask")).to_be_hidden()
    page.goto(f"/games/{game}/")
    assert page.evaluate("window.asked") == 0
    page.locator("#table .act.main").first.click()
    expect(page.locator("#receipt")).not_to_be_empty()
    expect(bar).to_be_hidden()
    page.goto("/")
    expect(bar).to_be_visible()
    assert page.evaluate("window.asked") == 0
    check_accessibility(page, "with the bar")
    check_fits(page)
    bar.get_by_role("button", name="Yes, notify me").click()
    expect(page.locator("#said")).to_have_text("Push notifications are on for this device.")
    expect(bar).to_be_hidden()
    assert page.evaluate("window.asked") == 1
    page.goto("/accounts/notices/")
    expect(page.locator("#devices + ul li")).to_have_count(1)


@pytest.mark.proof("windows")
def test_notifications_are_not_offered_again_after_no(site, window):
    ana, ben, game = start_game(site)
    page = window(play([ana, ben], game, moves=0)["person"], "/")
    page.context.add_init_script(FAKE_PUSH)
    page.goto(f"/games/{game}/")
    page.locator("#table .act.main").first.click()
    expect(page.locator("#receipt")).not_to_be_empty()
    page.goto("/")
    page.get_by_role("button", name="No, thanks").click()
    expect(page.locator("#devices-ask")).to_be_hidden()
    page.reload()
    expect(page.locator("#devices-ask")).to_be_hidden()
    assert page.evaluate("window.asked") == 0


@pytest.mark.proof("windows")
@pytest.mark.parametrize("dark", [False, True])
def test_notification_settings_work_on_a_small_phone_without_scripts(site, window, dark):
    ana, _ben, _game = start_game(site)
    page = window(ana, "/accounts/notices/", viewport=(320, 640), dark=dark, javascript=False)
    page.get_by_label("chat messages at your tables").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("chat messages at your tables")).to_be_checked()
    page.get_by_role("button", name="Send a test").click()
    expect(page.get_by_text("Test sent.")).to_be_visible()


@pytest.mark.proof("windows")
def test_the_outcome_of_a_test_and_a_new_device_show_without_a_reload(site, window):
    ana, _ben, _game = start_game(site)
    page = window(ana, "/")
    page.context.add_init_script(FAKE_PUSH)
    page.goto("/accounts/notices/")
    page.get_by_role("button", name="Send a test").click()
    expect(page.locator(".ledger > li").first).to_contain_text("you have no confirmed e-mail and no device")
    page.get_by_role("button", name="Turn on push notifications for this device").click()
    expect(page.locator("#said")).to_have_text("Push notifications are on for this device.")
    expect(page.locator("#devices + ul li")).to_have_count(1)
    check_accessibility(page)
