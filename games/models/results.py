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
    option_key = models.CharField(max_length=32, help_text="the options in a word or two")
    seat_count = models.PositiveSmallIntegerField()
    pace = models.CharField(max_length=8)
    is_public = models.BooleanField()
    is_rated = models.BooleanField(help_text="whether it changed the player's rating")
    has_bots = models.BooleanField(help_text="a bot had a seat from the start, or it was a solo game")
    ended_at = models.DateTimeField()
    result = models.CharField(max_length=6, choices=Result.choices)
    rank = models.PositiveSmallIntegerField()
    points = models.SmallIntegerField(null=True)
    margin = models.SmallIntegerField(null=True, help_text="points ahead of the best other player")
    leave_reason = models.CharField(
        max_length=8, default="", choices=Seat.LeaveReason.choices, help_text="how this player left"
    )
    is_substitute = models.BooleanField(default=False, help_text="took over the seat of a player who left")
    # rated games only: the rating before and after
    pool = models.CharField(max_length=POOL, default="")
    mu_before = models.FloatField(null=True)
    sigma_before = models.FloatField(null=True)
    mu_after = models.FloatField(null=True)
    sigma_after = models.FloatField(null=True)
    # filled in by games.stats.collector after the end
    luck = models.FloatField(null=True, help_text="how much of the result came from cards")
    skill = models.FloatField(null=True, help_text="how much came from this player's decisions")
    facts = models.JSONField(null=True, encoder=CompactJSONEncoder, help_text="statistics of this player in this game")

    objects = OfGameQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "user"], name="outcome_user")]
        indexes: ClassVar = [
            models.Index(fields=["user", "-ended_at", "-id"], name="outcome_history"),
            models.Index(fields=["user", "kind", "-ended_at", "-id"], name="outcome_kind"),
            models.Index(fields=["user", "pool", "-id"], condition=Q(is_rated=True), name="outcome_rated"),
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
    last_game_at = models.DateTimeField(help_text="of the last rated game")
    peak_mu = models.FloatField(help_text="the highest mu, once it was no longer provisional")
    leaderboard_value = models.FloatField(
        help_text="the leaderboard's order: mu - 2 sigma, decaying while the player is inactive"
    )
    is_ranked = models.BooleanField(default=False, help_text="no longer provisional, so it's on the leaderboard")
    fades_at = models.DateTimeField(null=True, help_text="when the value has to be recomputed")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "pool"], name="rating_user")]
        indexes: ClassVar = [
            models.Index(
                fields=["pool", "-leaderboard_value", "user"], condition=Q(is_ranked=True), name="rating_board"
            ),
            models.Index(fields=["fades_at"], condition=Q(fades_at__isnull=False), name="rating_fades"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.pool}"


class RatingPeriod(models.Model):
    """A player's totals in a pool for one month or season (`2026-11`, `2026-q4`)."""

    user = models.ForeignKey(USER, models.CASCADE, related_name="rating_periods")
    pool = models.CharField(max_length=POOL)
    period = models.CharField(max_length=8)
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
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

    leaderboard = models.CharField(max_length=24, help_text="a pool, or a pool and a period such as 2026-11")
    height = models.IntegerField()
    count = models.IntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["leaderboard", "height"], name="leaderboard_bucket_height")
        ]

    def __str__(self) -> str:
        return f"{self.leaderboard} {self.height}"


class PlayerTotals(models.Model):
    """A player's games by kind, number of seats and options, with the sums of what is counted in them."""

    user = models.ForeignKey(USER, models.CASCADE, related_name="totals")
    kind = models.CharField(max_length=16)
    seat_count = models.PositiveSmallIntegerField()
    option_key = models.CharField(max_length=32)
    has_bots = models.BooleanField(default=False)
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    shared_wins = models.PositiveIntegerField(default=0)
    facts = models.JSONField(default=dict, encoder=CompactJSONEncoder)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user", "kind", "seat_count", "option_key", "has_bots"], name="player_totals_user"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind} {self.seat_count} {self.option_key}"


class HeadToHead(models.Model):
    """A player's record against another: how often they finished ahead, level or behind."""

    user = models.ForeignKey(USER, models.CASCADE, related_name="head_to_heads")
    other = models.ForeignKey(USER, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=16)
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    ties = models.PositiveIntegerField(default=0)
    balance = models.IntegerField(default=0, help_text="won minus lost")
    last_game_at = models.DateTimeField()

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
    best_level = models.PositiveSmallIntegerField(default=0, help_text="the highest level beaten")
    best_margin = models.SmallIntegerField(default=0, help_text="the best margin at that level")
    streak = models.PositiveIntegerField(default=0, help_text="games won in a row, now")
    best_streak = models.PositiveIntegerField(default=0, help_text="the longest streak")
    last_game_at = models.DateTimeField(help_text="of the last game")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "edition"], name="solo_progress_user")]
        indexes: ClassVar = [
            models.Index(
                fields=["edition", "-best_level", "-best_margin", "user"],
                condition=Q(best_level__gt=0),
                name="solo_progress_ladder",
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.edition}"


class SiteCounter(models.Model):
    """A counter for the whole site: `what` is counted (`day push`, `seat tiles open`, `first push`), by `key`."""

    name = models.CharField(max_length=40)
    key = models.CharField(max_length=16)
    count = models.BigIntegerField(default=0)
    wins = models.BigIntegerField(default=0)
    total = models.FloatField(default=0, help_text="a related sum, such as the predicted odds")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["name", "key"], name="site_counter_key")]

    def __str__(self) -> str:
        return f"{self.name} {self.key}"
