"""Logs contain nothing that would let their readers log in."""

import io
import logging

import pytest
from django.urls import reverse

from ten_site.logs import AccessLog, ShortErrors

LINKS = [
    reverse("account_reset_password_from_key", kwargs={"uidb36": "1", "key": "s3cret-s3cret"}),
    reverse("account_confirm_email", args=["s3cret:s3cret:s3cret"]),
    reverse("unsubscribe", args=["s3cret:s3cret"]),
]


@pytest.mark.parametrize("path", LINKS)
def test_links_from_mails_are_not_logged(path: str) -> None:
    lines = io.StringIO()
    details = {"client": "127.0.0.1:1", "method": "GET", "path": path, "status": 200, "size": 1}
    AccessLog(lines)("http", "complete", details)
    record = logging.LogRecord("django.request", logging.ERROR, "", 1, "%s: %s", ("Server Error", path), None)
    ShortErrors().filter(record)
    for said in (lines.getvalue(), record.getMessage()):
        assert path[:8] in said
        assert "s3cret" not in said


def test_other_requests_are_logged_as_they_came() -> None:
    lines = io.StringIO()
    AccessLog(lines)("websocket", "connected", {"client": "127.0.0.1:1", "path": "/ws/games/abc/"})
    assert '"WSCONNECT /ws/games/abc/"' in lines.getvalue()
