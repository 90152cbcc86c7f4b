"""Signing up, playing as a guest, the theme, and two-factor authentication."""

import re
import secrets

import pytest
from playwright.sync_api import Page, expect

from tests.browser.server import PASSWORD
from tests.browser.windows import check_accessibility, check_fits

INVALID = r"status of 422"  # logged by the browser after a form error
PHONE = (320, 640)
BACKGROUND = "getComputedStyle(document.body).backgroundColor"
LIGHT, DARK = "rgb(223, 230, 220)", "rgb(19, 33, 28)"


def new_name() -> str:
    return f"Bea{secrets.token_hex(4)}"


def fill(page: Page, **fields: str) -> None:
    for field, value in fields.items():
        page.locator(f"main input[name={field}]").fill(value)


def test_a_guest_can_sign_up_and_the_theme_applies_everywhere(site, window):
    page = window(site.visitor(), "/accounts/signup/?next=/accounts/settings/", forgive=[INVALID])
    page.get_by_role("button", name="Play as a guest").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
    page.get_by_role("link", name="Keep my games").click()
    chosen = new_name()
    fill(page, username="mona", password1=PASSWORD, password2=PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator("#id_username")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#id_username")).to_have_accessible_description(re.compile("This name is reserved"))
    expect(page.locator("#id_username")).to_have_value("mona")
    fill(page, username=chosen, password1=PASSWORD, password2=PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url(lambda url: "signup" not in url)
    page.goto("/accounts/settings/")
    expect(page.locator("main").get_by_text(chosen, exact=True)).to_be_visible()
    assert page.evaluate(BACKGROUND) == LIGHT
    page.locator(".me > summary").click()
    page.locator(".me").get_by_label("Dark", exact=True).check()
    assert page.evaluate(BACKGROUND) == DARK
    page.goto("/games/")
    assert page.evaluate(BACKGROUND) == DARK
    page.goto("/accounts/settings/")
    page.locator("main").get_by_label("Dark").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Settings saved.")).to_be_visible()
    other = site.visitor()
    other.cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    plain = window(other, "/accounts/email/", javascript=False)
    expect(plain.locator("html")).to_have_attribute("data-theme", "dark")
    assert plain.evaluate(BACKGROUND) == DARK


@pytest.mark.proof("windows")
def test_signing_up_works_with_the_keyboard(site, window):
    page = window(site.visitor(), "/accounts/signup/?next=/accounts/settings/")
    page.locator("#id_username").focus()
    for value in (new_name(), "", PASSWORD, PASSWORD):
        page.keyboard.type(value)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")


@pytest.mark.proof("windows")
@pytest.mark.parametrize(("viewport", "dark"), [(PHONE, True), ((1440, 900), False)], ids=["phone-dark", "wide-light"])
def test_two_factor_pages_are_accessible(site, window, viewport, dark):
    page = window(site.sign_up(), "/accounts/2fa/totp/activate/", viewport=viewport, dark=dark, forgive=[INVALID])
    check_accessibility(page)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    fill(page, code="000000")
    page.get_by_role("button", name="Turn on").click()
    expect(page.locator("#id_code")).to_have_attribute("aria-invalid", "true")
    for path in ("totp/activate", "webauthn", "webauthn/add"):
        page.goto(f"/accounts/2fa/{path}/")
        check_accessibility(page)
        check_fits(page)
