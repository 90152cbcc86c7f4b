"""Database sessions that know their user, so that one statement reads both.

Django describes this under "Extending database-backed session engines". The session's data still decides who is logged
in; the user read with it only saves another query.
"""

from typing import Any

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends import db
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from accounts.models import Session, User


class SessionStore(db.SessionStore):
    """Django's own, but `load` also sets `user`, None if nobody is logged in. Async views work as in Django."""

    user: Any = None

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def load(self) -> dict[str, Any]:
        """Read the session and its user."""
        rows = Session.objects.select_related("user")
        row = rows.filter(session_key=self.session_key, expire_date__gt=timezone.now()).first()
        if row is None:
            self._session_key = None  # as in Django, clients can't choose session keys
            return {}
        self.user = row.user
        return self.decode(row.session_data)

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        """Store the user next to the data."""
        row: Any = super().create_model_instance(data)
        row.user_id = data.get(auth.SESSION_KEY)
        return row


def get_user(request: HttpRequest) -> User | AnonymousUser:
    """Return the user read with the session if it passes all checks of Django and our backend; otherwise ask Django."""
    session: Any = request.session
    given = session.get(auth.HASH_SESSION_KEY, "")  # reads the session, and its user
    user = session.user
    holds = (
        user is not None
        and user.is_active
        and session.get(auth.SESSION_KEY) == str(user.pk)
        and session.get(auth.BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
        and constant_time_compare(given, user.get_session_auth_hash())
    )
    return user if holds else auth.get_user(request)


class SessionUserMiddleware(AuthenticationMiddleware):
    """Django's own, with the `get_user` of this module."""

    def process_request(self, request: HttpRequest) -> None:
        """Set a lazy user."""
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: get_user(request))  # type: ignore[assignment]  # as in Django
