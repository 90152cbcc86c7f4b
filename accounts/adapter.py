"""How allauth works on this site: who signs up, which names are allowed, what its messages say."""

import logging
import re
from typing import Any
from urllib.parse import SplitResult, urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from django import forms
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from accounts import attempts, names
from accounts.models import User
from accounts.signals import sessions_ended

log = logging.getLogger("ten.people")
MISMATCH = _("Wrong name or password. (You can log in with an e-mail address once it's confirmed.)")


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Accounts without a required e-mail, and guests who sign up and keep their games."""

    error_messages = {  # noqa: RUF012 - the parent's way
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": MISMATCH,
        "email_password_mismatch": MISMATCH,
        "username_taken": User._meta.get_field("username").error_messages["unique"],
        "account_inactive": _("This account has been closed."),
        "duplicate_email": _("That's already your e-mail address."),
        "enter_current_password": _("That's not your current password. Please try again."),
        "incorrect_password": _("Wrong password. Please try again."),
        "invalid_or_expired_key": _("This link has expired or has already been used."),
        "too_many_login_attempts": _("Too many attempts. Please wait a few minutes and try again."),
        "rate_limited": _("Too many attempts. Please wait a few minutes and try again."),
    }

    def is_safe_url(self, url: str) -> bool:
        """Accept only a path on this site."""
        plain = not re.search(r"[\\\x00-\x20\x7f]", url)
        return plain and url.startswith("/") and url_has_allowed_host_and_scheme(url, allowed_hosts=None)

    def new_user(self, request: HttpRequest) -> AbstractBaseUser:
        """Return the guest who is signing up, or a new user."""
        if isinstance(request.user, User) and request.user.is_guest:
            return User.objects.get(pk=request.user.pk)
        return User()

    def save_user(self, request: HttpRequest, user: Any, form: forms.BaseForm, commit: bool = True) -> AbstractBaseUser:
        """Store the new account.

        If a guest signs up in two windows, the first one wins. Hashing the password is slow, so it happens before
        the transaction.
        """
        user.is_guest = False
        saved: AbstractBaseUser = super().save_user(request, user, form, commit=False)
        with transaction.atomic():
            if saved.pk and not User.objects.filter(pk=saved.pk, is_guest=True).update(is_guest=False):
                raise forms.ValidationError(self.error_messages["username_taken"], code="username_taken")
            saved.save()
        return saved

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail, or log that it failed. Its links lead to this site, whatever host was requested."""
        site = urlsplit(settings.ORIGINS[0])
        links = {name: _on_this_site(url, site) for name, url in context.items() if name.endswith("_url")}
        known_as = {"current_site": {"name": site.netloc, "domain": site.netloc}}
        try:
            super().send_mail(template_prefix, email, context | links | known_as)
        except OSError:
            log.exception("A mail couldn't be sent: %s", template_prefix)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name as it is stored, or refuse it."""
        username = names.clean(username)
        names.check(username)
        if not shallow and User.objects.filter(name_skeleton=names.skeleton(username)).exists():
            raise self.validation_error("username_taken")
        return username

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Return to the settings."""
        return reverse("settings")

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        """Continue to the settings, or to the login page."""
        return reverse("settings" if self.request.user.is_authenticated else "account_login")

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the attempt before the password is checked. The parent class gives it back if the password is right."""
        login = credentials.get("username") or credentials.get("email") or ""
        self._login_failed_rl_usage = attempts.begin_attempt(request, login[:254])
        if wait := self._login_failed_rl_usage.take_tokens():
            request.META[attempts.WAIT_SECONDS] = wait
            raise self.validation_error("too_many_login_attempts")

    def ajax_response(
        self,
        request: HttpRequest,
        response: HttpResponse,
        redirect_to: str | None = None,
        form: forms.BaseForm | None = None,
        data: Any = None,
    ) -> HttpResponse:
        """Answer programs that ask for JSON."""
        if redirect_to:
            return JsonResponse({"location": redirect_to})
        if request.method != "POST" or form is None or form.is_valid():
            return JsonResponse({"data": data}, status=response.status_code)
        errors = {field: [str(error) for error in errors] for field, errors in form.errors.items()}
        first = next(error for listed in errors.values() for error in listed)
        if attempts.is_rate_limited(form):
            refused = {"code": "request.too-many", "message": first, "rule": ""}
            return JsonResponse(refused, status=429, headers=attempts.retry_headers(request))
        return JsonResponse({"code": "form", "message": first, "fields": errors}, status=422)


def _on_this_site(url: str, site: SplitResult) -> str:
    """Replace the host, which allauth takes from the request, where clients can put anything."""
    return urlsplit(url)._replace(scheme=site.scheme, netloc=site.netloc).geturl()


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Second factors and passkeys."""

    error_messages = {  # noqa: RUF012 - the parent's way
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("That didn't work. Try again with a new code or another key."),
        "unverified_email": _(
            "Please confirm or remove your e-mail address first. You can do both under E-mail in your settings."
        ),
        "rate_limited": _("Too many attempts. Please wait a few minutes and try again."),
    }

    def get_totp_label(self, user: AbstractBaseUser) -> str:
        """Return the name, which is public, unlike the address."""
        return user.get_username()

    def _get_user_identifier(self, user: AbstractBaseUser) -> str:
        return user.get_username()

    def _get_site_name(self) -> str:
        return "TEN"


class SessionsAdapter(DefaultUserSessionsAdapter):  # type: ignore[misc]
    """Announce sessions that were ended from another one, so that their sockets are closed."""

    def end_sessions(self, sessions: list[Any]) -> None:
        """End the sessions and announce it."""
        keys = [session.session_key for session in sessions]
        super().end_sessions(sessions)
        sessions_ended.send(sender=User, keys=keys)
