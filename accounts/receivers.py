"""What happens to sessions when somebody logs in, or changes a password."""

import time
from typing import Any

from allauth.account import signals
from allauth.usersessions.internal.flows.sessions import end_other_sessions
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest

from accounts import attempts
from accounts.models import User

DAY = 86_400


def today() -> int:
    """The number of the day."""
    return int(time.time() // DAY)


def begin(user: User, request: HttpRequest | None = None, **logged_in: Any) -> None:
    """Note the day of the log-in, while the session is written anyway, and where it was."""
    if request is not None:
        request.session["came"] = request.session["day"] = today()
        attempts.know(request, user)


def know(request: HttpRequest, user: User, **reset: Any) -> None:
    """Whoever can read the account's mail is its owner."""
    attempts.know(request, user)


def end_others(request: HttpRequest, user: Any, **changed: Any) -> None:
    """A new password ends all other sessions; who holds their sockets hears of it."""
    end_other_sessions(request, user)


def listen() -> None:
    """Called when the app is ready."""
    user_logged_in.connect(begin, dispatch_uid="the day of a session")
    for signal in (signals.password_changed, signals.password_reset, signals.password_set):
        signal.connect(end_others, dispatch_uid="a new password")
    signals.password_reset.connect(know, dispatch_uid="a known device")
