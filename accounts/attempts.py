"""Passwords that are tried: limited by address and by account, and yet no stranger can lock an account's owner out.

All who try an account share a bucket, except at a device or an address where its owner logged in before: each of these
has a bucket of its own. So a guesser with many addresses gets no further than with one, and the owner gets in.
"""

import math
import re
import secrets
from typing import NamedTuple

from allauth.core.internal import ratelimit
from django.conf import settings
from django.forms import BaseForm
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from accounts import limits, names
from accounts.backends import find
from accounts.models import User

DAY = 86_400
DEVICE_KNOWN, ADDRESS_KNOWN = 180 * DAY, 30 * DAY
DEVICE = re.compile(r"[\w-]{22}", re.ASCII)
NEW_DEVICE = "ten.device"  # in META: what the answer's cookie shall say
WAIT = "ten.wait"  # in META: how many seconds, after too many attempts
ALLAUTH = {  # which of allauth's own limits holds at an address; elsewhere it is that of the second factor's codes
    "account_reset_password": "reset_password",
    "account_reset_password_from_key": "reset_password_from_key",
    "account_change_password": "change_password",
    "account_set_password": "change_password",
    "account_email": "manage_email",
    "account_reauthenticate": "reauthenticate",
}
TOO_OFTEN = {"too_many_login_attempts", "rate_limited"}


class Attempt(NamedTuple):
    """One password that is tried: from which buckets its tokens come."""

    buckets: list[tuple[str, limits.Rate]]

    def wait(self) -> int:
        """Take a token from each bucket; how many seconds to wait where one is empty, else 0."""
        for name, rate in self.buckets:
            if waits := limits.take({name: rate}):
                return waits[name]
        return 0

    def rollback(self) -> None:
        """It was the right password: that costs nothing."""
        for name, rate in self.buckets:
            limits.give_back(name, rate)


def attempt(request: HttpRequest, login: str) -> Attempt:
    """Somebody types a password for this name or address."""
    user = find(login)
    account = f"user {user.pk}" if user else f"name {names.skeleton(login)}"
    known = limits.remembered(_known(account, place) for place in _places(request)) or account
    named = {"address": f"login {_address(request)}", "account": f"login {known}"}
    return Attempt([(named[by], limits.Rate(*rate)) for by, rate in settings.LOGIN_LIMITS.items()])


def know(request: HttpRequest, user: User) -> None:
    """The owner is at this device, and at this address."""
    if user.is_guest or not request.META.get("REMOTE_ADDR"):  # a guest has no password
        return
    if not _device(request):
        request.META[NEW_DEVICE] = secrets.token_urlsafe(16)
    device, address = (_known(f"user {user.pk}", place) for place in _places(request))
    limits.remember({device: DEVICE_KNOWN, address: ADDRESS_KNOWN})


def mark(request: HttpRequest, response: HttpResponseBase) -> None:
    """A device that became known gets its cookie."""
    if NEW_DEVICE in request.META:
        response.set_cookie(
            settings.DEVICE_COOKIE_NAME,
            request.META[NEW_DEVICE],
            max_age=DEVICE_KNOWN,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )


def is_too_often(form: BaseForm) -> bool:
    """Whether a form was refused because something was tried too often."""
    return any(error.code in TOO_OFTEN for errors in form.errors.as_data().values() for error in errors)


def later(request: HttpRequest) -> dict[str, str]:
    """The header that says when to try again: where allauth counted, after the whole time that its limit is for."""
    return {"Retry-After": str(request.META.get(WAIT) or _longest(request))}


def _longest(request: HttpRequest) -> int:
    """How many seconds somebody waits at most whom allauth refused; it doesn't say how many are left."""
    named = request.resolver_match.url_name if request.resolver_match else ""
    rates = ratelimit.get_rates(app="allauth.account", action=ALLAUTH.get(named or "", "login_failed"))
    return max((math.ceil(rate.duration) for rate in rates), default=60)


def _known(account: str, place: str) -> str:
    return f"{account} {place}"


def _places(request: HttpRequest) -> tuple[str, str]:
    return f"device {_device(request)}", _address(request)


def _device(request: HttpRequest) -> str:
    said = request.META.get(NEW_DEVICE) or request.COOKIES.get(settings.DEVICE_COOKIE_NAME, "")
    return said if DEVICE.fullmatch(said) else ""


def _address(request: HttpRequest) -> str:
    return f"address {limits.network(request.META.get('REMOTE_ADDR', ''))}"
