"""Passkeys and security keys, with a virtual authenticator."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.server import PASSWORD, Site
from tests.browser.windows import Windows, check_accessibility


def add_authenticator(page: Page) -> None:
    """Add a built-in authenticator that confirms everything at once."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    devtools.send(
        "WebAuthn.addVirtualAuthenticator",
        {"options": options | {"isUserVerified": True, "automaticPresenceSimulation": True}},
    )


def add_key(page: Page, is_passkey: bool) -> None:
    page.goto("/accounts/2fa/webauthn/add/")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Name of this key").fill("This phone")
    page.get_by_label("Use as a passkey, without my password").set_checked(is_passkey)
    check_accessibility(page)
    page.get_by_role("button", name="Add this key").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Recovery codes")


def log_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    page.locator("main").get_by_role("button", name="Log out").click()
    page.wait_for_url(lambda url: "logout" not in url)  # otherwise the next navigation could abort it


@pytest.fixture
def page(site: Site, window: Windows) -> Page:
    """A window of a new player whose device has an authenticator."""
    page = window(site.sign_up(), "/accounts/2fa/")
    add_authenticator(page)
    return page


def test_a_passkey_logs_in_without_a_password(page):
    """If the key doesn't respond, the page says so and the form stays."""
    name = page.locator(".menu-name").first.text_content()
    add_key(page, is_passkey=True)
    page.goto("/accounts/2fa/webauthn/")
    expect(page.get_by_text("Passkey: logs you in without a password.")).to_be_visible()
    log_out(page)
    page.goto("/accounts/login/?next=/accounts/settings/")
    page.evaluate("() => { navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError')) }")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.locator("#said")).to_have_text("No key was used. Try again whenever you're ready.")
    expect(page.get_by_label("Name or e-mail")).to_be_visible()
    page.reload()
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
    expect(page.locator("main").get_by_text(name or "?", exact=True)).to_be_visible()


@pytest.mark.proof("windows")
def test_a_security_key_is_asked_for_after_the_password(page):
    name = page.locator(".menu-name").first.text_content()
    add_key(page, is_passkey=False)
    log_out(page)
    page.goto("/accounts/login/?next=/accounts/settings/")
    page.get_by_label("Name or e-mail").fill(name or "")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.get_by_role("button", name="Use a security key instead").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")


@pytest.mark.proof("windows")
def test_the_passkey_button_is_hidden_without_scripts(site, window):
    page = window(site.visitor(), "/accounts/login/", javascript=False)
    expect(page.get_by_role("button", name="Log in with a passkey")).to_be_hidden()
    expect(page.get_by_text("Passkeys and security keys need JavaScript")).to_be_visible()
