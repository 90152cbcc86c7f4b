"""Request pages in this process, and measure what each costs."""

import os
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

EACH = 15  # paths of each page, after two to warm up
WARM = 2
TIMES = 3  # requests of each path


class Statements:
    """How many statements ran, and how long they took."""

    def __init__(self) -> None:
        self.count, self.time = 0, 0.0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        began = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            self.count, self.time = self.count + 1, self.time + time.perf_counter() - began


def print_line(*words: object) -> None:
    """Print a line at once."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def measure() -> dict[str, Any]:
    """Measure every page: medians in milliseconds, and the largest number of statements."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ten_site.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.db import connection

    from games.models import Game
    from tests.scale.page_requests import PAGES

    settings.ALLOWED_HOSTS = ["*"]
    found: dict[str, Any] = {"games": Game.objects.count(), "database": connection.vendor, "pages": {}}
    for page in PAGES:
        told = [request_page(path, user) for path, user in list(page.of(EACH + WARM))][WARM:]
        found["pages"][page.name] = summarize(told)
        print_line(page.name, found["pages"][page.name])
    return found


def request_page(path: str, user: Any) -> dict[str, float]:
    """Request a path several times: the CPU time of the first request, and the shortest wall-clock times.

    Other processes affect the wall-clock time.
    """
    told = [request_once(path, user) for _ in range(TIMES)]
    return told[0] | {name: min(one[name] for one in told) for name in ("wall", "database")}


def request_once(path: str, user: Any) -> dict[str, float]:
    """Request a path and measure it."""
    from django.test import Client

    client = Client()
    if user is not None:
        client.force_login(user)
    with count_statements() as statements:
        wall, cpu = time.perf_counter(), time.process_time()
        answer = client.get(path, secure=True)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return {
        "wall": 1_000 * wall,
        "cpu": 1_000 * cpu,
        "database": 1_000 * statements.time,
        "queries": statements.count,
        "status": answer.status_code,
    }


@contextmanager
def count_statements() -> Iterator[Statements]:
    from django.db import connection

    statements = Statements()
    with connection.execute_wrapper(statements):
        yield statements


def summarize(told: list[dict[str, float]]) -> dict[str, Any]:
    """Return the medians of a page, and the largest number of statements."""
    middle = {name: round(statistics.median(one[name] for one in told), 3) for name in ("wall", "cpu", "database")}
    return {
        **middle,
        "queries": int(max(one["queries"] for one in told)),
        "statuses": sorted({int(one["status"]) for one in told}),
    }
