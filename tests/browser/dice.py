"""Seeded randomness for servers of browser tests: the same test deals the same cards in every run.

The app replaces `secrets` where games get their randomness. Cards, addresses and names follow from the seed, which is
the name of the running test (see `Site.seed`). A bot's move depends only on what it sees, so the order of their
threads doesn't matter.
"""

import hashlib
import os
import random
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from django.apps import AppConfig

CHANCE = ("games.play.seating", "games.models.game", "games.worker.bots", "accounts.guests")  # modules with `secrets`
THINKING = ("choose_move", "pick_any_move")  # of games.worker.bots


class Dice:
    """Stands in for `secrets`."""

    def __init__(self, seed: str) -> None:
        self.seeds = Counter[str]()
        self.position = threading.local()
        self.seed(seed)

    def seed(self, seed: str) -> None:
        """Start anew. A test that runs again at the same server gets other cards: addresses are taken only once."""
        self.seeds[seed] += 1
        again = self.seeds[seed]
        self.random = random.Random(seed if again == 1 else f"{seed} {again}")

    def token_bytes(self, count: int) -> bytes:
        return self.random.randbytes(count)

    def token_hex(self, count: int) -> str:
        return self.random.randbytes(count).hex()

    def choice(self, things: Sequence[Any]) -> Any:
        return self.random.choice(things)

    def randbelow(self, number: int) -> int:
        return self.random.randrange(number)

    def randbits(self, bits: int) -> int:
        """For bots: decided by the position."""
        digest = hashlib.sha256(self.position.seen.encode()).digest()
        return int.from_bytes(digest) % (1 << bits)

    def seeing(self, think: Callable[..., Any]) -> Callable[..., Any]:
        """The same function; while it runs, `randbits` knows the position that it was asked about."""

        def thinking(*position: Any) -> Any:
            self.position.seen = repr(position)
            return think(*position)

        return thinking


dice = Dice(os.environ.get("TEN_TEST_SEED", ""))


class DiceConfig(AppConfig):
    """Throws them instead of `secrets`."""

    name = "tests.browser.dice"
    label = "dice"

    def ready(self) -> None:
        for name in CHANCE:
            vars(import_module(name))["secrets"] = dice
        bots = vars(import_module("games.worker.bots"))
        for name in THINKING:
            bots[name] = dice.seeing(bots[name])
