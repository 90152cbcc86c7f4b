"""Sessions that last as long as they are used; doors that are for people with an account; forms that were refused."""

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
from accounts.receivers import today

LONGEST = 90  # days, for those who can log in again
FOR_ACCOUNTS = ("mfa_", "usersessions_", "account_change_", "account_set_", "account_email", "account_reauthenticate")
FOR_ALL = ("mfa_authenticate", "mfa_login_webauthn", "account_email_verification_sent")


class PeopleMiddleware:
    """After the session, the user and the messages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Once a day a session in use gets a new end."""
        if request.session.session_key and "_auth_user_id" in request.session:
            keep(request)
        response = self.get_response(request)
        attempts.mark(request, response)
        return response

    def process_view(self, request: HttpRequest, *view: Any) -> HttpResponseBase | None:
        """A guest has no password, address or second factor: first comes a name of one's own."""
        name = request.resolver_match.url_name if request.resolver_match else ""
        if not (name or "").startswith(FOR_ACCOUNTS) or name in FOR_ALL or not is_guest(request):
            return None
        messages.info(request, _("Choose a name and a password first; your games stay yours."))
        return redirect(f"{reverse('account_signup')}?{urlencode({'next': request.path})}")

    def process_template_response(self, request: HttpRequest, response: TemplateResponse) -> TemplateResponse:
        """A form that was not accepted is answered 422, or 429; a link from a mail that holds no more, 404."""
        context = response.context_data or {}
        forms = [value for value in context.values() if isinstance(value, BaseForm)]
        if request.method == "POST" and response.status_code == 200 and any(form.errors for form in forms):
            response.status_code = 422
        if any(attempts.is_too_often(form) for form in forms if form.is_bound):
            response.status_code = 429
            for header, value in attempts.later(request).items():
                response[header] = value
        if context.get("token_fail") or ("can_confirm" in context and context.get("confirmation") is None):
            response.status_code = 404
        return response


def keep(request: HttpRequest) -> None:
    """Note the day; end what has lasted longest; a guest who comes back is not idle."""
    day = today()
    session = request.session
    if session.get("day") == day:
        return
    if day - session.setdefault("came", day) > LONGEST and not is_guest(request):
        logout(request)
        return
    session["day"] = day
    if isinstance(request.user, User) and request.user.is_guest:
        User.objects.filter(pk=request.user.pk).update(last_login=timezone.now())
