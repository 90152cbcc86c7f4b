"""The changes made by a rated game, computed from what was stored before.

The transaction that ends a game enters that game, and `rebuild_ratings` enters all of them, with the same code.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from games.ratings import keys, model
from games.ratings.model import PROVISIONAL, WEEK, Strength

NEW = Strength()
BUCKET_POINTS = 10  # points per bucket of a leaderboard


@dataclass
class Entry:
    """A player's rating in a pool."""

    strength: Strength = NEW
    games: int = 0
    at: datetime | None = None  # of the last game
    peak: float = 0.0

    @property
    def is_ranked(self) -> bool:
        """Whether the rating is certain enough for the leaderboard."""
        return self.games > 0 and self.strength.sigma <= PROVISIONAL


@dataclass
class PeriodTotals:
    """A player's results in a period."""

    games: int = 0
    won: int = 0
    gain: float = 0.0
    strength: Strength = NEW


class RankedPlayer(NamedTuple):
    """A player of a rated game."""

    user: int
    place: int


class Change(NamedTuple):
    """What a game did to a player's rating."""

    user: int
    before: Strength
    after: Strength


@dataclass
class Ledger:
    """The ratings in one pool by user, and the totals by user and period."""

    entries: dict[int, Entry] = field(default_factory=dict)
    periods: dict[tuple[int, str], PeriodTotals] = field(default_factory=dict)

    def enter(self, players: Iterable[RankedPlayer], ended: datetime) -> list[Change]:
        """Enter a rated game. Games must be entered in their original order."""
        players = sorted(players)
        entries = [self.entries.setdefault(player.user, Entry()) for player in players]
        before = [model.widen_uncertainty(entry.strength, entry.at or ended, ended) for entry in entries]
        after = model.update_strengths(before, [player.place for player in players])
        winners = [player.user for player in players if player.place == min(other.place for other in players)]
        for player, entry, old, new in zip(players, entries, before, after, strict=True):
            was = entry.is_ranked
            entry.strength, entry.at, entry.games = new, max(entry.at or ended, ended), entry.games + 1
            if entry.is_ranked:
                entry.peak = max(entry.peak, new.mu) if was or entry.peak else new.mu
            for period in (keys.month_key(ended), keys.season_key(ended)):
                totals = self.periods.setdefault((player.user, period), PeriodTotals())
                totals.games += 1
                totals.won += winners == [player.user]
                if old.sigma <= PROVISIONAL:  # what is found out about somebody new is no rise
                    totals.gain += new.mu - old.mu
                totals.strength = new
        return [Change(player.user, *pair) for player, *pair in zip(players, before, after, strict=True)]


def apply_inactivity(strength: Strength, since: datetime, now: datetime) -> Strength:
    """Widen the uncertainty of an inactive player by whole weeks, so that pages stay the same between them."""
    return model.widen_uncertainty(strength, since, since + _weeks(since, now) * WEEK)


def leaderboard_value(strength: Strength, since: datetime, now: datetime) -> tuple[float, bool, datetime | None]:
    """Return the leaderboard's value for now, whether it is ranked, and when to compute it again."""
    rested = apply_inactivity(strength, since, now)
    is_ranked = rested.sigma <= PROVISIONAL
    return rested.value, is_ranked, since + (_weeks(since, now) + 1) * WEEK if is_ranked else None


def _weeks(since: datetime, now: datetime) -> int:
    return max(0, math.floor((now - since) / WEEK))


def bucket_height(points: float) -> int:
    """Return the bucket for that many points."""
    return math.floor(points / BUCKET_POINTS)


def count_bucket_changes(before: Mapping[str, float], after: Mapping[str, float]) -> Counter[tuple[str, int]]:
    """Return the change in the number of players, by leaderboard and bucket, after a player's points changed."""
    changes = Counter((board, bucket_height(points)) for board, points in after.items())
    changes.subtract((board, bucket_height(points)) for board, points in before.items())
    return changes
