"""The admin site: at a secret URL, for moderators who have just used a second factor."""

import time
from functools import update_wrapper
from typing import Any, cast

from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.internal.flows.reauthentication import suspend_request
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

HOUR = 3_600  # seconds for which these pages stay open after using a second factor
OMITTED_URLS = {"login", "logout", "password_change", "password_change_done", "autocomplete", "view_on_site"}


class ModerationSite(AdminSite):
    """For everyone else, this URL doesn't exist."""

    site_header = site_title = gettext_lazy("TEN moderation")
    index_title = gettext_lazy("Moderation")
    site_url = "/"
    enable_nav_sidebar = False
    final_catch_all_view = False

    def has_permission(self, request: HttpRequest) -> bool:
        """Allow moderators who used a second factor in this session within the hour."""
        return is_staff(request) and is_mfa_enabled(request.user, SECOND_FACTORS) and is_fresh(request)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Guard every page the same way."""
        guarded = super().admin_view(view, cacheable)

        def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            if self.has_permission(request):
                return guarded(request, *args, **kwargs)
            return ask_for_access(request)

        return update_wrapper(inner, view)

    def get_urls(self) -> list[Any]:
        """Leave out login, logout and passwords, which have pages of their own on the site."""
        return [url for url in super().get_urls() if getattr(url, "name", None) not in OMITTED_URLS]


SECOND_FACTORS = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]


def is_staff(request: HttpRequest) -> bool:
    """Whether the request comes from a moderator's account."""
    user = request.user
    return user.is_authenticated and user.is_active and user.is_staff and not user.is_guest


def is_fresh(request: HttpRequest) -> bool:
    """Whether the second factor was used in this session within the hour."""
    used = [record for record in get_authentication_records(request, request.user) if record.get("method") == "mfa"]
    return bool(used) and 0 <= time.time() - used[-1]["at"] < HOUR


def ask_for_access(request: HttpRequest) -> HttpResponse:
    """Ask for the next missing step: logging in, setting up a second factor, using it. Other users get a 404."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    if not is_staff(request):
        raise Http404
    if not is_mfa_enabled(request.user, SECOND_FACTORS):
        messages.info(request, _("These pages require two-factor authentication. Set it up here, then come back."))
        return HttpResponseRedirect(reverse("mfa_index"))
    has_codes = is_mfa_enabled(request.user, [Authenticator.Type.TOTP])
    again = reverse("mfa_reauthenticate" if has_codes else "mfa_reauthenticate_webauthn")
    return cast(HttpResponse, suspend_request(request, again))  # sends the same request again afterwards
