"""Log lines that can be read, and that keep secrets."""

import logging
import re
from typing import Any

from daphne.access import AccessLogGenerator  # type: ignore[import-untyped]
from django.core.exceptions import SuspiciousOperation

from games.worker.threads import AWAY

SIGNED = re.compile(r"(/accounts/(?:password/reset/key|confirm-email)|/unsubscribe)/.+")  # links that mails carry


def bare(path: str) -> str:
    """The path without what would let a reader of the log in."""
    return SIGNED.sub(r"\1/...", path)


class AccessLog(AccessLogGenerator):  # type: ignore[misc]
    """A line for each request and socket."""

    def __call__(self, protocol: str, action: str, details: dict[str, Any]) -> None:
        super().__call__(protocol, action, details | {"path": bare(details.get("path", ""))})


class Short(logging.Filter):
    """Data that are away, and what was refused as suspicious, are one line and not a page of calls."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, AWAY):
            record.msg, record.args = "Data away: %s", (str(error).strip().partition("\n")[0],)
        if isinstance(error, (*AWAY, SuspiciousOperation)):
            record.exc_info = record.exc_text = None
        if record.name == "django.request" and isinstance(record.args, tuple):
            record.args = tuple(bare(given) if isinstance(given, str) else given for given in record.args)
        return True
