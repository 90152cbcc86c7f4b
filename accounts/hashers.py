"""Argon2id for passwords, at most two at a time, so that many who log in at once cannot keep moves waiting."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth.hashers import Argon2PasswordHasher


class Busy(Exception):
    """Too many wait for their password to be checked: come again in a moment."""


AT_A_TIME, WAITING = 2, 12  # each keeps a processor busy for a twentieth of a second
work = threading.BoundedSemaphore(AT_A_TIME)
room = threading.BoundedSemaphore(AT_A_TIME + WAITING)


@contextmanager
def turn() -> Iterator[None]:
    """Wait for one's turn; those who find the waiting room full are sent away rather than hold a thread."""
    if not room.acquire(blocking=False):
        raise Busy
    try:
        with work:
            yield
    finally:
        room.release()


class Argon2id(Argon2PasswordHasher):
    """Argon2id as OWASP advises: 46 MiB, one lane."""

    time_cost = 2
    memory_cost = 47_104
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """The hash to store."""
        with turn():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Whether the password is the one."""
        with turn():
            return super().verify(password, encoded)
