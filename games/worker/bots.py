"""Run the moves of bots, and plans, after commits.

A bot moves like a player, one move at a time, in a thread of its own. A plan answers a moment later. `wake_forgotten`
finds what a dying process left undone.
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
from games.clocks import database_clock
from games.kinds import KINDS, find_bot
from games.models import Game
from games.pages import beats
from games.refusals import Denied
from games.rules.base import Plain, Refused
from games.rules.serialization import write_move
from games.worker.threads import Workers

log = logging.getLogger(__name__)
FORGOTTEN_AFTER = timedelta(seconds=3)  # a bot this late was forgotten

MOST_AT_ONCE = 100

_pool = Workers(2, "bots")
_awake: set[tuple[str, datetime]] = set()  # games, and when something is due there
_guard = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None  # set in servers, but not in commands or tests


def start(loop: asyncio.AbstractEventLoop) -> None:
    """Let bots move on their own in this process."""
    global _loop
    _loop = loop


def connect_signals() -> None:
    """Connect the signal once the app is ready."""
    signals.bot_due.connect(wake, dispatch_uid="wake the bots")


def wake(game_id: str, due: datetime, **_: Any) -> None:
    """Let a bot or a plan answer when it is due, after a pause in which people can see the previous move."""
    if _loop is None or not _loop.is_running():
        return
    with _guard:
        if (game_id, due) in _awake:
            return
        _awake.add((game_id, due))
    wait = min((due - timezone.now()).total_seconds(), settings.PLAN_PAUSE)  # machines' clocks may differ
    if wait <= 0 < settings.BOT_PAUSE:  # a bot: let people see what the previous move led to
        wait = settings.BOT_PAUSE + beats.measure(game_id)
    loop, wait = _loop, max(wait, settings.BOT_PAUSE)
    loop.call_soon_threadsafe(lambda: loop.call_later(wait, lambda: _pool.submit(_answer, game_id, due)))


def _answer(game_id: str, due: datetime) -> None:
    """Make one move, and queue the next one behind those of other games.

    If what was due isn't any more, do nothing, so that a bot never moves sooner or later because of a plan.
    """
    try:
        if load_due(game_id) == due:
            move_one(game_id)
    except Exception:  # the sweep tries again
        log.exception("No bot could move in game %s", game_id)
        return
    finally:
        with _guard:
            _awake.discard((game_id, due))
    if following := load_due(game_id):  # loaded after discarding, so that later moves wake it again
        wake(game_id, following)


def load_due(game_id: str) -> datetime | None:
    """Return when a bot or a plan should answer there, if one should."""
    return Game.objects.filter(pk=game_id).values_list("auto_move_due_at", flat=True).first()


def is_due(game_id: str) -> bool:
    """Whether the game is waiting for a bot or a plan."""
    return load_due(game_id) is not None


def move_one(game_id: str) -> None:
    """Make the move of a bot, which thinks outside of any lock, or of a plan."""
    game = Game.objects.filter(pk=game_id, auto_move_due_at__isnull=False).first()
    if game is None or game.auto_move_due_at is None:
        return
    seat = next((seat for seat in play.load_seats(game) if seat.is_to_move and (seat.bot or seat.has_left)), None)
    if seat is None:
        play.fire_due_plan(game_id, game.auto_move_due_at)
        return
    kind, state = play.find_kind(game), play.parse_state(game)
    view, choices = kind.view(state, seat.number), kind.choices(state, seat.number)
    move = choose_move(game.kind, seat.bot or KINDS[game.kind].stand_in, view, choices)
    by = "bot" if seat.bot else "standin"
    try:
        play.move_bot(game_id, seat.number, game.version, move, by)
    except Denied:
        pass  # somebody moved in between
    except Refused:
        log.exception("The bot %s chose an illegal move in game %s", seat.bot, game_id)
        play.move_bot(game_id, seat.number, game.version, pick_any_move(game.kind, view, choices), by)


def choose_move(kind: str, bot: str, view: Plain, choices: Plain) -> Plain:
    return write_move(find_bot(kind, bot)(view, choices, _make_dice()))


def pick_any_move(kind: str, view: Plain, choices: Plain) -> Plain:
    return write_move(KINDS[kind].pick(view, choices, _make_dice()))


def _make_dice() -> random.Random:
    return random.Random(secrets.randbits(64))  # noqa: S311 (no secret)  # nosec


def play_all(game_id: str, most: int = 10_000) -> None:
    """Make all moves of bots and plans right away; for commands and tests."""
    for _ in range(most):
        if not is_due(game_id):
            return
        move_one(game_id)


def list_forgotten() -> list[str]:
    """Return the games whose bot or plan should have moved by now, because a process has died."""
    return [game_id for game_id, _due in _list_forgotten()]


def _list_forgotten() -> list[tuple[str, datetime]]:
    late = database_clock.now() - FORGOTTEN_AFTER - timedelta(seconds=settings.BOT_PAUSE)
    games = Game.objects.filter(auto_move_due_at__lte=late).order_by("auto_move_due_at")
    found = games.values_list("pk", "auto_move_due_at")[:MOST_AT_ONCE]
    return [(game_id, due) for game_id, due in found if due is not None]


def wake_forgotten() -> int:
    """Wake forgotten bots and plans, and return in how many games."""
    found = _list_forgotten()
    for game_id, due in found:
        wake(game_id, due)
    return len(found)
