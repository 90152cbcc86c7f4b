"""A mail backend for when there is no mail server: each message becomes a file that only the owner can read."""

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend


class FileBackend(BaseEmailBackend):
    """Name files after the time. The log says which file, but nothing about its content."""

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        folder = private_folder(Path(settings.MAILS))
        for message in messages:
            path = folder / f"{time.time_ns()}.eml"
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(message.message().as_bytes())
            sys.stdout.write(f"No mail server is set up, so the mail was saved to {path}\n")
            sys.stdout.flush()
        return len(messages)


def private_folder(folder: Path) -> Path:
    """Create the folder, closed to other users because mails contain links that reset passwords."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    return folder
