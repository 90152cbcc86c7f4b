"""Every page and every state of a table: for all readers, in light and dark, on a phone and on a desk."""

import re

import pytest

from tests.browser.pages import PAGES
from tests.browser.states import STATES
from tests.browser.windows import axe, fits

EVERYTHING = [*PAGES, *STATES]
PHONE, DESK = (320, 640), (1440, 900)
NOT_FOUND = "responded with a status of 404"  # what the browser says of a page that is not there
POLICY = "default-src 'none'"


@pytest.fixture(params=EVERYTHING, ids=lambda wanted: wanted.name)
def seen(request, site):
    """Who sees what: (reader, path, what the browser may say)."""
    reader, path = request.param.make(site)
    return reader, path, [NOT_FOUND] if getattr(request.param, "status", 200) == 404 else []


def test_a_page_is_for_everybody(seen, window):
    """No violation of axe in light and dark, nothing cut off on a phone, nothing inline, one heading, own host only."""
    reader, path, forgive = seen
    for viewport, dark in ((DESK, False), (DESK, True), (PHONE, False), (PHONE, True)):
        page = window(reader, path, viewport=viewport, dark=dark, reduced_motion=True, forgive=forgive)
        axe(page)
        fits(page)
        assert page.locator("h1").count() == 1
        assert page.locator("[style], style, script:not([src])").count() == 0
        page.context.close()
    plain = window(reader, path, javascript=False, viewport=PHONE, forgive=forgive)
    assert plain.locator("h1").count() == 1


def test_a_page_is_sent_with_its_walls(seen):
    reader, path, _ = seen
    answer = reader.get(path)
    policy = answer.headers["Content-Security-Policy"]
    assert POLICY in policy
    assert not re.search(r"unsafe|https?:|\*|data:", policy)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert not [name for name in answer.headers if name in ("Server", "X-Powered-By", "Access-Control-Allow-Origin")]
