"""Find who is logging in, by name or by a confirmed address."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from django.http import HttpRequest

from accounts import names
from accounts.models import User


class Backend(AuthenticationBackend):  # type: ignore[misc]
    """Check exactly one password whether or not there is such a user, so that the time gives nothing away."""

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> Any:
        login = credentials.get("username") or credentials.get("email") or ""
        return self._check_password(find_by_login(login), credentials.get("password") or "")


def find_by_login(login: str) -> User | None:
    """Find the user by name or, if there is an @, by a confirmed address. Guests can't log in."""
    people = User.objects.filter(is_guest=False)
    if "@" not in login:
        return people.filter(name_skeleton=names.skeleton(login)).first()
    address = EmailAddress.objects.filter(email=login.lower(), verified=True).first()
    return people.filter(pk=address.user_id).first() if address else None
