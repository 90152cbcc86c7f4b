"""Argon2id for passwords, at most two hashes at a time, so that many logins leave CPU time for moves."""

import threading

from django.contrib.auth.hashers import Argon2PasswordHasher

AT_A_TIME = 2  # each takes a twentieth of a second of CPU time, and 46 MiB
slots = threading.BoundedSemaphore(AT_A_TIME)


class Argon2id(Argon2PasswordHasher):
    """Argon2id with OWASP's parameters: 46 MiB, one lane."""

    time_cost = 1
    memory_cost = 47_104
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """Return the hash to store."""
        with slots:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Whether the password is right."""
        with slots:
            return super().verify(password, encoded)
