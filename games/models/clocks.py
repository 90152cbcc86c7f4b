"""What clocks depend on besides moves: time given by opponents, and downtime of the site."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.game import Game


class TimeGift(models.Model):
    """Time given by an opponent."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="time_gifts")
    seat = models.PositiveSmallIntegerField()
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    given_at = models.DateTimeField()
    amount_ms = models.BigIntegerField(help_text="milliseconds")

    def __str__(self) -> str:
        return f"{self.game_id} {self.seat}"


class Heartbeat(models.Model):
    """When a part of the site was last known to work. A gap between heartbeats counts for nobody."""

    name = models.CharField(max_length=16, primary_key=True)
    last_beat_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Downtime(models.Model):
    """A time when the site was down or the machine's clock was set forward. No game clock ran."""

    started_at = models.DateTimeField()
    ended_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["ended_at"], name="downtime_end")]

    def __str__(self) -> str:
        return f"{self.started_at} {self.ended_at}"
