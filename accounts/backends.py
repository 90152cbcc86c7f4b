"""How the one who logs in is found: by name, or by an address that was confirmed."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from django.http import HttpRequest

from accounts import names
from accounts.models import User


class Backend(AuthenticationBackend):  # type: ignore[misc]
    """Looks for one person at most, so that one password is checked whoever it is: the time tells nothing."""

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> Any:
        login = credentials.get("username") or credentials.get("email") or ""
        return self._check_password(find(login), credentials.get("password") or "")


def find(login: str) -> User | None:
    """Who is meant: a name never has an @. Guests have no password and are never found."""
    people = User.objects.filter(is_guest=False)
    if "@" not in login:
        return people.filter(skeleton=names.skeleton(login)).first()
    address = EmailAddress.objects.filter(email=login.lower(), verified=True).first()
    return people.filter(pk=address.user_id).first() if address else None
