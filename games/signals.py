"""What is said after a commit, to whoever listens: receivers can be late, but they cannot fail what was stored."""

import logging
from collections.abc import Iterable
from functools import partial
from typing import Any

from django.db import transaction
from django.dispatch import Signal

log = logging.getLogger(__name__)

changed = Signal()  # game_id, version: a table looks different now (version 0: by something that is no move)
bot_due = Signal()  # game_id, due: it waits for a bot, or for a plan's answer at that moment
talked = Signal()  # game_id, to, but, known: somebody may read a message now (who: games.chat.service.Circle)
queue = Signal()  # users: what waits for them may have changed


def say(signal: Signal, **facts: Any) -> None:
    """Say it once it is stored. Whatever goes wrong with those who listen goes to the log."""
    transaction.on_commit(partial(_say, signal, **facts))


def say_queue(users: Iterable[int | None]) -> None:
    """What waits for these users may have changed."""
    if found := sorted({user for user in users if user is not None}):
        say(queue, users=found)


def _say(signal: Signal, **facts: Any) -> None:
    for receiver, answer in signal.send_robust(None, **facts):
        if isinstance(answer, Exception):
            log.error("%s failed", receiver, exc_info=answer)
