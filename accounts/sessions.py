"""Database sessions that know their user, so that one statement reads both.

Django describes this under "Extending database-backed session engines". The session's data still decides who is logged
in; the user read with it only saves another query. Every request starts with this statement, so it is written out: the
ORM takes longer to build it than the database to answer it.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends import db
from django.db import connection
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from accounts.models import Session, User

_USER_FIELDS = User._meta.concrete_fields
_USER_NAMES = [field.attname for field in _USER_FIELDS]
_SELECT = (  # only names of our own models
    f"SELECT s.session_data, {', '.join(f'u.{field.column}' for field in _USER_FIELDS)} "  # noqa: S608  # nosec
    f"FROM {Session._meta.db_table} s LEFT JOIN {User._meta.db_table} u ON u.id = s.user_id "
    "WHERE s.session_key = %s AND s.expire_date > %s"
)


@cache
def _list_converters() -> list[tuple[int, Any, list[Callable[..., Any]]]]:
    """Return which columns of a user have to be converted, and how, as the ORM does for this database."""
    columns = [field.get_col(User._meta.db_table) for field in _USER_FIELDS]
    found = [[*connection.ops.get_db_converters(col), *col.get_db_converters(connection)] for col in columns]
    return [(place, columns[place], converters) for place, converters in enumerate(found) if converters]


def _build_user(row: Sequence[Any]) -> User | None:
    """Build the user from the columns, as the ORM would; None if there is no such user."""
    values = list(row)
    if values[_USER_NAMES.index("id")] is None:
        return None
    for place, column, converters in _list_converters():
        for convert in converters:
            values[place] = convert(values[place], column, connection)
    return User.from_db(connection.alias, _USER_NAMES, values)


class SessionStore(db.SessionStore):
    """Django's own, but `load` also sets `user`, None if nobody is logged in. Async views work as in Django."""

    user: Any = None

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def load(self) -> dict[str, Any]:
        """Read the session and its user."""
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        with connection.cursor() as cursor:
            row = cursor.execute(_SELECT, [self.session_key, now]).fetchone()
        if row is None:
            self._session_key = None  # as in Django, clients can't choose session keys
            return {}
        self.user = _build_user(row[1:])
        return self.decode(row[0])

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
