"""Limit password attempts by address and by account, without letting strangers lock out the owner.

All attempts on an account share a bucket, except from a device or an address where its owner has logged in before:
each of these has its own. So a guesser with many addresses gets no further than with one, and the owner gets in.
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

from accounts import names, rate_limits
from accounts.backends import find_by_login
from accounts.models import User

DAY = 86_400
DEVICE_REMEMBERED, ADDRESS_REMEMBERED = 180 * DAY, 30 * DAY
DEVICE = re.compile(r"[\w-]{22}", re.ASCII)
NEW_DEVICE = "ten.device"  # in META: the value of the response's cookie
WAIT_SECONDS = "ten.wait"  # in META: how long to wait after too many attempts
ALLAUTH_ACTIONS = {  # allauth's own limit for each URL; elsewhere, that of second factors
    "account_reset_password": "reset_password",
    "account_reset_password_from_key": "reset_password_from_key",
    "account_change_password": "change_password",
    "account_set_password": "change_password",
    "account_email": "manage_email",
    "account_reauthenticate": "reauthenticate",
}
RATE_LIMIT_CODES = {"too_many_login_attempts", "rate_limited"}


class Attempt(NamedTuple):
    """A password attempt and the buckets it takes tokens from."""

    buckets: list[tuple[str, rate_limits.Rate]]

    def take_tokens(self) -> int:
        """Take a token from each bucket. Return how many seconds to wait if one is empty, else 0."""
        for name, rate in self.buckets:
            if waits := rate_limits.take({name: rate}):
                return waits[name]
        return 0

    def rollback(self) -> None:
        """Return the tokens, because the password was right."""
        for name, rate in self.buckets:
            rate_limits.give_back(name, rate)


def begin_attempt(request: HttpRequest, login: str) -> Attempt:
    """Return an attempt to log in with this name or address."""
    user = find_by_login(login)
    account = f"user {user.pk}" if user else f"name {names.skeleton(login)}"
    known = rate_limits.find_remembered(_owner_key(account, place) for place in _places(request)) or account
    named = {"address": f"login {_address(request)}", "account": f"login {known}"}
    return Attempt([(named[by], rate_limits.Rate(*rate)) for by, rate in settings.LOGIN_LIMITS.items()])


def remember_owner(request: HttpRequest, user: User) -> None:
    """Remember this device and address as the owner's."""
    if user.is_guest or not request.META.get("REMOTE_ADDR"):  # guests have no password
        return
    if not _device(request):
        request.META[NEW_DEVICE] = secrets.token_urlsafe(16)
    device, address = (_owner_key(f"user {user.pk}", place) for place in _places(request))
    rate_limits.remember({device: DEVICE_REMEMBERED, address: ADDRESS_REMEMBERED})


def set_device_cookie(request: HttpRequest, response: HttpResponseBase) -> None:
    """Give a newly remembered device its cookie."""
    if NEW_DEVICE in request.META:
        response.set_cookie(
            settings.DEVICE_COOKIE_NAME,
            request.META[NEW_DEVICE],
            max_age=DEVICE_REMEMBERED,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )


def is_rate_limited(form: BaseForm) -> bool:
    """Whether the form was refused because of too many attempts."""
    return any(error.code in RATE_LIMIT_CODES for errors in form.errors.as_data().values() for error in errors)


def retry_headers(request: HttpRequest) -> dict[str, str]:
    """Return the header that says when to try again. If allauth counted, that is after its whole period."""
    return {"Retry-After": str(request.META.get(WAIT_SECONDS) or _longest_wait(request))}


def _longest_wait(request: HttpRequest) -> int:
    """Return the longest wait, in seconds, after a refusal by allauth, which doesn't say how much is left."""
    url_name = request.resolver_match.url_name if request.resolver_match else ""
    rates = ratelimit.get_rates(app="allauth.account", action=ALLAUTH_ACTIONS.get(url_name or "", "login_failed"))
    return max((math.ceil(rate.duration) for rate in rates), default=60)


def _owner_key(account: str, place: str) -> str:
    return f"{account} {place}"


def _places(request: HttpRequest) -> tuple[str, str]:
    return f"device {_device(request)}", _address(request)


def _device(request: HttpRequest) -> str:
    token = request.META.get(NEW_DEVICE) or request.COOKIES.get(settings.DEVICE_COOKIE_NAME, "")
    return token if DEVICE.fullmatch(token) else ""


def _address(request: HttpRequest) -> str:
    return f"address {rate_limits.network_of(request.META.get('REMOTE_ADDR', ''))}"
