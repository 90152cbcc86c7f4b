"""Every page and every state of a table: for all readers, in light and dark, on a phone and on a desk."""

import re

import pytest

from tests.browser.pages import PAGES
from tests.browser.states import STATES
from tests.browser.windows import DESK, PHONE, axe, fits, resize

NOT_FOUND = "responded with a status of 404"  # what the browser says of a page that is not there
POLICY = "default-src 'none'"
INLINE = "[style], style, script:not([src])"


@pytest.mark.parametrize("wanted", [*PAGES, *STATES], ids=lambda wanted: wanted.name)
def test_a_page_is_for_everybody(wanted, site, window):
    """No violation of axe in light and dark, nothing cut off on a phone, nothing inline, one heading, own host only."""
    reader, path = wanted.make(site)
    forgive = [NOT_FOUND] if getattr(wanted, "status", 200) == 404 else []
    walled(reader.get(path))
    plain = window(reader, path, javascript=False, viewport=PHONE, forgive=forgive)
    page = window(reader, path, reduced_motion=True, forgive=forgive)
    assert page.locator("h1").count() == plain.locator("h1").count() == 1
    assert plain.locator(INLINE).count() == 0
    for viewport in (DESK, PHONE):
        resize(page, viewport)
        fits(page)
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            axe(page, f"{theme}, {viewport[0]} px")


def walled(answer):
    """The headers that say what the page may do, and that nobody else may do anything with it."""
    policy = answer.headers["Content-Security-Policy"]
    assert POLICY in policy
    assert not re.search(r"unsafe|https?:|\*|data:", policy)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert not [name for name in answer.headers if name in ("Server", "X-Powered-By", "Access-Control-Allow-Origin")]
