"""Wait for a condition, and report what was seen if it isn't met in time."""

import socket
import time
from collections.abc import Callable
from typing import Any

PATIENCE = 20.0  # seconds: a machine may be busy


def until(
    true: Callable[[], Any], what: str = "it", seen: Callable[[], object] = lambda: "", patience: float = PATIENCE
) -> Any:
    """Wait until `true()` is truthy and return it; on giving up, report what `seen()` shows instead."""
    deadline = time.monotonic() + patience
    pause = 0.01
    while not (found := true()):
        assert time.monotonic() < deadline, f"waited {patience} s for {what}; last seen: {found!r} {seen()}"
        time.sleep(pause)
        pause = min(0.1, pause * 1.2)
    return found


def until_or_stuck(true: Callable[[], object], what: str, seen: Callable[[], object]) -> None:
    """Wait until `true()` is truthy, for as long as `seen()` keeps changing."""
    deadline, before = time.monotonic() + PATIENCE, seen()
    while not true():
        if (now := seen()) != before:
            deadline, before = time.monotonic() + PATIENCE, now
        assert time.monotonic() < deadline, f"waited too long for {what}; last seen: {before}"
        time.sleep(0.005)


def free_port() -> int:
    """Find a port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
