"""Log lines that can be read, and that keep secrets."""

import logging

from django.core.exceptions import SuspiciousOperation

from ten_site.errors import AWAY


class Short(logging.Filter):
    """Data that are away, and what was refused as suspicious, are one line and not a page of calls."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, AWAY):
            record.msg, record.args = "Data away: %s", (str(error).strip().partition("\n")[0],)
        if isinstance(error, (*AWAY, SuspiciousOperation)):
            record.exc_info = record.exc_text = None
        return True
