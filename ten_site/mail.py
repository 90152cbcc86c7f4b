"""Mail without a mail server: each message is a file in the folder `mails`, for the owner of the site only."""

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend


class Backend(BaseEmailBackend):
    """Files are named by the time they were written. The log says which file, but nothing of what's in it."""

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        folder = private_folder(Path(settings.MAILS))
        for message in messages:
            path = folder / f"{time.time_ns()}.eml"
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(message.message().as_bytes())
            sys.stdout.write(f"No mail server is set up, so a mail was saved: {path}\n")
            sys.stdout.flush()
        return len(messages)


def private_folder(folder: Path) -> Path:
    """The folder, closed to other users: mails hold links that reset passwords."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    return folder
