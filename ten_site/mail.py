"""Mail of a site on one's own machine: shown on the console, and kept as a file in the folder `mails`."""

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend


class Backend(BaseEmailBackend):
    """Each mail is one file, named by its moment, so that the newest stands last."""

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        folder = Path(settings.MAILS)
        folder.mkdir(parents=True, exist_ok=True)
        for message in messages:
            path = folder / f"{time.time_ns()}.eml"
            path.write_bytes(message.message().as_bytes())
            shown = f"Mail to {', '.join(message.recipients())}: {message.subject}\n{message.body}\n({path})\n"
            sys.stdout.write(shown)
            sys.stdout.flush()
        return len(messages)
