"""Processes that send notifications, and may be killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from django.db import connection

from scripts.services import die_with_parent
from tests.waiting import PATIENCE

ROOT = Path(__file__).parent.parent.parent
WORK = """
import time, django
django.setup()
from games.notifications import sending
while True:
    sending.deliver() or time.sleep(0.02)
"""


def database_url() -> str:
    """Return the URL of the test database."""
    found = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{found['NAME']}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{found['NAME']}").geturl()


class Worker:
    """A process that sends notifications."""

    def __init__(self, mail_port: int) -> None:
        self.process = subprocess.Popen(  # noqa: S603 (our own)
            [sys.executable, "-c", WORK],
            cwd=ROOT,
            env={
                **os.environ,
                "DJANGO_SETTINGS_MODULE": "ten_site.settings",
                "DATABASE_URL": database_url(),
                "EMAIL_URL": f"smtp://127.0.0.1:{mail_port}",
            },
            preexec_fn=lambda: die_with_parent(signal.SIGKILL),
        )

    def kill(self) -> None:
        """Kill the process, as a power cut does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)


@contextmanager
def run_workers(mail_port: int, count: int) -> Iterator[list[Worker]]:
    """Run workers until the end of the block."""
    workers = [Worker(mail_port) for _ in range(count)]
    try:
        yield workers
    finally:
        for worker in workers:
            worker.kill()
