"""Bots at tables: each is a player who answers at once, through the same door, one move at a time. Plans answer like
them, a moment later.

Woken after a commit, in a thread of its own. What a dying process left undone, `sweep` finds.
"""

import asyncio
import logging
import random
import secrets
import threading
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from games import play, signals
from games.clocks import timing
from games.errors import Denied
from games.kinds import KINDS, find_bot
from games.models import Game
from games.rules.base import Plain, Refused
from games.rules.serialization import write_move
from games.worker.threads import Workers

log = logging.getLogger(__name__)
LEFT_UNDONE = timedelta(seconds=3)  # a bot that has not moved for so long was forgotten

MOST_AT_ONCE = 100

_pool = Workers(2, "bots")
_awake: set[tuple[str, datetime]] = set()  # games, and what is due there at which moment
_guard = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None  # where bots move by themselves: in servers, not in commands or tests


def work(loop: asyncio.AbstractEventLoop) -> None:
    """From now on bots move by themselves in this process."""
    global _loop
    _loop = loop


def listen() -> None:
    """Called when the app is ready."""
    signals.bot_due.connect(wake, dispatch_uid="wake the bots")


def wake(game_id: str, due: datetime, **_: Any) -> None:
    """The game waits for a bot, or for a plan: let it answer at that moment, and after a pause in which people see what
    was before."""
    if _loop is None or not _loop.is_running():
        return
    with _guard:
        if (game_id, due) in _awake:
            return
        _awake.add((game_id, due))
    wait = min((due - timezone.now()).total_seconds(), settings.PLAN_PAUSE)  # clocks of machines may differ
    loop, wait = _loop, max(wait, settings.BOT_PAUSE)
    loop.call_soon_threadsafe(lambda: loop.call_later(wait, lambda: _pool.submit(_play_on, game_id, due)))


def _play_on(game_id: str, due: datetime) -> None:
    """One move; the next one waits behind those of other games. What was due and is no more leaves all as it is: a bot
    never moves sooner or later because a plan was waited for."""
    try:
        if due_of(game_id) == due:
            answer_one(game_id)
    except Exception:  # the sweep tries again
        log.exception("No bot could move in game %s", game_id)
        return
    finally:
        with _guard:
            _awake.discard((game_id, due))
    if following := due_of(game_id):  # asked after it was let go: whoever moves from now on wakes it again
        wake(game_id, following)


def due_of(game_id: str) -> datetime | None:
    """When a bot or a plan should answer there, if one should."""
    return Game.objects.filter(pk=game_id).values_list("due", flat=True).first()


def is_due(game_id: str) -> bool:
    """Whether the game waits for a bot, or for a plan."""
    return due_of(game_id) is not None


def answer_one(game_id: str) -> None:
    """The move of the bot that the game waits for, thought of outside any lock; or that of a plan."""
    game = Game.objects.filter(pk=game_id, due__isnull=False).first()
    if game is None or game.due is None:
        return
    seat = next((seat for seat in play.seats_of(game) if seat.waiting and (seat.bot or seat.left)), None)
    if seat is None:
        play.fire(game_id, game.due)
        return
    kind, state = play.kind_of(game), play.state_of(game)
    view, choices = kind.view(state, seat.number), kind.choices(state, seat.number)
    move = think(game.kind, seat.bot or KINDS[game.kind].stand_in, view, choices)
    by = "bot" if seat.bot else "standin"
    try:
        play.answer(game_id, seat.number, game.version, move, by)
    except Denied:
        pass  # somebody moved in between
    except Refused:
        log.exception("The bot %s chose an illegal move in game %s", seat.bot, game_id)
        play.answer(game_id, seat.number, game.version, pick(game.kind, view, choices), by)


def think(kind: str, bot: str, view: Plain, choices: Plain) -> Plain:
    """What the bot does."""
    return write_move(find_bot(kind, bot)(view, choices, _dice()))


def pick(kind: str, view: Plain, choices: Plain) -> Plain:
    """Any legal move."""
    return write_move(KINDS[kind].pick(view, choices, _dice()))


def _dice() -> random.Random:
    return random.Random(secrets.randbits(64))  # noqa: S311 (no secret)  # nosec


def play_out(game_id: str, most: int = 10_000) -> None:
    """All that bots and plans have to do, here and now: for commands and tests."""
    for _ in range(most):
        if not is_due(game_id):
            return
        answer_one(game_id)


def left_undone() -> list[str]:
    """The games whose bot or plan should have moved by now: the process that was to do it has ended."""
    return [game_id for game_id, _due in _left_undone()]


def _left_undone() -> list[tuple[str, datetime]]:
    late = timing.now() - LEFT_UNDONE - timedelta(seconds=settings.BOT_PAUSE)
    found = Game.objects.filter(due__lte=late).order_by("due").values_list("pk", "due")[:MOST_AT_ONCE]
    return [(game_id, due) for game_id, due in found if due is not None]


def sweep() -> int:
    """Wake what was left sitting. How many games that were."""
    found = _left_undone()
    for game_id, due in found:
        wake(game_id, due)
    return len(found)
