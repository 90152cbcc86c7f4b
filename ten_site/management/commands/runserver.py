"""`manage.py runserver`: the site on this machine, restarted whenever a file changes."""

import os
import signal
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.autoreload import StatReloader

WATCHED = {"templates": "**/*.html", "ten_site/static/ten": "**/*"}  # in addition to the site's Python modules


class Command(BaseCommand):
    """Run the same server as `make up`, with bots, clocks and static files, and watch the files it is made of."""

    help = "Serve the site on this machine with DEBUG=1, and restart it whenever a file changes."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("addrport", nargs="?", default="8000", help="the port, or 127.0.0.1:port (8000)")

    def handle(self, *_args: Any, addrport: str, **_options: Any) -> None:
        port = addrport.rpartition(":")[2]
        if not port.isdigit():
            raise CommandError(f"{addrport} is not a port. Try: manage.py runserver 8000")
        signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # the server must not outlive this command
        Restarting(os.environ | {"PORT": port, "DEBUG": "1"}).run_until_interrupted()


class Restarting(StatReloader):
    """Django's file watcher, around a server in a process of its own."""

    def __init__(self, environment: dict[str, str]) -> None:
        super().__init__()
        self.environment = environment
        self.server = self.start()
        for folder, files in WATCHED.items():
            self.watch_dir(Path(settings.BASE_DIR) / folder, files)

    def start(self) -> subprocess.Popen[bytes]:
        """Start the server."""
        command = [sys.executable, "-m", "ten_site.server"]
        return subprocess.Popen(command, cwd=settings.BASE_DIR, env=self.environment)  # noqa: S603  # nosec

    def notify_file_changed(self, path: str | os.PathLike[str]) -> None:
        """Start the server again, with the changed file."""
        sys.stdout.write(f"{path} has changed: restarting.\n")
        self.stop()
        self.server = self.start()

    def stop(self) -> None:
        """End the server as Ctrl-C does."""
        self.server.terminate()
        self.server.wait()

    def run_until_interrupted(self) -> None:
        """Look for changes once a second."""
        try:
            for _ in self.tick():
                pass
        except KeyboardInterrupt:
            pass
        finally:
            self.stop()
