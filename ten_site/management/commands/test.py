"""`manage.py test`: the tests, which pytest runs."""

import os
import subprocess
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Hand everything to pytest."""

    help = "Run the tests with pytest. `make test` also checks types and style, and runs them on PostgreSQL."
    requires_system_checks = ()

    def run_from_argv(self, argv: list[str]) -> None:
        """Pass all arguments on as they are."""
        environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
        command = [sys.executable, "-m", "pytest", *argv[2:]]
        sys.exit(subprocess.call(command, cwd=settings.BASE_DIR, env=environment))  # noqa: S603  # nosec

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("arguments", nargs="*", help="arguments of pytest, such as a file or -k words")

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Run all tests when the command is called from code."""
        self.run_from_argv(["manage.py", "test"])
