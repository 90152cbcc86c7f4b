"""Recompute deadlines when a user changes quiet hours or time zone."""

from typing import Any

from accounts.models import User
from accounts.signals import hours_changed
from games import play


def update_deadlines(user: User, **_said: Any) -> None:
    """Recompute the deadlines of the user's running games."""
    play.update_deadlines(user)


def connect_signals() -> None:
    """Connect the signal. Called when the app is ready."""
    hours_changed.connect(update_deadlines, dispatch_uid="clocks go by hours")
