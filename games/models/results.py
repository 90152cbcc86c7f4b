"""Results of finished games, ratings, and totals made from them.

`games.play` writes results and ratings in the transaction that ends a game; `games.stats.collector` writes the rest
soon after.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.game import CompactJSONEncoder, Game, Seat
from games.models.querysets import OfGameQuerySet

USER = settings.AUTH_USER_MODEL
POOL = 8  # characters


class Outcome(models.Model):
    """How a game ended for one player: everything that history and statistics need, in one row."""

    class Result(models.TextChoices):
        WON = "won", _("won")
        SHARED = "shared", _("shared")  # shared first place
        LOST = "lost", _("lost")

    game = models.ForeignKey(Game, models.CASCADE, related_name="outcomes")
    user = models.ForeignKey(USER, models.PROTECT, related_name="outcomes")
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=16)
    option = models.CharField(max_length=32, help_text="the options in a word or two")
    size = models.PositiveSmallIntegerField()
    pace = models.CharField(max_length=8)
    public = models.BooleanField()
    rated = models.BooleanField(help_text="whether it changed the player's rating")
    bots = models.BooleanField(help_text="a bot had a seat from the start, or it was a solo game")
    ended = models.DateTimeField()
    result = models.CharField(max_length=6, choices=Result.choices)
    place = models.PositiveSmallIntegerField()
    points = models.SmallIntegerField(null=True)
    margin = models.SmallIntegerField(null=True, help_text="points ahead of the best other player")
    lost = models.CharField(max_length=8, default="", choices=Seat.Lost.choices, help_text="how this player left")
    substitute = models.BooleanField(default=False, help_text="took over the seat of a player who left")
    # rated games only: the rating before and after
    pool = models.CharField(max_length=POOL, default="")
    mu_before = models.FloatField(null=True)
    sigma_before = models.FloatField(null=True)
    mu = models.FloatField(null=True)
    sigma = models.FloatField(null=True)
    # filled in by games.stats.collector after the end
    luck = models.FloatField(null=True, help_text="how much of the result came from cards")
    skill = models.FloatField(null=True, help_text="how much came from this player's decisions")
    facts = models.JSONField(null=True, encoder=CompactJSONEncoder, help_text="statistics of this player in this game")

    objects = OfGameQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "user"], name="outcome_user")]
        indexes: ClassVar = [
            models.Index(fields=["user", "-ended", "-id"], name="outcome_history"),
            models.Index(fields=["user", "kind", "-ended", "-id"], name="outcome_kind"),
            models.Index(fields=["user", "pool", "-id"], condition=Q(rated=True), name="outcome_rated"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.user_id}"


class Rating(models.Model):
    """A player's strength in a pool after the last rated game: the estimate `mu` and its uncertainty `sigma`."""

    user = models.ForeignKey(USER, models.CASCADE, related_name="ratings")
    pool = models.CharField(max_length=POOL)
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(help_text="of the last rated game")
    peak = models.FloatField(help_text="the highest mu, once it was no longer provisional")
    value = models.FloatField(help_text="the leaderboard's order: mu - 2 sigma, decaying while the player is inactive")
    ranked = models.BooleanField(default=False, help_text="no longer provisional, so it's on the leaderboard")
    fades = models.DateTimeField(null=True, help_text="when the value has to be recomputed")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "pool"], name="rating_user")]
        indexes: ClassVar = [
            models.Index(fields=["pool", "-value", "user"], condition=Q(ranked=True), name="rating_board"),
            models.Index(fields=["fades"], condition=Q(fades__isnull=False), name="rating_fades"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.pool}"


class RatingPeriod(models.Model):
    """A player's totals in a pool for one month or season (`2026-11`, `2026-q4`)."""

    user = models.ForeignKey(USER, models.CASCADE, related_name="rating_periods")
    pool = models.CharField(max_length=POOL)
    period = models.CharField(max_length=8)
    games = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    gain = models.FloatField(default=0, help_text="how much mu rose in all")
    mu = models.FloatField(help_text="at the end of it, or now")
    sigma = models.FloatField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "pool", "period"], name="rating_period_user")]
        indexes: ClassVar = [models.Index(fields=["pool", "period", "-gain", "user"], name="rating_period_board")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.pool} {self.period}"


class LeaderboardBucket(models.Model):
    """The number of players at one height of a leaderboard, so that finding a rank doesn't mean counting players."""

    board = models.CharField(max_length=24, help_text="a pool, or a pool and a period such as 2026-11")
    height = models.IntegerField()
    count = models.IntegerField(default=0)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["board", "height"], name="leaderboard_bucket_height")]

    def __str__(self) -> str:
        return f"{self.board} {self.height}"


class PlayerTotals(models.Model):
    """A player's games by kind, number of seats and options, with the sums of what is counted in them."""

    user = models.ForeignKey(USER, models.CASCADE, related_name="totals")
    kind = models.CharField(max_length=16)
    size = models.PositiveSmallIntegerField()
    option = models.CharField(max_length=32)
    bots = models.BooleanField(default=False)
    games = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    shared = models.PositiveIntegerField(default=0)
    facts = models.JSONField(default=dict, encoder=CompactJSONEncoder)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "kind", "size", "option", "bots"], name="player_totals_user")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind} {self.size} {self.option}"


class HeadToHead(models.Model):
    """A player's record against another: how often they finished ahead, level or behind."""

    user = models.ForeignKey(USER, models.CASCADE, related_name="head_to_heads")
    other = models.ForeignKey(USER, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=16)
    games = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    level = models.PositiveIntegerField(default=0)
    balance = models.IntegerField(default=0, help_text="won minus lost")
    last = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "other", "kind"], name="head_to_head_user")]
        indexes: ClassVar = [
            models.Index(fields=["user", "-games"], name="head_to_head_often"),
            models.Index(fields=["user", "balance"], name="head_to_head_hard"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.other_id}"


class SoloProgress(models.Model):
    """A player's progress on the solo ladder of an edition."""

    user = models.ForeignKey(USER, models.CASCADE, related_name="solo_progress")
    edition = models.CharField(max_length=16)
    games = models.PositiveIntegerField(default=0)
    level = models.PositiveSmallIntegerField(default=0, help_text="the highest level beaten")
    margin = models.SmallIntegerField(default=0, help_text="the best margin at that level")
    streak = models.PositiveIntegerField(default=0, help_text="games won in a row, now")
    best = models.PositiveIntegerField(default=0, help_text="the longest streak")
    at = models.DateTimeField(help_text="of the last game")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "edition"], name="solo_progress_user")]
        indexes: ClassVar = [
            models.Index(
                fields=["edition", "-level", "-margin", "user"], condition=Q(level__gt=0), name="solo_progress_ladder"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.edition}"


class SiteCounter(models.Model):
    """A counter for the whole site: `what` is counted (`day push`, `seat tiles open`, `first push`), by `key`."""

    what = models.CharField(max_length=40)
    key = models.CharField(max_length=16)
    n = models.BigIntegerField(default=0)
    won = models.BigIntegerField(default=0)
    total = models.FloatField(default=0, help_text="a related sum, such as the predicted odds")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["what", "key"], name="site_counter_key")]

    def __str__(self) -> str:
        return f"{self.what} {self.key}"
