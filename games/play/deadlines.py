"""Clocks go by the hours of their players: who has other quiet hours, or another time zone, gets other deadlines."""

from typing import Any

from accounts.models import User
from accounts.signals import hours_changed
from games import play


def renew(user: User, **_said: Any) -> None:
    """The user's running clocks are set anew."""
    play.renew(user)


def listen() -> None:
    """Called when the app is ready."""
    hours_changed.connect(renew, dispatch_uid="clocks go by hours")
