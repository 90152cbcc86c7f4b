"""What is known of a player, from rows that are stored: nothing is counted here, and no rules are asked.

What each figure means stands in docs/statistics.md.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from accounts.models import User
from games.kinds import KINDS
from games.models import HeadToHead, Outcome, PlayerTotals, Rating, RatingPeriod
from games.ratings import ledger
from games.ratings.ladders import ladder_of
from games.ratings.model import Strength

FORM = 10  # the last games
RECENT = 50  # rated games of one pool
MONTHS = 24
OFTEN, HARD = 8, 5  # opponents that are named
ENOUGH = 3  # games against somebody, before it can be said who is hard to beat
HOUR, DAY = 3_600_000, 86_400_000  # milliseconds
BANDS = ((HOUR, "hour"), (DAY / 2, "same-day"), (2 * DAY, "day"))
Facts = dict[str, float]


class Rated(NamedTuple):
    """A rating as it is now: who has not played for long is less certain."""

    pool: str
    now: Strength
    games: int
    peak: float


@dataclass
class Group:
    """Games that belong together: of a kind, or of a kind, its seats and its options; against people, or with bots."""

    kind: str
    size: int = 0
    option: str = ""
    bots: bool = False
    games: int = 0
    won: int = 0
    shared: int = 0
    facts: Facts = field(default_factory=dict)

    def add(self, tally: PlayerTotals) -> None:
        """Count these games, too."""
        self.games += tally.games
        self.won += tally.won
        self.shared += tally.shared
        for name, value in tally.facts.items():
            self.facts[name] = self.facts.get(name, 0) + value

    def fact(self, name: str) -> float:
        """The sum of what was counted under that name."""
        return self.facts.get(name, 0)

    def per(self, name: str, of: str) -> float | None:
        """How much of one thing there was for each of another; None: there was nothing of that."""
        return self.fact(name) / self.fact(of) if self.fact(of) else None

    @property
    def percent(self) -> int:
        """How many of a hundred were won."""
        return round(100 * self.won / self.games) if self.games else 0


def ratings_of(user: User, now: datetime) -> list[Rated]:
    """The ratings of a player as the leaderboards have them, most games first."""
    rows = Rating.objects.filter(user=user, games__gt=0).order_by("-games", "pool")
    return [Rated(r.pool, ledger.faded(Strength(r.mu, r.sigma), r.at, now), r.games, r.peak) for r in rows]


def months_of(user: User, pool: str) -> list[RatingPeriod]:
    """The last months in which a player was rated in a pool, the oldest first."""
    rows = RatingPeriod.objects.filter(user=user, pool=pool, period__contains="-").exclude(period__contains="q")
    return list(rows.order_by("-period")[:MONTHS])[::-1]


def recent_of(user: User, pool: str, own: bool) -> list[Outcome]:
    """The last rated games of a player in a pool, the oldest first; others see those that were public."""
    rows = Outcome.objects.filter(user=user, pool=pool, rated=True).order_by("-pk")
    rows = rows if own else rows.filter(public=True)
    return list(rows.only("ended", "mu", "sigma", "mu_before", "public", "game_id")[:RECENT])[::-1]


class Tallies:
    """All tallies of a player, by one query, put together in the ways that a page needs."""

    def __init__(self, rows: Iterable[PlayerTotals]) -> None:
        self.rows = sorted(rows, key=lambda row: (row.kind, row.size, row.option, row.bots))

    def by_kind(self, kinds: Iterable[str]) -> list[Group]:
        """For each kind all games; those of which there are none, too."""
        return [self.group(kind) for kind in kinds]

    def group(self, kind: str) -> Group:
        """All games of a kind."""
        found = Group(kind)
        for row in self.rows:
            if row.kind == kind:
                found.add(row)
        return found

    def split(self) -> list[Group]:
        """By kind, seats and options; against people and with bots apart."""
        found = []
        for row in self.rows:
            group = Group(row.kind, row.size, row.option, row.bots)
            group.add(row)
            found.append(group)
        return found

    def levels(self) -> dict[str, int]:
        """By edition the highest level that was beaten alone."""
        found: dict[str, int] = {}
        for row in self.rows:
            if row.size == 1 and row.won and KINDS[row.kind].ladder:
                edition, level = ladder_of(KINDS[row.kind]).from_key(row.option)
                found[edition] = max(level, found.get(edition, 0))
        return found

    def pace(self) -> float | None:
        """How long an answer takes, in milliseconds: where a clock runs over days."""
        spent = sum(row.facts.get("spent", 0) for row in self.rows)
        timed = sum(row.facts.get("timed", 0) for row in self.rows)
        return spent / timed if timed else None


def tallies_of(user: User) -> Tallies:
    """All tallies of a player."""
    return Tallies(PlayerTotals.objects.filter(user=user))


def band(pace: float | None) -> str:
    """What others may know of a pace; empty: nothing is known."""
    if pace is None:
        return ""
    return next((name for most, name in BANDS if pace < most), "days")


# --- opponents -------------------------------------------------------------------------------------------------------


class Opponents(NamedTuple):
    """Who was met most often, and against whom most was lost."""

    often: list[HeadToHead]
    hard: list[HeadToHead]


def opponents_of(user: User, hidden: Sequence[int] = ()) -> Opponents:
    """By the indexes of `HeadToHead`: some rows are read, however many there are."""
    rows = HeadToHead.objects.filter(user=user, other__is_active=True).exclude(other__in=hidden).select_related("other")
    often = list(rows.order_by("-games")[:OFTEN])
    hard = list(rows.filter(balance__lt=0, games__gte=ENOUGH).order_by("balance")[:HARD])
    return Opponents(often, hard)


def between(user: User, other: User) -> list[HeadToHead]:
    """How the one did against the other, by kind."""
    return list(HeadToHead.objects.filter(user=user, other=other).order_by("kind"))
