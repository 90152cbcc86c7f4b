"""Plans: decisions made in advance. Only their owner may know about them until they act."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import CompactJSONEncoder, Game


class Plan(models.Model):
    """A decision made in advance for one seat. `games.play` carries it out the same way as a click."""

    class Status(models.TextChoices):
        ACTIVE = "active", _("waiting")
        DONE = "done", _("played")
        LAPSED = "lapsed", _("no longer possible")
        WITHDRAWN = "withdrawn", _("withdrawn")

    game = models.ForeignKey(Game, models.CASCADE, related_name="plans")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    data = models.JSONField(encoder=CompactJSONEncoder, help_text="the plan as its kind stores it (docs/plans.md)")
    created_at = models.DateTimeField(default=timezone.now)
    game_version = models.PositiveIntegerField(help_text="of the game when it was made")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.ACTIVE)
    last_move_number = models.PositiveIntegerField(null=True, help_text="the number of the last move it made")
    ended_at = models.DateTimeField(null=True)
    lapse_reason = models.CharField(max_length=32, default="", help_text="the code of the reason it lapsed")

    class Meta:
        ordering: ClassVar = ["id"]
        indexes: ClassVar = [
            models.Index(fields=["game", "seat"], condition=Q(status="active"), name="plan_active"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.seat}"
