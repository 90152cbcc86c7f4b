"""A player's statistics, read from stored rows. Nothing is counted here.

docs/statistics.md says what each figure means.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from accounts.models import User
from games.kinds import KINDS
from games.models import HeadToHead, Outcome, PlayerTotals, Rating, RatingPeriod
from games.ratings import ledger
from games.ratings.model import Strength

FORM = 10  # the last games
RECENT = 50  # rated games of one pool
MONTHS = 24
OFTEN, HARD = 8, 5  # how many opponents are listed as most frequent, and as toughest
ENOUGH = 3  # games needed to count as a tough opponent
Facts = dict[str, float]


class CurrentRating(NamedTuple):
    """A rating as of now: inactivity makes it less certain."""

    pool: str
    now: Strength
    games: int
    peak: float


class GameGroup:
    """Some of a player's games, summed up."""

    def __init__(self, kind: str, rows: Sequence[PlayerTotals]) -> None:
        self.kind = kind
        self.games = sum(row.games for row in rows)
        self.won = sum(row.wins for row in rows)
        self.shared = sum(row.shared_wins for row in rows)
        self.facts: Facts = {}
        for row in rows:
            for name, value in row.facts.items():
                self.facts[name] = self.facts.get(name, 0) + value

    def fact(self, name: str) -> float:
        return self.facts.get(name, 0)

    def per(self, name: str, of: str) -> float | None:
        """Return the ratio of two facts, or None if there were none of the second."""
        return self.fact(name) / self.fact(of) if self.fact(of) else None

    @property
    def percent(self) -> int:
        """The percentage of games won."""
        return round(100 * self.won / self.games) if self.games else 0


def load_ratings(user: User, now: datetime) -> list[CurrentRating]:
    """Return the player's ratings as the leaderboards have them, most games first."""
    rows = Rating.objects.filter(user=user, games__gt=0).order_by("-games", "pool")
    return [
        CurrentRating(r.pool, ledger.apply_inactivity(Strength(r.mu, r.sigma), r.last_game_at, now), r.games, r.peak_mu)
        for r in rows
    ]


def load_months(user: User, pool: str) -> list[RatingPeriod]:
    """Return the last months in which the player was rated in the pool, oldest first."""
    rows = RatingPeriod.objects.filter(user=user, pool=pool, period__contains="-").exclude(period__contains="q")
    return list(rows.order_by("-period")[:MONTHS])[::-1]


def load_recent(user: User, pool: str, own: bool) -> list[Outcome]:
    """Return the player's last rated games in the pool, oldest first. Others see public games only."""
    rows = Outcome.objects.filter(user=user, pool=pool, is_rated=True).order_by("-pk")
    rows = rows if own else rows.filter(is_public=True)
    return list(rows.only("ended_at", "mu_after", "sigma_after", "mu_before", "is_public", "game_id")[:RECENT])[::-1]


def load_totals(user: User) -> list[PlayerTotals]:
    """Load the player's totals by kind, seats and options, those with bots separately."""
    rows = PlayerTotals.objects.filter(user=user)
    return sorted(rows, key=lambda row: (row.kind, row.seat_count, row.option_key, row.has_bots))


def group_by_kind(rows: Iterable[PlayerTotals]) -> list[GameGroup]:
    """Sum up the games of each kind, even if there are none."""
    return [GameGroup(kind, [row for row in rows if row.kind == kind]) for kind in KINDS]


# --- opponents -------------------------------------------------------------------------------------------------------


def load_opponents(user: User, hidden: Sequence[int] = ()) -> tuple[list[HeadToHead], list[HeadToHead]]:
    """Load the most frequent opponents and the toughest, through indexes that read few rows however many there are."""
    rows = HeadToHead.objects.filter(user=user, other__is_active=True).exclude(other__in=hidden).select_related("other")
    hard = rows.filter(balance__lt=0, games__gte=ENOUGH).order_by("balance")
    return list(rows.order_by("-games")[:OFTEN]), list(hard[:HARD])


def load_head_to_heads(user: User, other: User) -> list[HeadToHead]:
    return list(HeadToHead.objects.filter(user=user, other=other).order_by("kind"))
