"""Rematches, notes, and reports and how moderators settle them."""

import base64
import hmac
import re
import subprocess
import sys
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.server import ADMIN_PATH, PASSWORD, ROOT, Site, make_table
from tests.browser.windows import check_fits, wait_until_live
from tests.waiting import until


def finish_game(site: Site):
    """Start and finish a game of two; return the players and the game."""
    ana, ben = site.sign_up(), site.sign_up()
    game = make_table([ana, ben], "tiles", pace="daily")
    ben.post(f"/games/{game}/resign/").must(200, 303)
    return ana, ben, game


def test_both_players_see_a_rematch_start_at_once(site, window):
    ana, ben, game = finish_game(site)
    first, second = window(ana, f"/games/{game}/"), window(ben, f"/games/{game}/")
    wait_until_live(second)
    first.get_by_role("button", name=re.compile("Rematch")).click()
    expect(first.get_by_text("Rematch of this game")).to_be_visible()
    expect(first.locator(".asked-row")).to_contain_text(f"{ben.name} invited until")
    offer = second.get_by_role("region", name="Rematch")
    expect(offer).to_contain_text(f"{ana.name} wants a rematch.")
    check_fits(second)
    offer.get_by_role("button", name="Play again").click()
    expect(second.locator("#state")).to_have_attribute("data-status", "playing")
    expect(first.locator("#state")).to_have_attribute("data-status", "playing")
    assert first.url == second.url
    first.goto(f"/games/{game}/")
    expect(first.get_by_role("region", name="Rematch")).to_contain_text("The rematch has started.")


@pytest.mark.proof("windows")
@pytest.mark.parametrize(("viewport", "javascript"), [((320, 640), True), ((1440, 900), False)], ids=["phone", "plain"])
def test_a_declined_rematch_shows_in_the_room(site, window, viewport, javascript):
    ana, ben, game = finish_game(site)
    page = window(ana, f"/games/{game}/", viewport=viewport, javascript=javascript)
    page.get_by_role("button", name=re.compile("Rematch")).click()
    expect(page.get_by_text("Rematch of this game")).to_be_visible()  # the offer must be there before the other looks
    other = window(ben, f"/games/{game}/", viewport=viewport, javascript=javascript, dark=True)
    check_fits(other)
    other.get_by_role("button", name="No, thanks").click()
    expect(other).to_have_url(f"{site.url}/")
    if not javascript:
        page.reload()
    expect(page.get_by_text(f"{ben.name} declined. You can start with a bot")).to_be_visible()
    check_fits(page)
    other.goto(f"/games/{game}/")
    expect(other.get_by_text("You declined the rematch.")).to_be_visible()


def test_notes_are_saved_automatically(site, window):
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
    page.goto("/")  # before it is saved automatically
    until(lambda: "and red" in ana.get(f"/games/{game}/").text, "the note")
    page.goto(f"/games/{game}/")
    expect(page.locator("#note-text")).to_have_value("and red")


def test_a_moderator_can_read_and_settle_a_report(site, window):
    ana, ben = site.sign_up(), site.sign_up()
    game = make_table([ana, ben], "tiles")
    ben.post(f"/games/{game}/talk/", {"text": "You rotten apple"}).must(200, 201, 303)
    page = window(ana, f"/games/{game}/", viewport=(320, 640))
    page.locator(".table-menu summary").click()
    page.get_by_role("link", name="Report a problem").click()
    check_fits(page)
    page.get_by_label("Who is this about?").fill(ben.name)
    page.get_by_label("What happened?").fill("He is rude to me.")
    page.get_by_role("button", name="Send report").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Thanks. A moderator will take a look.")
    staff = log_in_as_staff(site, window)
    staff.get_by_role("link", name="Reports").first.click()
    expect(staff.get_by_text("He is rude to me.")).to_be_visible()
    staff.locator(".field-created_at a").first.click()
    expect(staff.get_by_text("You rotten apple")).to_be_visible()
    staff.get_by_label("Status").select_option("settled")
    staff.get_by_label("Answer").fill("Warned.")
    staff.get_by_role("button", name="Save", exact=True).click()
    expect(staff.locator(".messagelist")).to_contain_text("changed successfully")
    for path in ("games/chatmessage/", "games/game/", "games/move/", "accounts/user/"):
        staff.goto(f"/{ADMIN_PATH}/{path}")
        expect(staff.locator("#changelist, #content h1").first).to_be_visible()
    assert ana.get(f"/{ADMIN_PATH}/").status == 404
    assert site.visitor().get(f"/{ADMIN_PATH}/").status == 302


def log_in_as_staff(site: Site, window) -> Page:
    """Make a new player a moderator, set up two-factor authentication and open the admin pages."""
    moderator = site.sign_up()
    command = [sys.executable, "manage.py", "moderator", moderator.name]
    subprocess.run(command, cwd=ROOT, env=site.environment, check=True, capture_output=True)  # noqa: S603
    page = window(moderator, f"/{ADMIN_PATH}/")
    expect(page.get_by_text("These pages require two-factor authentication.")).to_be_visible()
    page.goto("/accounts/2fa/totp/activate/")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    secret = page.locator("dd code").first.inner_text()
    page.locator("main input[name=code]").fill(make_code(secret, 0))
    page.locator("main button.act").first.click()
    page.wait_for_url(re.compile("recovery-codes"))
    page.goto(f"/{ADMIN_PATH}/")
    page.locator("main input[name=code]").fill(make_code(secret, 1))  # the next code, because each works only once
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Moderation")
    return page


def make_code(secret: str, steps_ahead: int) -> str:
    """Return the code that an authenticator app shows now or some steps of 30 seconds later."""
    step = (int(time.time()) // 30 + steps_ahead).to_bytes(8, "big")
    digest = hmac.digest(base64.b32decode(secret), step, "sha1")
    offset = digest[-1] & 15
    return f"{(int.from_bytes(digest[offset : offset + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06d}"
