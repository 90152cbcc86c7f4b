"""Signals sent after a commit. A receiver may be late or fail, but it can't undo what was stored."""

import logging
from collections.abc import Iterable
from functools import partial
from typing import Any

from django.db import transaction
from django.dispatch import Signal

log = logging.getLogger(__name__)

# game_id, version: the table looks different (version 0: something other than a move has changed);
# stored: the move if this process stored it, or None
changed = Signal()
bot_due = Signal()  # game_id, due: a bot should move, or a plan should answer at that time
talked = Signal()  # game_id, to, but, known: there is a new message (who may read it: games.chat.service.ChatAccess)
queue = Signal()  # users: what is waiting for them may have changed


def send_after_commit(signal: Signal, **facts: Any) -> None:
    """Send the signal after the commit. Log errors in receivers instead of raising them."""
    transaction.on_commit(partial(_send, signal, **facts))


def send_queue_changed(users: Iterable[int | None]) -> None:
    """Signal that what is waiting for these users may have changed."""
    if found := sorted({user for user in users if user is not None}):
        send_after_commit(queue, users=found)


def _send(signal: Signal, **facts: Any) -> None:
    for receiver, answer in signal.send_robust(None, **facts):
        if isinstance(answer, Exception):
            log.error("%s failed", receiver, exc_info=answer)
