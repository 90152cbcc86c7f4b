"""Recompute deadlines when a user changes quiet hours, time zone or vacations."""

import logging
from typing import Any

from accounts.models import User
from accounts.signals import hours_changed
from games.models import Game, Seat
from games.play.locked_game import LockedGame
from games.play.locking import lock_for_move

log = logging.getLogger(__name__)


def update_deadlines(user: User, **_signal: Any) -> None:
    """Recompute the user's deadlines after a change to anything their clocks depend on."""
    games = Seat.objects.filter(user=user, has_left=False, game__status=Game.Status.PLAYING).values_list(
        "game_id", flat=True
    )
    for game_id in list(games):
        try:
            _update_game(game_id)
        except Exception:  # don't let one game stop the others; the sweep checks each deadline again before it acts
            log.exception("The clocks of game %s couldn't be updated", game_id)


def _update_game(game_id: str) -> None:
    with lock_for_move(game_id) as game:
        if game.status == Game.Status.PLAYING:
            LockedGame(game).store()


def connect_signals() -> None:
    """Connect the signal. Called when the app is ready."""
    hours_changed.connect(update_deadlines, dispatch_uid="clocks go by hours")
