"""The book of ratings, as far as a game needs it: what a rated game changes, from what stood there before.

The transaction that ends a game enters one game, `rebuild_ratings` all of them, one after the other: by the same lines.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from games.ratings import keys, model
from games.ratings.model import PROVISIONAL, WEEK, Strength

NEW = Strength()
STEP = 10  # points of a leaderboard that one rung is high


@dataclass
class Entry:
    """One player in one pool."""

    strength: Strength = NEW
    games: int = 0
    at: datetime | None = None  # of the last game
    peak: float = 0.0

    @property
    def is_ranked(self) -> bool:
        """Certain enough to stand on the leaderboard."""
        return self.games > 0 and self.strength.sigma <= PROVISIONAL


@dataclass
class Stretch:
    """What one player did in one period."""

    games: int = 0
    won: int = 0
    gain: float = 0.0
    strength: Strength = NEW


class Played(NamedTuple):
    """One player in one rated game."""

    user: int
    place: int


class Change(NamedTuple):
    """What a game did to one player."""

    user: int
    before: Strength
    after: Strength


@dataclass
class Book:
    """The entries of one pool by user, and the stretches by user and period."""

    entries: dict[int, Entry] = field(default_factory=dict)
    stretches: dict[tuple[int, str], Stretch] = field(default_factory=dict)

    def enter(self, players: Iterable[Played], ended: datetime) -> list[Change]:
        """A rated game, in the order in which games were entered first."""
        players = sorted(players)
        entries = [self.entries.setdefault(player.user, Entry()) for player in players]
        before = [model.rested(entry.strength, entry.at or ended, ended) for entry in entries]
        after = model.after(before, [player.place for player in players])
        winners = [player.user for player in players if player.place == min(other.place for other in players)]
        for player, entry, old, new in zip(players, entries, before, after, strict=True):
            was = entry.is_ranked
            entry.strength, entry.at, entry.games = new, max(entry.at or ended, ended), entry.games + 1
            if entry.is_ranked:
                entry.peak = max(entry.peak, new.mu) if was or entry.peak else new.mu
            for period in (keys.month(ended), keys.season(ended)):
                stretch = self.stretches.setdefault((player.user, period), Stretch())
                stretch.games += 1
                stretch.won += winners == [player.user]
                if old.sigma <= PROVISIONAL:  # what is found out about somebody new is no rise
                    stretch.gain += new.mu - old.mu
                stretch.strength = new
        return [Change(player.user, *pair) for player, *pair in zip(players, before, after, strict=True)]


def faded(strength: Strength, since: datetime, now: datetime) -> Strength:
    """What pages say of who has not played for a while: by whole weeks, so that nobody changes it by looking."""
    return model.rested(strength, since, since + _weeks(since, now) * WEEK)


def value(strength: Strength, since: datetime, now: datetime) -> tuple[float, bool, datetime | None]:
    """What the leaderboard says by now: the value, whether it is ranked, and when that has to be reckoned again."""
    rested = faded(strength, since, now)
    is_ranked = rested.sigma <= PROVISIONAL
    return rested.value, is_ranked, since + (_weeks(since, now) + 1) * WEEK if is_ranked else None


def _weeks(since: datetime, now: datetime) -> int:
    return max(0, math.floor((now - since) / WEEK))


def height(points: float) -> int:
    """The rung on which somebody with so many points stands."""
    return math.floor(points / STEP)


def moved(before: Mapping[str, float], after: Mapping[str, float]) -> dict[tuple[str, int], int]:
    """By board and rung how many more stand there, when somebody who had these points on boards has those now."""
    changes: dict[tuple[str, int], int] = {}
    for points, by in ((before, -1), (after, 1)):
        for board, reached in points.items():
            rung = board, height(reached)
            changes[rung] = changes.get(rung, 0) + by
    return {rung: by for rung, by in changes.items() if by}
