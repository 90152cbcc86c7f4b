"""Threads that use the database outside of requests. Each job starts on a working connection.

Django checks connections at the start of a request. Threads that live as long as the process have no requests, so they
check before every job and after every error. All database work outside of requests goes through here.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, close_old_connections, connections
from redis.exceptions import ConnectionError as RedisAway
from redis.exceptions import TimeoutError as RedisSlow

P = ParamSpec("P")
T = TypeVar("T")

CONNECTION_LOST = (OperationalError, InterfaceError)
UNREACHABLE = (*CONNECTION_LOST, RedisAway, RedisSlow)
INTERVAL_SECONDS = 1.0  # seconds between two rounds of periodic work

log = logging.getLogger(__name__)


class Workers(ThreadPoolExecutor):
    """Threads named `name_0`, `name_1` and so on, which keep their database connections as long as those work."""

    def __init__(self, count: int, name: str) -> None:
        super().__init__(count, thread_name_prefix=name)

    def submit(self, job: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        return super().submit(run_connected, job, *args, **kwargs)  # type: ignore[arg-type]  # the same T


def run_connected(job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do a job on a working connection; if it fails, leave no broken connection behind."""
    close_old_connections()
    try:
        return job(*args, **kwargs)
    except Exception:
        close_old_connections()
        raise


async def repeat(job: Callable[[], object]) -> None:
    """Do the job once a second in its own thread, whatever goes wrong."""
    thread = Workers(1, thread_name(job))
    is_well = True
    try:
        while True:
            await asyncio.sleep(INTERVAL_SECONDS)
            try:
                await asyncio.get_running_loop().run_in_executor(thread, job)
                is_well = True
            except Exception as error:
                if is_well or not isinstance(error, UNREACHABLE):  # an outage is logged once, not every second
                    log.exception("Failed: %s", thread_name(job))
                is_well = False
    finally:
        thread.submit(connections.close_all)
        thread.shutdown(wait=False)


def thread_name(job: Any) -> str:
    """Name a periodic job in logs and stack dumps, such as loop.sweep."""
    return f"{job.__module__.rpartition('.')[2]}.{getattr(job, '__name__', 'work')}"
