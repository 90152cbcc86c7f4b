"""Login, sign-up, guests and settings. The other pages of accounts are allauth's."""

from typing import Any, cast

from allauth.account.adapter import get_adapter
from allauth.account.utils import get_next_redirect_url
from allauth.account.views import LoginView, SignupView
from django.conf import settings as site
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import forms, guests, signals
from accounts.guests import is_guest
from accounts.models import User


def find_next_url(request: HttpRequest) -> str:
    """Return where to go next: `next` if it is a page of this site, else home."""
    return str(get_next_redirect_url(request) or site.LOGIN_REDIRECT_URL)


class Login(LoginView):  # type: ignore[misc]
    """Log in. Guests can too, and abandon their guest account."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Redirect users who are already logged in."""
        if request.user.is_authenticated and not is_guest(request):
            return redirect(find_next_url(request))
        return super().dispatch(request, *args, **kwargs)  # type: ignore[no-any-return]

    def form_valid(self, form: Any) -> HttpResponse:
        """End the guest's session and its sockets."""
        if is_guest(self.request):
            get_adapter().logout(self.request)
        return super().form_valid(form)  # type: ignore[no-any-return]


class Signup(SignupView):  # type: ignore[misc]
    """Sign up. A guest who does stays the same user."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Redirect users who already have an account."""
        if request.user.is_authenticated and not is_guest(request):
            return redirect(find_next_url(request))
        return super().dispatch(request, *args, **kwargs)  # type: ignore[no-any-return]

    def form_valid(self, form: Any) -> HttpResponse:
        """Refuse the form if somebody else took the name at the same moment."""
        try:
            return super().form_valid(form)  # type: ignore[no-any-return]
        except (IntegrityError, ValidationError):
            form.add_error("username", get_adapter().error_messages["username_taken"])
            return self.form_invalid(form)  # type: ignore[no-any-return]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def guest(request: HttpRequest) -> HttpResponse:
    """Create a guest with one click."""
    if request.method == "POST":
        if not request.user.is_authenticated:
            guests.log_in_guest(request)
        if get_adapter().is_ajax(request):
            return JsonResponse({"location": find_next_url(request), "name": request.user.get_username()})
        return redirect(find_next_url(request))
    if request.user.is_authenticated:
        return redirect(find_next_url(request))
    return TemplateResponse(request, "accounts/guest.html", {"next": get_next_redirect_url(request)})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """Show and save the settings."""
    user = cast(User, request.user)
    before = user.hours
    form = forms.Settings(request.POST if request.method == "POST" else None, instance=user)
    if request.method == "POST" and form.is_valid():
        form.save()
        if user.hours != before:
            signals.hours_changed.send(None, user=user)
        messages.success(request, _("Settings saved."))
        return redirect(reverse("settings"))
    return TemplateResponse(request, "accounts/settings.html", {"form": form})


@require_POST
@login_required
def zone(request: HttpRequest) -> HttpResponse:
    """Store the browser's time zone unless one was chosen."""
    user, zone_name = cast(User, request.user), forms.find_zone(request.POST.get("zone"))
    if zone_name and User.objects.filter(pk=user.pk, time_zone="").update(time_zone=zone_name):
        user.time_zone = zone_name
        signals.hours_changed.send(None, user=user)
    return HttpResponse(status=204)
