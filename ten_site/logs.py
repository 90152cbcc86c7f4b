"""Log lines that are readable and keep secrets."""

import logging
import re
from typing import Any

from daphne.access import AccessLogGenerator  # type: ignore[import-untyped]
from django.core.exceptions import SuspiciousOperation

from games.worker.threads import UNREACHABLE

SIGNED = re.compile(r"(/accounts/(?:password/reset/key|confirm-email)|/unsubscribe)/.+")  # links that mails carry


def hide_signature(path: str) -> str:
    """Cut the part of the path that would let readers of the log in."""
    return SIGNED.sub(r"\1/...", path)


class AccessLog(AccessLogGenerator):  # type: ignore[misc]
    """One line for each request and socket."""

    def __call__(self, protocol: str, action: str, details: dict[str, Any]) -> None:
        super().__call__(protocol, action, details | {"path": hide_signature(details.get("path", ""))})


class ShortErrors(logging.Filter):
    """Log an unreachable database, or a suspicious request, in one line instead of a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, UNREACHABLE):
            record.msg, record.args = "Database or Redis unavailable: %s", (str(error).strip().partition("\n")[0],)
        if isinstance(error, (*UNREACHABLE, SuspiciousOperation)):
            record.exc_info = record.exc_text = None
        if record.name == "django.request" and isinstance(record.args, tuple):
            record.args = tuple(hide_signature(given) if isinstance(given, str) else given for given in record.args)
        return True
