"""Notifications: the settings, the devices, the log, and the unsubscribe link."""

import re
from datetime import timedelta
from typing import cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.staticfiles import finders
from django.http import FileResponse, Http404, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.devices import describe_device
from accounts.forms import list_hours
from accounts.models import User
from games.clocks import database_clock, durations
from games.models import Game, Notification, NotificationSettings, PushDevice, Seat, Visit, enqueue_notification
from games.notifications import email, log, webpush
from games.pages.form_fields import read_one
from games.refusals import Denied
from games.views import responses
from games.views.responses import Request

MOST_DEVICES = 10
PAUSE = timedelta(seconds=30)  # between tests
DELAYS = (0, 5, 15, 30, 60, 180, 720)  # minutes


def list_delays() -> list[tuple[int, str]]:
    """Return the choices for how long an e-mail waits, in words."""
    return [(each, durations.format_duration(timedelta(minutes=each)) if each else _("no delay")) for each in DELAYS]


FORM_NAMES = {  # names of the fields in requests
    "wants_mail": "mail",
    "mail_delay_minutes": "delay",
    "wants_push": "push",
    "wants_reminders": "reminders",
    "wants_chat": "chat",
    "wants_while_at_table": "always",
    "wants_digest": "digest",
    "digest_hour": "digest_hour",
}


class SettingsForm(forms.ModelForm):  # type: ignore[type-arg]
    """How a user wants to be notified."""

    mail_delay_minutes = forms.TypedChoiceField(
        choices=list_delays,
        coerce=int,
        label=gettext_lazy("E-mail delay"),
        help_text=gettext_lazy("If you move before then, no e-mail is sent. One e-mail covers all your games."),
    )
    digest_hour = forms.TypedChoiceField(choices=list_hours, coerce=int, label=gettext_lazy("Time of the daily e-mail"))
    field_order = tuple(FORM_NAMES)

    class Meta:
        model = NotificationSettings
        fields = tuple(FORM_NAMES)

    def add_prefix(self, field_name: str) -> str:
        """Return the name of a field in requests."""
        return FORM_NAMES.get(field_name, field_name)


def load_settings(user: User) -> NotificationSettings:
    """Return the user's settings, or the defaults."""
    return NotificationSettings.objects.filter(user=user).first() or NotificationSettings(user=user)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notifications(request: Request) -> HttpResponse:
    """Show and save the settings, the devices and the log. For htmx, return everything except the settings."""
    user = cast(User, request.user)
    form = SettingsForm(request.POST if request.method == "POST" else None, instance=load_settings(user))
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Notification settings saved."))
        return responses.see_other(request, reverse("notifications"))
    rows = log.list_rows(user)
    context = {
        "form": form,
        "rows": rows,
        "changes": log.is_changing([row for row, _game in rows], database_clock.now()),
        "devices": PushDevice.objects.filter(user=user).order_by("pk"),
        "confirmed": log.confirmed_address(user),
        "unconfirmed": log.unconfirmed_address(user),
    }
    page = "games/notifications/_settings.html" if request.htmx else "games/notifications/notifications.html"
    return render(request, page, context, status=422 if form.errors else 200)


@require_POST
@login_required
def test(request: Request) -> HttpResponse:
    """Send a test through every channel. The log shows what became of it."""
    recent = Notification.objects.filter(user=request.user.pk, topic="test", created_at__gt=timezone.now() - PAUSE)
    if recent.exists():
        messages.info(request, _("A test is already on its way."))
    else:
        enqueue_notification([cast(User, request.user).pk], "test")
        messages.success(request, _("Test sent. See below whether it arrives."))
    return responses.see_other(request, f"{reverse('notifications')}#ledger")


# --- devices ---------------------------------------------------------------------------------------------------------


@require_POST
@responses.handle_refusals
def devices(request: Request) -> HttpResponse:
    """Register a browser for push notifications. With `renew`, only if it is known; it then belongs to this user."""
    user = responses.require_user(request)
    fields = {name: read_long(request, name) for name in ("endpoint", "p256dh", "auth")}
    webpush.check_subscription(**fields)
    if request.POST.get("renew") and not PushDevice.objects.filter(endpoint=fields["endpoint"]).exists():
        raise Denied("device.unknown")
    name = describe_device(request.headers.get("User-Agent", ""), _("a browser"))
    values = {"user": user, "name": name, "failure_count": 0}
    PushDevice.objects.update_or_create(endpoint=fields.pop("endpoint"), defaults=fields | values)
    newest = PushDevice.objects.filter(user=user).order_by("-pk").values_list("pk", flat=True)[:MOST_DEVICES]
    PushDevice.objects.filter(user=user).exclude(pk__in=list(newest)).delete()
    return HttpResponse(status=204)


def read_long(request: Request, name: str) -> str:
    """Read a field that may be longer than most."""
    values = request.POST.getlist(name)
    if len(values) != 1 or not values[0] or len(values[0]) > webpush.LONGEST_URL:
        raise Denied("device.keys")
    return str(values[0])


@require_POST
@login_required
def remove(request: Request, pk: int) -> HttpResponse:
    """Remove this device from the user's push notifications."""
    PushDevice.objects.filter(pk=pk, user=request.user.pk).delete()
    messages.success(request, _("Push notifications are off for this device."))
    return responses.see_other(request, f"{reverse('notifications')}#devices")


@require_safe
def service_worker(request: Request) -> HttpResponseBase:
    """Serve the service worker that shows push notifications.

    It is served from the root so that it covers all pages, and revalidated each time.
    """
    found = finders.find("ten/notifications/service_worker.js")
    if not isinstance(found, str):
        raise Http404
    answer = FileResponse(open(found, "rb"), content_type="text/javascript; charset=utf-8")  # noqa: SIM115 (it closes it)
    answer["Cache-Control"] = "no-cache"
    return answer


# --- one table, and unsubscribing ------------------------------------------------------------------------------------


@require_POST
@responses.handle_refusals
def table_notifications(request: Request, game_id: str) -> HttpResponse:
    """Save how the player wants to be notified about one table."""
    chosen = read_one(request.POST, "reach")
    if chosen not in Visit.NotifyAbout.values:
        raise Denied("form.value", field="reach", value=re.sub(r"[^\w-]", "", chosen)[:20])
    if not Game.objects.filter(pk=game_id).exists():
        raise Denied("game.unknown")
    user = request.user
    if not user.is_authenticated or not Seat.objects.filter(game=game_id, user=user).exists():
        raise Denied("seat.none")
    Visit.objects.update_or_create(user=user, game_id=game_id, defaults={"notify_about": chosen})
    messages.success(request, _("Saved."))
    return responses.see_other(request, f"{reverse('table', args=[game_id])}#panel-notices")


@csrf_exempt  # the signed URL is proof enough: mail providers have neither cookie nor token (RFC 8058)
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: Request, token: str) -> HttpResponse:
    """Stop all e-mail about games, by the link in each of them. A GET only shows a button and changes nothing."""
    user = email.find_user(token)
    if user is None:
        raise Http404(_("This link is incomplete. Copy the whole link from the e-mail."))
    if request.method == "POST":
        again = request.POST.get("again") == "1"
        change = {"wants_mail": True} if again else {"wants_mail": False, "wants_digest": False}
        NotificationSettings.objects.update_or_create(user=user, defaults=change)
    chosen = load_settings(user)
    context = {"whose": user, "is_on": chosen.wants_mail or chosen.wants_digest, "done": request.method == "POST"}
    return render(request, "games/notifications/unsubscribe.html", context)
