"""Renew sessions in use, send guests to sign-up where an account is needed, answer refused forms with 422."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from accounts import attempts
from accounts.guests import is_guest
from accounts.models import User
from accounts.session_events import count_days

LONGEST = 90  # days, except for guests, who can't log in again
FOR_ACCOUNTS = ("mfa_", "usersessions_", "account_change_", "account_set_", "account_email", "account_reauthenticate")
FOR_ALL = ("mfa_authenticate", "mfa_login_webauthn", "account_email_verification_sent")


class AccountsMiddleware:
    """Runs after sessions, authentication and messages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Renew sessions once a day, and set the cookie of new devices."""
        if request.session.session_key and "_auth_user_id" in request.session:
            renew_session(request)
        response = self.get_response(request)
        attempts.set_device_cookie(request, response)
        return response

    def process_view(self, request: HttpRequest, *view: Any) -> HttpResponseBase | None:
        """Send guests, who have no password, address or second factor, to sign up first."""
        name = request.resolver_match.url_name if request.resolver_match else ""
        if not (name or "").startswith(FOR_ACCOUNTS) or name in FOR_ALL or not is_guest(request):
            return None
        messages.info(request, _("Choose a name and a password first. You'll keep your games."))
        return redirect(f"{reverse('account_signup')}?{urlencode({'next': request.path})}")

    def process_template_response(self, request: HttpRequest, response: TemplateResponse) -> TemplateResponse:
        """Set the status: 422 for a refused form, 429 for too many attempts, 404 for an expired link."""
        context = response.context_data or {}
        forms = [value for value in context.values() if isinstance(value, BaseForm)]
        if request.method == "POST" and response.status_code == 200 and any(form.errors for form in forms):
            response.status_code = 422
        if any(attempts.is_rate_limited(form) for form in forms if form.is_bound):
            response.status_code = 429
            for header, value in attempts.retry_headers(request).items():
                response[header] = value
        if context.get("token_fail") or ("can_confirm" in context and context.get("confirmation") is None):
            response.status_code = 404
        return response


def renew_session(request: HttpRequest) -> None:
    """Note the day, end sessions that have lasted too long, and keep returning guests from counting as idle."""
    day = count_days()
    session = request.session
    if session.get("day") == day:
        return
    if day - session.setdefault("came", day) > LONGEST and not is_guest(request):
        logout(request)
        return
    session["day"] = day
    if isinstance(request.user, User) and request.user.is_guest:
        User.objects.filter(pk=request.user.pk).update(last_login=timezone.now())
