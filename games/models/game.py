"""Games, seats, moves and invitations, written by `games.play`; `games.models` names the few other writers.

`Game.state` and `Game.server_seed` are secret; docs/architecture.md says what may be shown to whom.
"""

import json
import secrets
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.querysets import GameQuerySet, OfGameQuerySet, SeatQuerySet

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


def new_id() -> str:
    """Make a random game ID for the URL, long enough that nobody can guess it."""
    return "".join(secrets.choice(LETTERS) for _letter in range(10))


class CompactJSONEncoder(json.JSONEncoder):
    """JSON without spaces and without escaping non-ASCII characters."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options | {"separators": (",", ":"), "ensure_ascii": False})


class Game(models.Model):
    """One game, from creating the table to the last move."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        PLAYING = "playing", _("in progress")
        FINISHED = "finished", _("finished")
        ABORTED = "aborted", _("canceled")

    class Pace(models.TextChoices):
        LIVE = "live", _("live")
        FAST = "fast", _("fast")
        DAILY = "daily", _("daily")
        RELAXED = "relaxed", _("relaxed")
        UNTIMED = "untimed", _("untimed")

    id = models.CharField(primary_key=True, max_length=32, default=new_id, editable=False)
    kind = models.CharField(max_length=16)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField(encoder=CompactJSONEncoder)
    seat_count = models.PositiveSmallIntegerField(help_text="the number of seats")
    pace = models.CharField(max_length=8, choices=Pace.choices, default=Pace.DAILY)
    is_public = models.BooleanField(default=True)
    is_rated = models.BooleanField(default=False)
    has_public_odds = models.BooleanField(default=False, help_text="everyone sees the odds during the game")
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)

    version = models.PositiveIntegerField(default=0, help_text="the number of moves so far")
    state = models.TextField(default="", editable=False)
    result = models.JSONField(null=True, encoder=CompactJSONEncoder)

    server_seed = models.CharField(max_length=64, editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    chain_head = models.CharField(max_length=64, editable=False)

    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    moved_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    deadline_at = models.DateTimeField(null=True, help_text="the earliest time the clock may have to act")
    warnings_sent = models.PositiveSmallIntegerField(
        default=0, help_text="how many warnings about inactivity were sent"
    )
    revision = models.PositiveIntegerField(default=0, help_text="counts changes that aren't moves: clocks, seats")
    min_reliability = models.PositiveSmallIntegerField(
        default=0, help_text="the reliability, in percent, required to join"
    )
    rematch_of = models.ForeignKey("self", models.SET_NULL, null=True, related_name="rematches")
    auto_move_due_at = models.DateTimeField(null=True, help_text="when a bot, or a plan, should have moved")
    has_statistics = models.BooleanField(
        default=False, help_text="whether the finished game has been counted in the statistics"
    )

    objects = GameQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(status="open") | ~Q(state="") | Q(status="aborted"), name="game_dealt"),
            models.UniqueConstraint(fields=["rematch_of"], condition=~Q(status="aborted"), name="game_rematch"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["-created_at", "-id"], condition=Q(status="open", is_public=True), name="game_lobby"),
            models.Index(fields=["-moved_at"], condition=Q(status="playing", is_public=True), name="game_playing"),
            models.Index(fields=["auto_move_due_at"], condition=Q(auto_move_due_at__isnull=False), name="game_due"),
            models.Index(
                fields=["ended_at", "id"], condition=Q(status="finished", has_statistics=False), name="game_undigested"
            ),
            models.Index(fields=["deadline_at"], condition=Q(deadline_at__isnull=False), name="game_deadline"),
        ]

    def __str__(self) -> str:
        return self.id


# by seat; pages say next to them that they are bots, and how strong
BOT_NAMES = ("Hugo", "Nora", "Otto", "Alma", "Bruno", "Vera", "Felix", "Greta", "Oscar", "Mabel", "Leon", "Stella")


class Seat(models.Model):
    """A seat in a game, numbered in playing order: empty, or taken by a person or a bot."""

    class LeaveReason(models.TextChoices):
        RESIGNED = "resigned", _("resigned")
        CLOCK = "clock", _("ran out of time")

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="seats")
    bot = models.CharField(max_length=32, default="")
    shuffle_seed = models.CharField(max_length=32, default="", help_text="the seat's shuffle seed")
    is_to_move = models.BooleanField(default=False, help_text="the game waits for this seat")
    has_left = models.BooleanField(default=False, help_text="the player has left and a bot is playing")
    leave_reason = models.CharField(
        max_length=8, default="", choices=LeaveReason.choices, help_text="how the first player left"
    )
    leaver = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        help_text="the first player, if another has taken the seat",
    )
    is_in_reliability = models.BooleanField(default=False, help_text="already counted in the player's reliability")
    agrees_to_abort = models.BooleanField(default=False, help_text="agrees to cancel the game")
    has_plans = models.BooleanField(default=False, help_text="has active plans")
    time_bank_ms = models.BigIntegerField(default=0, help_text="milliseconds left after the last decision")
    asked_at = models.DateTimeField(null=True, help_text="since when the game waits for this decision")
    deadline_at = models.DateTimeField(
        null=True, help_text="when the clock decides, the time bank is empty or grace is over"
    )
    clock_stage = models.CharField(max_length=8, default="", help_text="the stage of the clock for this decision")
    is_notified = models.BooleanField(default=True, help_text="the player has been notified of everything new")
    rank = models.PositiveSmallIntegerField(null=True, help_text="at the end; 1 is best")
    points = models.SmallIntegerField(null=True)

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_number"),
            models.UniqueConstraint(fields=["game", "user"], name="seat_user"),
            models.CheckConstraint(condition=Q(user__isnull=True) | Q(bot=""), name="seat_person_or_bot"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user", "deadline_at"], condition=Q(is_to_move=True), name="seat_waiting"),
            models.Index(fields=["id"], condition=Q(is_notified=False), name="seat_untold"),
            models.Index(fields=["user"], condition=Q(rank__isnull=True), name="seat_unplaced"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}"

    @property
    def is_taken(self) -> bool:
        return self.user_id is not None or self.bot != ""

    @property
    def name(self) -> str:
        """The displayed name."""
        if self.bot:
            return BOT_NAMES[self.number]
        return self.user.username if self.user else ""


class Move(models.Model):
    """One decision, the events it caused, and its link in the chain. Never changed or deleted."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField(help_text="from 1")
    seat = models.PositiveSmallIntegerField()
    move = models.JSONField(encoder=CompactJSONEncoder)
    events = models.JSONField(encoder=CompactJSONEncoder)
    made_at = models.DateTimeField()
    made_by = models.CharField(max_length=8, default="")
    ticket = models.CharField(max_length=64, null=True)  # noqa: DJ001 (unique where there is one)
    request_digest = models.CharField(max_length=16, default="", help_text="digest of the request that used the ticket")
    spent_ms = models.BigIntegerField(null=True, help_text="milliseconds the decision took, if a clock was running")
    chain_link = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="move_number"),
            models.UniqueConstraint(fields=["game", "ticket"], name="move_ticket"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}"


class Invitation(models.Model):
    """An invitation for a player to join an open game."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations")
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    is_declined = models.BooleanField(default=False)  # by the player, or because it expired
    expires_at = models.DateTimeField(null=True, help_text="when the invitation expires; null once answered")

    objects = OfGameQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "user"], name="invitation_user")]
        indexes: ClassVar = [
            models.Index(fields=["expires_at"], condition=Q(is_declined=False), name="invitation_expires"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.user_id}"

    @property
    def has_expired(self) -> bool:
        """Whether it expired without an answer."""
        return self.is_declined and self.expires_at is not None
