"""Update sessions after a login or a change of password."""

import time
from typing import Any

from allauth.account import signals
from allauth.usersessions.internal.flows.sessions import end_other_sessions
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest

from accounts import attempts
from accounts.models import User

DAY = 86_400


def count_days() -> int:
    """Return the number of the day."""
    return int(time.time() // DAY)


def start_session(user: User, request: HttpRequest | None = None, **logged_in: Any) -> None:
    """Note the day of the login, since the session is written anyway, and remember the device."""
    if request is not None:
        request.session["came"] = request.session["day"] = count_days()
        attempts.remember_owner(request, user)


def remember_owner(request: HttpRequest, user: User, **reset: Any) -> None:
    """Remember the device: whoever can read the account's mail is its owner."""
    attempts.remember_owner(request, user)


def end_sessions_elsewhere(request: HttpRequest, user: Any, **changed: Any) -> None:
    """End all other sessions after a change of password."""
    end_other_sessions(request, user)


def connect() -> None:
    """Connect the receivers once the app is ready."""
    user_logged_in.connect(start_session, dispatch_uid="the day of a session")
    for signal in (signals.password_changed, signals.password_reset, signals.password_set):
        signal.connect(end_sessions_elsewhere, dispatch_uid="a new password")
    signals.password_reset.connect(remember_owner, dispatch_uid="a known device")
