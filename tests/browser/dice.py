"""Seeded randomness for the servers of browser tests, so that a test gets the same cards in every run.

This app replaces `secrets` in the modules that use it for games. Cards, game IDs and names follow from the seed, which
is the name of the running test (see `Site.seed`). A bot's random choices depend only on the position it sees, so the
order in which bots' threads run doesn't matter.
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

MODULES = ("games.play.seating", "games.models.game", "games.worker.bots", "accounts.guests")  # they import `secrets`
BOT_FUNCTIONS = ("choose_move", "pick_any_move")  # in games.worker.bots


class Dice:
    """A replacement for `secrets`."""

    def __init__(self, seed: str) -> None:
        self.seeds = Counter[str]()
        self.bot = threading.local()
        self.seed(seed)

    def seed(self, seed: str) -> None:
        """Start over. A repeated seed gives other numbers, because the game IDs of the first time are taken."""
        self.seeds[seed] += 1
        uses = self.seeds[seed]
        self.random = random.Random(seed if uses == 1 else f"{seed} {uses}")

    def token_bytes(self, count: int) -> bytes:
        return self.random.randbytes(count)

    def token_hex(self, count: int) -> str:
        return self.random.randbytes(count).hex()

    def choice(self, options: Sequence[Any]) -> Any:
        return self.random.choice(options)

    def randbelow(self, number: int) -> int:
        return self.random.randrange(number)

    def randbits(self, bits: int) -> int:
        """Return bits for a bot, derived from the position it is thinking about."""
        digest = hashlib.sha256(self.bot.position.encode()).digest()
        return int.from_bytes(digest) % (1 << bits)

    def track_position(self, choose: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a bot's function so that `randbits` knows the position."""

        def wrapper(*position: Any) -> Any:
            self.bot.position = repr(position)
            return choose(*position)

        return wrapper


dice = Dice(os.environ.get("TEN_TEST_SEED", ""))


class DiceConfig(AppConfig):
    name = "tests.browser.dice"
    label = "dice"

    def ready(self) -> None:
        for name in MODULES:
            vars(import_module(name))["secrets"] = dice
        bots = vars(import_module("games.worker.bots"))
        for name in BOT_FUNCTIONS:
            bots[name] = dice.track_position(bots[name])
