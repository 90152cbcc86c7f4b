"""Leaderboards, read from stored rows. The number of rows read doesn't grow with the number of games.

A rank is the number of players in higher buckets (`games.models.LeaderboardBucket`) plus those ahead in the same one.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.db.models import F, OuterRef, Q, QuerySet, Subquery, Sum
from django.template.defaultfilters import date as written
from django.utils.translation import gettext

from games.clocks import database_clock
from games.kinds import KINDS
from games.kinds.base import Pool
from games.models import LeaderboardBucket, Rating, RatingPeriod, Reliability, SoloProgress
from games.ratings import keys, ledger, solo_ladders
from games.refusals import Denied

PAGE = 50
NEAR = 3  # players shown above and below the reader
PERIOD = re.compile(r"20[0-9]{2}-(?:0[1-9]|1[0-2]|q[1-4])")
SOLO, RELIABLE = "solo", "reliable"
MIN_STARTED = 10  # started games needed for the reliable players
MIN_FINISHED_SHARE = 0.95  # share of them that must be finished


class RankedRow(NamedTuple):
    """One line of a leaderboard."""

    rank: int
    row: Any  # of any model with a user
    is_you: bool


@dataclass(frozen=True)
class Leaderboard:
    """A leaderboard: its rows, ordered by `fields` from the highest, and by user if equal."""

    rows: QuerySet[Any]
    fields: tuple[str, ...]
    bucket_key: str = ""  # of its buckets; empty: no buckets, so no ranks

    @property
    def order(self) -> tuple[str, ...]:
        return (*(f"-{name}" for name in self.fields), "user_id")

    def key(self, row: Any) -> tuple[Any, ...]:
        return (*(getattr(row, name) for name in self.fields), row.user_id)

    def below(self, row: Any) -> QuerySet[Any]:
        """Select the rows behind this one."""
        return self.rows.filter(self._beside(row, above=False)).order_by(*self.order)

    def above(self, row: Any) -> QuerySet[Any]:
        """Select the rows ahead of this one, nearest first."""
        nearest = (*self.fields, "-user_id")
        return self.rows.filter(self._beside(row, above=True)).order_by(*nearest)

    def _beside(self, row: Any, above: bool) -> Q:
        """Compare all fields in order: less in the first, or equal there and less in the next, and so on."""
        found, equal = Q(), Q()
        for name, value in zip((*self.fields, "user_id"), self.key(row), strict=True):
            is_greater = above != (name == "user_id")  # of equals the first stands above
            found |= equal & Q(**{f"{name}__{'gt' if is_greater else 'lt'}": value})
            equal &= Q(**{name: value})
        return Q(**{f"{self.fields[0]}__{'gte' if above else 'lte'}": getattr(row, self.fields[0])}) & found

    def rank(self, row: Any) -> int:
        """Return one more than the number of rows ahead."""
        height = self.height(row)
        buckets = LeaderboardBucket.objects.filter(leaderboard=self.bucket_key, height__gt=height)
        higher = buckets.aggregate(Sum("count"))["count__sum"] or 0
        if len(self.fields) > 1:  # with a single field, all rows of a bucket are equal
            return int(higher) + 1
        (name,), value = self.fields, getattr(row, self.fields[0])
        same = {f"{name}__gt": value, f"{name}__lt": (height + 1) * ledger.BUCKET_POINTS}
        return int(higher) + self.rows.filter(**same).count() + 1

    def count_ties_before(self, row: Any) -> int:
        """Count the tied rows listed before this one."""
        same = {name: getattr(row, name) for name in self.fields}
        return self.rows.filter(**same, user_id__lt=row.user_id).count()

    def height(self, row: Any) -> int:
        """Return the row's bucket."""
        if len(self.fields) == 1:
            return ledger.bucket_height(getattr(row, self.fields[0]))
        return keys.solo_height(row.best_level, row.best_margin)


# --- all leaderboards -------------------------------------------------------------------------------------------------


def list_pools() -> dict[str, Pool]:
    """Return every rating pool, by key."""
    return {pool.key: pool for kind in KINDS.values() for pool in kind.pools}


def find(name: str, period: str = "", edition: str = "") -> Leaderboard:
    """Return the leaderboard of that name, or raise Denied."""
    if period and not PERIOD.fullmatch(period):
        raise Denied("leaders.period", period=period[:20])
    if name in list_pools():
        return rank_by_gain(name, period) if period else rank_by_rating(name)
    if name == SOLO and (edition or solo_ladders.first_edition()) in solo_ladders.kinds_by_edition():
        return rank_by_solo_level(edition or solo_ladders.first_edition())
    if name == RELIABLE:
        return rank_by_reliability()
    raise Denied("leaders.unknown")


def rank_by_rating(pool: str) -> Leaderboard:
    """Order players by a cautious estimate of their strength."""
    rows = Rating.objects.filter(pool=pool, is_ranked=True).select_related("user__reliability")
    return Leaderboard(rows, ("leaderboard_value",), keys.leaderboard_key(pool))


def rank_by_gain(pool: str, period: str) -> Leaderboard:
    """Order players by how much their rating rose in a month or season.

    While it lasts, rows also have the time of the last game (`last_game_at`).
    """
    rows = RatingPeriod.objects.filter(pool=pool, period=period, gain__gt=0).select_related("user__reliability")
    if is_running(period):
        rated = Rating.objects.filter(user=OuterRef("user"), pool=pool)
        rows = rows.annotate(last_game_at=Subquery(rated.values("last_game_at")))
    return Leaderboard(rows, ("gain",), keys.leaderboard_key(pool, period))


def is_running(period: str) -> bool:
    """Whether it is that month or season now."""
    now = database_clock.now()
    return period in (keys.month_key(now), keys.season_key(now))


def rank_by_solo_level(edition: str) -> Leaderboard:
    """Order players by the highest level beaten alone, then by the margin."""
    rows = SoloProgress.objects.filter(edition=edition, best_level__gt=0).select_related("user__reliability")
    return Leaderboard(rows, ("best_level", "best_margin"), keys.solo_leaderboard_key(edition))


def rank_by_reliability() -> Leaderboard:
    """Order players who finished nearly all of their multiplayer games by how many they finished."""
    rows = Reliability.objects.filter(started__gte=MIN_STARTED, finished__gte=F("started") * MIN_FINISHED_SHARE)
    return Leaderboard(rows.select_related("user__reliability"), ("finished",))


def format_period(period: str) -> str:
    """Format a period: All time, November 2026, October to December 2026."""
    if not period:
        return gettext("All time")
    year, part = period.split("-")
    if part.startswith("q"):
        first = date(int(year), 3 * int(part[1]) - 2, 1)
        last = date(int(year), 3 * int(part[1]), 1)
        names = {"first": written(first, "F"), "last": written(last, "F"), "year": year}
        return gettext("%(first)s–%(last)s %(year)s") % names
    return written(date(int(year), int(part), 1), "F Y")


# --- pages ------------------------------------------------------------------------------------------------------------


class Page(NamedTuple):
    """A part of a leaderboard."""

    places: list[RankedRow]
    around: list[RankedRow]  # around the reader, if that isn't part of the top
    more: str  # the last player on the page; the next page starts after them
    you: Any  # the reader's own row


def load_page(leaderboard: Leaderboard, reader: int | None, after: str = "", only: Sequence[int] | None = None) -> Page:
    """Load the top, or the rows behind somebody, or only the rows of these users."""
    own = leaderboard.rows.filter(user=reader).first() if reader is not None else None
    if only is not None:
        rows = list(leaderboard.rows.filter(user__in=only).order_by(*leaderboard.order)[:PAGE])
        return Page(_number_rows(leaderboard, rows, 1, reader), [], "", own)
    last = _find_row(leaderboard, after) if after else None
    rows = list((leaderboard.below(last) if last else leaderboard.rows.order_by(*leaderboard.order))[: PAGE + 1])
    shown, more = rows[:PAGE], rows[PAGE:]
    places = _rank_from_within(leaderboard, shown, reader) if last else _number_rows(leaderboard, shown, 1, reader)
    is_far = own is not None and not last and not any(place.is_you for place in places)
    return Page(places, load_around(leaderboard, own) if is_far else [], shown[-1].user.username if more else "", own)


def load_around(leaderboard: Leaderboard, own: Any) -> list[RankedRow]:
    """Load some rows ahead of the user's own, the row, and some behind it."""
    above = list(leaderboard.above(own)[:NEAR])[::-1]
    return _rank_from_within(leaderboard, [*above, own, *leaderboard.below(own)[:NEAR]], own.user_id)


def _find_row(leaderboard: Leaderboard, name: str) -> Any:
    found = leaderboard.rows.filter(user__username=name).first()
    if found is None:
        raise Denied("leaders.after")
    return found


def _rank_from_within(leaderboard: Leaderboard, rows: Sequence[Any], reader: int | None) -> list[RankedRow]:
    """Number rows that aren't at the top. Leaderboards without buckets have no ranks there."""
    if not rows or not leaderboard.bucket_key:
        return [RankedRow(0, row, row.user_id == reader) for row in rows]
    return _number_rows(
        leaderboard, rows, leaderboard.rank(rows[0]), reader, before=leaderboard.count_ties_before(rows[0])
    )


def _number_rows(
    leaderboard: Leaderboard, rows: Sequence[Any], rank: int, reader: int | None, before: int = 0
) -> list[RankedRow]:
    """Number the rows; ties have the same rank. `before` rows listed earlier are tied with the first."""
    found: list[RankedRow] = []
    for number, row in enumerate(rows, rank + before):
        if found and leaderboard.key(row)[:-1] != leaderboard.key(found[-1].row)[:-1]:
            rank = number
        found.append(RankedRow(rank, row, row.user_id == reader))
    return found
