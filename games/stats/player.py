"""A player's statistics, read from stored rows. Nothing is counted here.

docs/statistics.md says what each figure means.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from accounts.models import User
from games.kinds import KINDS
from games.models import HeadToHead, Outcome, PlayerTotals, Rating, RatingPeriod
from games.ratings import ledger
from games.ratings.model import Strength
from games.ratings.solo_ladders import get_ladder

FORM = 10  # the last games
RECENT = 50  # rated games of one pool
MONTHS = 24
OFTEN, HARD = 8, 5  # opponents that are named
ENOUGH = 3  # games against somebody, before it can be said who is hard to beat
HOUR, DAY = 3_600_000, 86_400_000  # milliseconds
BANDS = ((HOUR, "hour"), (DAY / 2, "same-day"), (2 * DAY, "day"))
Facts = dict[str, float]


class CurrentRating(NamedTuple):
    """A rating as of now: inactivity makes it less certain."""

    pool: str
    now: Strength
    games: int
    peak: float


@dataclass
class GameGroup:
    """Games with the same kind, or the same kind, seats and options, with or without bots."""

    kind: str
    size: int = 0
    option: str = ""
    bots: bool = False
    games: int = 0
    won: int = 0
    shared: int = 0
    facts: Facts = field(default_factory=dict)

    def add(self, tally: PlayerTotals) -> None:
        self.games += tally.games
        self.won += tally.wins
        self.shared += tally.shared_wins
        for name, value in tally.facts.items():
            self.facts[name] = self.facts.get(name, 0) + value

    def fact(self, name: str) -> float:
        """Return the sum of that fact."""
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


class Totals:
    """All totals of a player from one query, grouped in the ways pages need."""

    def __init__(self, rows: Iterable[PlayerTotals]) -> None:
        self.rows = sorted(rows, key=lambda row: (row.kind, row.seat_count, row.option_key, row.has_bots))

    def by_kind(self, kinds: Iterable[str]) -> list[GameGroup]:
        """Return the games of each kind, even if there are none."""
        return [self.group(kind) for kind in kinds]

    def group(self, kind: str) -> GameGroup:
        found = GameGroup(kind)
        for row in self.rows:
            if row.kind == kind:
                found.add(row)
        return found

    def split(self) -> list[GameGroup]:
        """Return the games by kind, seats and options, those with bots separately."""
        found = []
        for row in self.rows:
            group = GameGroup(row.kind, row.seat_count, row.option_key, row.has_bots)
            group.add(row)
            found.append(group)
        return found

    def levels(self) -> dict[str, int]:
        """Return by edition the highest level beaten alone."""
        found: dict[str, int] = {}
        for row in self.rows:
            if row.seat_count == 1 and row.wins and KINDS[row.kind].ladder:
                edition, level = get_ladder(KINDS[row.kind]).from_key(row.option_key)
                found[edition] = max(level, found.get(edition, 0))
        return found

    def mean_answer_ms(self) -> float | None:
        """Return the mean time to answer in milliseconds, in correspondence games."""
        spent = sum(row.facts.get("spent", 0) for row in self.rows)
        timed = sum(row.facts.get("timed", 0) for row in self.rows)
        return spent / timed if timed else None


def load_totals(user: User) -> Totals:
    return Totals(PlayerTotals.objects.filter(user=user))


def find_answer_time_band(pace: float | None) -> str:
    """Return the range that others may know; empty if there is nothing to know."""
    if pace is None:
        return ""
    return next((name for most, name in BANDS if pace < most), "days")


# --- opponents -------------------------------------------------------------------------------------------------------


class Opponents(NamedTuple):
    """The most frequent opponents and the toughest."""

    often: list[HeadToHead]
    hard: list[HeadToHead]


def load_opponents(user: User, hidden: Sequence[int] = ()) -> Opponents:
    """Load both, through indexes that read few rows however many there are."""
    rows = HeadToHead.objects.filter(user=user, other__is_active=True).exclude(other__in=hidden).select_related("other")
    often = list(rows.order_by("-games")[:OFTEN])
    hard = list(rows.filter(balance__lt=0, games__gte=ENOUGH).order_by("balance")[:HARD])
    return Opponents(often, hard)


def load_head_to_heads(user: User, other: User) -> list[HeadToHead]:
    """Load the results against one opponent, by kind."""
    return list(HeadToHead.objects.filter(user=user, other=other).order_by("kind"))
