"""Run two transactions at once in a known order.

    other = overlap(monkeypatch, sending, "_take", sending.deliver)
    sending.deliver()  # its first call of `_take` starts the other one, and goes on when that has ended or waits for us
    assert not other.waited
    other.result()

PostgreSQL tells whether the other one waits for a lock. SQLite has only one writer, so there it is just started.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any

import pytest
from django.db import connection

PATIENCE = 20  # seconds
WAITS = "SELECT count(*) FROM pg_locks WHERE pid = %s AND NOT granted"


class Other:
    """Work done by another thread, with its own connection."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.work = work
        self.begun = threading.Event()
        self.is_first, self.waited = True, False
        self.pid = 0
        self.outcome: Future[Any] | None = None

    def start(self) -> None:
        """Start the work, once; return when it has ended or waits for a lock of ours."""
        if not self.is_first:
            return
        self.is_first = False
        pool = ThreadPoolExecutor(1)
        self.outcome = pool.submit(self._run)
        pool.shutdown(wait=False)
        assert self.begun.wait(PATIENCE), "the other connection was not opened"
        if not connection.in_atomic_block:  # we hold no locks
            wait([self.outcome], PATIENCE)
        elif connection.vendor == "postgresql":
            self.waited = self._is_stuck(self.outcome)

    def result(self) -> Any:
        """Return the result of the work, or raise its error."""
        assert self.outcome is not None, "the function that starts the other one wasn't called"
        return self.outcome.result(PATIENCE)

    def _run(self) -> Any:
        try:
            with connection.cursor() as cursor:
                if connection.vendor == "postgresql":
                    cursor.execute("SELECT pg_backend_pid()")
                    (self.pid,) = cursor.fetchone()
            self.begun.set()
            return self.work()
        finally:
            connection.close()

    def _is_stuck(self, outcome: "Future[Any]") -> bool:
        end = time.monotonic() + PATIENCE
        while not outcome.done():
            with connection.cursor() as cursor:
                cursor.execute(WAITS, [self.pid])
                if cursor.fetchone()[0]:
                    return True
            assert time.monotonic() < end, "the other one neither ends nor waits for a lock"
            time.sleep(0.002)
        return False


def overlap(patch: pytest.MonkeyPatch, where: Any, name: str, work: Callable[[], Any]) -> Other:
    """Let another thread do this work right after the next call of that function."""
    other, function = Other(work), getattr(where, name)

    def with_another(*args: Any, **named: Any) -> Any:
        result = function(*args, **named)
        other.start()
        return result

    patch.setattr(where, name, with_another)
    return other
