"""Notifications: each user's settings and devices, and what was sent by which channel."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import CompactJSONEncoder, Game
from games.models.querysets import OfGameQuerySet

USER = settings.AUTH_USER_MODEL


class NotificationSettings(models.Model):
    """How a user wants to be notified. Users without a row get the defaults."""

    user = models.OneToOneField(USER, models.CASCADE, primary_key=True, related_name="notification_settings")
    wants_mail = models.BooleanField(_("e-mail when it's your turn"), default=True)
    mail_delay_minutes = models.PositiveIntegerField(
        _("how long to wait before e-mailing"), default=30, help_text="minutes"
    )
    wants_push = models.BooleanField(_("push notifications on your devices"), default=True)
    wants_reminders = models.BooleanField(_("reminders when you're running low on time"), default=True)
    wants_chat = models.BooleanField(_("chat messages at your tables"), default=False)
    wants_while_at_table = models.BooleanField(_("even while you're looking at the table"), default=False)
    wants_digest = models.BooleanField(_("a daily e-mail with all your games"), default=False)
    digest_hour = models.PositiveSmallIntegerField(_("hour of the daily e-mail"), default=8)
    last_digest_on = models.DateField(null=True, help_text="the day of the last daily e-mail, in the user's time zone")

    def __str__(self) -> str:
        return str(self.user_id)


class PushDevice(models.Model):
    """A browser that receives push notifications."""

    user = models.ForeignKey(USER, models.CASCADE, related_name="devices")
    endpoint = models.CharField(max_length=1_000, unique=True)
    p256dh = models.CharField(max_length=128)
    auth = models.CharField(max_length=64)
    name = models.CharField(max_length=80, default="", help_text="the name of the browser")
    created_at = models.DateTimeField(default=timezone.now)
    last_used_at = models.DateTimeField(null=True, help_text="when a notification was last accepted")
    failure_count = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return self.name


class Notification(models.Model):
    """One notification to one user by one channel.

    `channel` is empty until its channels are chosen; then there is one row for each.
    """

    class Channel(models.TextChoices):
        NONE = "", _("not decided yet")
        MAIL = "mail", _("e-mail")
        PUSH = "push", _("push")
        SITE = "site", _("on the site only")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("sending")
        SENT = "sent", _("sent")
        SKIPPED = "skipped", _("not sent")
        FAILED = "failed", _("couldn't be sent")

    user = models.ForeignKey(USER, models.CASCADE, related_name="notifications")
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="+")
    seat = models.PositiveSmallIntegerField(null=True)
    game_version = models.PositiveIntegerField(default=0, help_text="of the game, when it was made")
    topic = models.CharField(max_length=16, help_text="turn, half, most, hour, grace, lost, over, invited, rematch ...")
    facts = models.JSONField(encoder=CompactJSONEncoder, default=dict)
    channel = models.CharField(max_length=4, blank=True, choices=Channel.choices, default=Channel.NONE)
    device = models.ForeignKey(PushDevice, models.SET_NULL, null=True, related_name="+")
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.WAITING)
    status_detail = models.CharField(
        max_length=200, default="", help_text="the code of the reason it wasn't sent, or the server's response"
    )
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    claimed_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    batch_key = models.CharField(
        max_length=32, default="", help_text="notifications with the same batch went out in one message"
    )

    objects = OfGameQuerySet.as_manager()

    class Meta:
        indexes: ClassVar = [
            models.Index(
                fields=["due_at", "id"], condition=Q(status__in=("waiting", "sending")), name="notification_due"
            ),
            models.Index(fields=["user", "-id"], name="notification_log"),
        ]

    def __str__(self) -> str:
        return f"{self.topic} {self.user_id} {self.channel}"


def enqueue_notification(
    users: Iterable[int], what: str, game: Game | None = None, seat: int | None = None, version: int = 0, **facts: Any
) -> None:
    """Queue a notification for these users. The sweep chooses the channels later."""
    Notification.objects.bulk_create(
        [
            Notification(user_id=user, game=game, seat=seat, game_version=version, topic=what, facts=facts)
            for user in users
        ]
    )
