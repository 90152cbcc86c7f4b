"""Requests pages in this process, and measures what each costs."""

import os
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

EACH = 15  # addresses of each page, after two to warm up
WARM = 2
TIMES = 3  # each is asked


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


def say(*words: object) -> None:
    """A line on standard output, at once."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def measure() -> dict[str, Any]:
    """Every page: medians in milliseconds, and the most statements."""
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
        told = [ask(path, user) for path, user in list(page.of(EACH + WARM))][WARM:]
        found["pages"][page.name] = summary(told)
        say(page.name, found["pages"][page.name])
    return found


def ask(path: str, user: Any) -> dict[str, float]:
    """One page: of the processor's time the first, of the clock, which others that run disturb, the least."""
    told = [once(path, user) for _ in range(TIMES)]
    return told[0] | {name: min(one[name] for one in told) for name in ("wall", "database")}


def once(path: str, user: Any) -> dict[str, float]:
    """One page, once."""
    from django.test import Client

    client = Client()
    if user is not None:
        client.force_login(user)
    with counted() as statements:
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
def counted() -> Iterator[Statements]:
    from django.db import connection

    statements = Statements()
    with connection.execute_wrapper(statements):
        yield statements


def summary(told: list[dict[str, float]]) -> dict[str, Any]:
    """What is typical of a page, and the most statements."""
    middle = {name: round(statistics.median(one[name] for one in told), 3) for name in ("wall", "cpu", "database")}
    return {
        **middle,
        "queries": int(max(one["queries"] for one in told)),
        "statuses": sorted({int(one["status"]) for one in told}),
    }
