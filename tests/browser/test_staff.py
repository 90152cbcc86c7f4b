"""In a browser, two players play again, one reports the other, and moderators read it."""

import base64
import hmac
import re
import subprocess
import sys
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.server import DOOR, PASSWORD, ROOT, Site, make_table
from tests.browser.windows import fits, live
from tests.waiting import until


def over(site: Site):
    """A game of two that is over, and its players."""
    ana, ben = site.sign_up(), site.sign_up()
    game = make_table([ana, ben], "tiles", pace="daily")
    ben.post(f"/games/{game}/resign/").must(200, 303)
    return ana, ben, game


def test_two_play_again_and_both_see_it_at_once(site, window):
    ana, ben, game = over(site)
    first, second = window(ana, f"/games/{game}/"), window(ben, f"/games/{game}/")
    live(second)
    first.get_by_role("button", name=re.compile("Rematch")).click()
    expect(first.get_by_text("Rematch of this game")).to_be_visible()
    expect(first.locator(".asked-row")).to_contain_text(f"{ben.name} invited until")
    asked = second.get_by_role("region", name="Rematch")
    expect(asked).to_contain_text(f"{ana.name} wants a rematch.")
    fits(second)
    asked.get_by_role("button", name="Play again").click()
    expect(second.locator("#table")).to_have_attribute("data-status", "playing")
    expect(first.locator("#table")).to_have_attribute("data-status", "playing")
    assert first.url == second.url
    first.goto(f"/games/{game}/")
    expect(first.get_by_role("region", name="Rematch")).to_contain_text("The rematch has started.")


@pytest.mark.proof("windows")
@pytest.mark.parametrize(("viewport", "javascript"), [((320, 640), True), ((1440, 900), False)], ids=["phone", "plain"])
def test_a_no_is_seen_in_the_room(site, window, viewport, javascript):
    ana, ben, game = over(site)
    page = window(ana, f"/games/{game}/", viewport=viewport, javascript=javascript)
    page.get_by_role("button", name=re.compile("Rematch")).click()
    expect(page.get_by_text("Rematch of this game")).to_be_visible()  # it is asked before the other looks
    other = window(ben, f"/games/{game}/", viewport=viewport, javascript=javascript, dark=True)
    fits(other)
    other.get_by_role("button", name="No, thanks").click()
    expect(other).to_have_url(f"{site.url}/")
    if not javascript:
        page.reload()
    expect(page.get_by_text(f"{ben.name} declined. You can start with a bot")).to_be_visible()
    fits(page)
    other.goto(f"/games/{game}/")
    expect(other.get_by_text("You declined the rematch.")).to_be_visible()


def test_notes_keep_themselves(site, window):
    ana, ben = site.sign_up(), site.sign_up()
    game = make_table([ana, ben], "tiles")
    page = window(ana, f"/games/{game}/")
    panel = page.locator("#panel-note")
    if panel.get_attribute("open") is None:
        panel.locator("summary").click()
    page.get_by_label("Only you can see your notes").fill("Ben lays blue")
    expect(panel.locator(".note-state")).to_have_text("Saved.")
    page.reload()
    expect(page.locator("#note-text")).to_have_value("Ben lays blue")
    assert "Ben lays blue" not in ben.get(f"/games/{game}/").text
    page.locator("#note-text").evaluate("field => { field.closest('details').open = true; }")
    page.locator("#note-text").fill("and red")
    page.goto("/")  # before the pause is over
    until(lambda: "and red" in ana.get(f"/games/{game}/").text, "the note")
    page.goto(f"/games/{game}/")
    expect(page.locator("#note-text")).to_have_value("and red")


def test_a_report_is_written_read_and_settled(site, window):
    ana, ben = site.sign_up(), site.sign_up()
    game = make_table([ana, ben], "tiles")
    ben.post(f"/games/{game}/talk/", {"text": "You rotten apple"}).must(200, 201, 303)
    page = window(ana, f"/games/{game}/", viewport=(320, 640))
    page.locator(".table-menu summary").click()
    page.get_by_role("link", name="Report a problem").click()
    fits(page)
    page.get_by_label("Who is this about?").fill(ben.name)
    page.get_by_label("What happened?").fill("He is rude to me.")
    page.get_by_role("button", name="Send report").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Thanks. A moderator will take a look.")
    staff = at_the_door(site, window)
    staff.get_by_role("link", name="Reports").first.click()
    expect(staff.get_by_text("He is rude to me.")).to_be_visible()
    staff.locator(".field-created_at a").first.click()
    expect(staff.get_by_text("You rotten apple")).to_be_visible()
    staff.get_by_label("Status").select_option("settled")
    staff.get_by_label("Answer").fill("Warned.")
    staff.get_by_role("button", name="Save", exact=True).click()
    expect(staff.locator(".messagelist")).to_contain_text("changed successfully")
    for path in ("games/chatmessage/", "games/game/", "games/move/", "accounts/user/"):
        staff.goto(f"/{DOOR}/{path}")
        expect(staff.locator("#changelist, #content h1").first).to_be_visible()
    assert ana.get(f"/{DOOR}/").status == 404
    assert site.visitor().get(f"/{DOOR}/").status == 302


def at_the_door(site: Site, window) -> Page:
    """A window of somebody who was made staff, set up a second factor and used it."""
    keeper = site.sign_up()
    command = [sys.executable, "manage.py", "staff", keeper.name]
    subprocess.run(command, cwd=ROOT, env=site.environment, check=True, capture_output=True)  # noqa: S603
    page = window(keeper, f"/{DOOR}/")
    expect(page.get_by_text("These pages require two-factor authentication.")).to_be_visible()
    page.goto("/accounts/2fa/totp/activate/")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    secret = page.locator("dd code").first.inner_text()
    page.locator("main input[name=code]").fill(code(secret, 0))
    page.locator("main button.act").first.click()
    page.wait_for_url(re.compile("recovery-codes"))
    page.goto(f"/{DOOR}/")
    page.locator("main input[name=code]").fill(code(secret, 1))  # each opens once: the next one
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Moderation")
    return page


def code(secret: str, later: int) -> str:
    """What an app shows, now or half a minute later."""
    steps = (int(time.time()) // 30 + later).to_bytes(8, "big")
    found = hmac.digest(base64.b32decode(secret), steps, "sha1")
    place = found[-1] & 15
    return f"{(int.from_bytes(found[place : place + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06d}"
