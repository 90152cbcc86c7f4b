"""Bots at tables: each is a player who answers at once, through the same door, one move at a time.

Woken after a commit, in a thread of its own. What a dying process left undone, `sweep` finds.
"""

import asyncio
import logging
import random
import secrets
import threading
from datetime import timedelta
from typing import Any

from django.conf import settings

from games import play, signals, timing
from games.bots.registry import PICKS
from games.bots.registry import find as find_bot
from games.models import Game
from games.refusals import Denied
from games.rules.base import Plain, Refused
from games.rules.plain import write_move
from games.workers import Workers

log = logging.getLogger(__name__)
STAND_IN = "steady"  # plays on for those who left
LEFT_UNDONE = timedelta(seconds=3)  # a bot that has not moved for so long was forgotten

MOST_AT_ONCE = 100

_pool = Workers(2, "bots")
_awake: set[str] = set()
_guard = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None  # where bots move by themselves: in servers, not in commands or tests


def work(loop: asyncio.AbstractEventLoop) -> None:
    """From now on bots move by themselves in this process."""
    global _loop
    _loop = loop


def listen() -> None:
    """Called when the app is ready."""
    signals.bot_due.connect(wake, dispatch_uid="wake the bots")


def wake(game_id: str, **_: Any) -> None:
    """The game waits for a bot: let it answer, after a pause in which people see what was before."""
    if _loop is None or not _loop.is_running():
        return
    with _guard:
        if game_id in _awake:
            return
        _awake.add(game_id)
    loop = _loop
    loop.call_soon_threadsafe(lambda: loop.call_later(settings.BOT_PAUSE, lambda: _pool.submit(_play_on, game_id)))


def _play_on(game_id: str) -> None:
    """One bot's move; the next one waits behind the bots of other games."""
    try:
        answer_one(game_id)
    except Exception:  # the sweep tries again
        log.exception("A bot could not move in game %s", game_id)
        return
    finally:
        with _guard:
            _awake.discard(game_id)
    if is_due(game_id):  # asked after it was let go: whoever moves from now on wakes it again
        wake(game_id)


def is_due(game_id: str) -> bool:
    """Whether the game waits for a bot."""
    return Game.objects.filter(pk=game_id, due__isnull=False).exists()


def answer_one(game_id: str) -> None:
    """The move of the bot that the game waits for, if it does: thought of outside any lock."""
    game = Game.objects.filter(pk=game_id, due__isnull=False).first()
    if game is None:
        return
    seat = next((seat for seat in play.seats_of(game) if seat.waiting and (seat.bot or seat.left)), None)
    if seat is None:  # plans that one transaction did not come to the end of
        play.fire(game_id)
        return
    kind, state = play.kind_of(game), play.state_of(game)
    view, choices = kind.view(state, seat.number), kind.choices(state, seat.number)
    move = think(game.kind, seat.bot or STAND_IN, view, choices)
    by = "bot" if seat.bot else "standin"
    try:
        play.answer(game_id, seat.number, game.version, move, by)
    except Denied:
        pass  # somebody moved in between
    except Refused:
        log.exception("The bot %s chose what is not allowed in game %s", seat.bot, game_id)
        play.answer(game_id, seat.number, game.version, pick(game.kind, choices), by)


def think(kind: str, bot: str, view: Plain, choices: Plain) -> Plain:
    """What the bot does."""
    return write_move(find_bot(kind, bot)(view, choices, _dice()))


def pick(kind: str, choices: Plain) -> Plain:
    """Any legal move."""
    return write_move(PICKS[kind](choices, _dice()))


def _dice() -> random.Random:
    return random.Random(secrets.randbits(64))  # noqa: S311 (no secret)  # nosec


def play_out(game_id: str, most: int = 10_000) -> None:
    """All that bots have to do at once, here and now: for commands and tests."""
    for _ in range(most):
        if not is_due(game_id):
            return
        answer_one(game_id)


def left_undone() -> list[str]:
    """The games whose bot should have moved by now: the process that was to do it has ended."""
    late = timing.now() - LEFT_UNDONE - timedelta(seconds=settings.BOT_PAUSE)
    return list(Game.objects.filter(due__lte=late).order_by("due").values_list("pk", flat=True)[:MOST_AT_ONCE])


def sweep() -> int:
    """Wake the bots that were left sitting. How many games that were."""
    found = left_undone()
    for game_id in found:
        wake(game_id)
    return len(found)
