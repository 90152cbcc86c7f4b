"""What a player keeps at a table (visits, drafts, notes), chat, reports, former players and reliability."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import CompactJSONEncoder, Game

USER = settings.AUTH_USER_MODEL


class Visit(models.Model):
    """What a user has seen at a table, and the user's settings and note for it."""

    class NotifyAbout(models.TextChoices):
        ALL = "", _("about everything in my notification settings")
        CLOCK = "clock", _("only when I'm running low on time")
        NONE = "none", _("never")

    game = models.ForeignKey(Game, models.CASCADE, related_name="visits")
    user = models.ForeignKey(USER, models.CASCADE, related_name="visits")
    seen_move_number = models.PositiveIntegerField(default=0, help_text="the last move that was seen")
    caught_up_at = models.DateTimeField(default=timezone.now)  # when the user had last seen everything
    looking_until = models.DateTimeField(null=True, help_text="until when we assume the user is looking at the table")
    read_message_id = models.BigIntegerField(default=0, help_text="the last message that was read")
    is_chat_muted = models.BooleanField(default=False, help_text="the chat of this table is muted")
    notify_about = models.CharField(max_length=8, blank=True, choices=NotifyAbout.choices, default=NotifyAbout.ALL)
    note = models.TextField(max_length=2_000, blank=True, default="", help_text="private")
    is_dismissed = models.BooleanField(default=False, help_text="dismissed from the list of recently finished games")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "user"], name="visit_user")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.user_id}"


class Draft(models.Model):
    """An unfinished choice. It survives a reload and shows up on the user's other devices."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="drafts")
    user = models.ForeignKey(USER, models.CASCADE, related_name="+")
    game_version = models.PositiveIntegerField(help_text="of the board that it was begun on")
    data = models.JSONField(encoder=CompactJSONEncoder)
    saved_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "user"], name="draft_user")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.user_id}"


class ChatMessage(models.Model):
    """A chat message at a table. Players can't see the watchers' chat until the game is over."""

    class Audience(models.TextChoices):
        PLAYERS = "players", _("players")
        WATCHERS = "watchers", _("spectators")

    game = models.ForeignKey(Game, models.CASCADE, related_name="chat_messages")
    user = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")
    audience = models.CharField(max_length=8, choices=Audience.choices)
    number = models.PositiveIntegerField(
        help_text="from 1, by game and audience, so players can't tell whether spectators wrote"
    )
    text = models.CharField(max_length=2_000, help_text="at most 500 characters, as people count them")
    sent_at = models.DateTimeField(default=timezone.now)
    is_hidden = models.BooleanField(default=False, help_text="hidden by a moderator")

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "audience", "number"], name="chat_message_number")
        ]
        indexes: ClassVar = [models.Index(fields=["user", "sent_at"], name="chat_message_rate")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.pk}"


class Report(models.Model):
    """A report to the moderators, with the game, move, user and message it is about."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        SETTLED = "settled", _("resolved")

    game = models.ForeignKey(Game, models.SET_NULL, null=True, related_name="reports")
    game_version = models.PositiveIntegerField(default=0)
    reported_by = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")
    reported_user = models.ForeignKey(USER, models.SET_NULL, null=True, related_name="+")
    message = models.ForeignKey(ChatMessage, models.SET_NULL, null=True, related_name="+")
    message_text = models.CharField(max_length=2_000, default="", help_text="the message, as it was")
    text = models.CharField(max_length=1_000, help_text="what is wrong")
    created_at = models.DateTimeField(default=timezone.now)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    answer = models.TextField(blank=True, default="", help_text="what the moderator did; only moderators see it")

    class Meta:
        indexes: ClassVar = [models.Index(fields=["-created_at"], condition=Q(status="open"), name="report_open")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.created_at:%Y-%m-%d}"


class PastSeat(models.Model):
    """A player who left a seat that a substitute has taken over since."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="past_seats")
    user = models.ForeignKey(USER, models.PROTECT, related_name="+")
    seat = models.PositiveSmallIntegerField()
    last_move_number = models.PositiveIntegerField(help_text="the last move before another player took the seat")

    class Meta:
        ordering: ClassVar = ["last_move_number", "id"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "user"], name="past_seat_user")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.seat}"


class Reliability(models.Model):
    """How many multiplayer games a player started, and how many of those they played to the end."""

    user = models.OneToOneField(USER, models.CASCADE, primary_key=True, related_name="reliability")
    started = models.PositiveIntegerField(default=0)
    finished = models.PositiveIntegerField(default=0)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["-finished", "user"], name="reliable_board")]

    def __str__(self) -> str:
        return f"{self.finished} of {self.started}"

    @property
    def percent(self) -> int:
        return 100 * self.finished // self.started if self.started else 100
