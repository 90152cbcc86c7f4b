"""Leaderboards: who stands where, from rows that the ends of games left. No page reads more because more was played.

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

from games.clocks import timing
from games.errors import Denied
from games.kinds import KINDS
from games.kinds.base import Pool
from games.models import LeaderboardBucket, Rating, RatingPeriod, Reliability, SoloProgress
from games.ratings import keys, ladders, ledger

PAGE = 50
NEAR = 3  # players shown above and below oneself
PERIOD = re.compile(r"20[0-9]{2}-(?:0[1-9]|1[0-2]|q[1-4])")
SOLO, RELIABLE = "solo", "reliable"
LEAST = 10  # games that somebody must have begun to be called reliable
KEPT = 0.95  # and how many of them must have been finished


class Place(NamedTuple):
    """One line of a leaderboard."""

    rank: int
    row: Any  # of the board's model, with its user
    is_you: bool


@dataclass(frozen=True)
class Board:
    """A leaderboard: which rows, by which fields (the highest first, then who came first), and its rungs."""

    rows: QuerySet[Any]
    fields: tuple[str, ...]
    rungs: str = ""  # its name among the rungs; empty: there are none, and a rank is not told

    @property
    def order(self) -> tuple[str, ...]:
        return (*(f"-{name}" for name in self.fields), "user_id")

    def key(self, row: Any) -> tuple[Any, ...]:
        return (*(getattr(row, name) for name in self.fields), row.user_id)

    def below(self, row: Any) -> QuerySet[Any]:
        """Those who stand behind the row."""
        return self.rows.filter(self._beside(row, above=False)).order_by(*self.order)

    def above(self, row: Any) -> QuerySet[Any]:
        """Those who stand before the row, the nearest first."""
        nearest = (*self.fields, "-user_id")
        return self.rows.filter(self._beside(row, above=True)).order_by(*nearest)

    def _beside(self, row: Any, above: bool) -> Q:
        """The comparison of all fields together, written out: less by the first, or equal and less by the next ..."""
        found, equal = Q(), Q()
        for name, value in zip((*self.fields, "user_id"), self.key(row), strict=True):
            is_greater = above != (name == "user_id")  # of equals the first stands above
            found |= equal & Q(**{f"{name}__{'gt' if is_greater else 'lt'}": value})
            equal &= Q(**{name: value})
        return Q(**{f"{self.fields[0]}__{'gte' if above else 'lte'}": getattr(row, self.fields[0])}) & found

    def rank(self, row: Any) -> int:
        """How many stand before the row, and one."""
        height = self.height(row)
        higher = (
            LeaderboardBucket.objects.filter(board=self.rungs, height__gt=height).aggregate(Sum("count"))["count__sum"]
            or 0
        )
        if len(self.fields) > 1:  # every rung has one value of all fields
            return int(higher) + 1
        (name,), value = self.fields, getattr(row, self.fields[0])
        same = {f"{name}__gt": value, f"{name}__lt": (height + 1) * ledger.STEP}
        return int(higher) + self.rows.filter(**same).count() + 1

    def level(self, row: Any) -> int:
        """How many are level with the row, and came first."""
        same = {name: getattr(row, name) for name in self.fields}
        return self.rows.filter(**same, user_id__lt=row.user_id).count()

    def height(self, row: Any) -> int:
        """The rung of the row."""
        if len(self.fields) == 1:
            return ledger.height(getattr(row, self.fields[0]))
        return keys.solo_height(row.level, row.margin)


# --- which there are -------------------------------------------------------------------------------------------------


def pools() -> dict[str, Pool]:
    """Every pool of ratings, by its key."""
    return {pool.key: pool for kind in KINDS.values() for pool in kind.pools}


def find(name: str, period: str = "", edition: str = "") -> Board:
    """The leaderboard of that name; or Denied."""
    if period and not PERIOD.fullmatch(period):
        raise Denied("leaders.period", period=period[:20])
    if name in pools():
        return rose(name, period) if period else best(name)
    if name == SOLO and (edition or ladders.first_edition()) in ladders.kinds():
        return ladder(edition or ladders.first_edition())
    if name == RELIABLE:
        return reliable()
    raise Denied("leaders.unknown")


def best(pool: str) -> Board:
    """By rating: what somebody is at least, almost certainly."""
    rows = Rating.objects.filter(pool=pool, ranked=True).select_related("user__reliability")
    return Board(rows, ("value",), keys.board(pool))


def rose(pool: str, period: str) -> Board:
    """By how much a rating rose in a month or season. While that lasts, rows say when the last game was (`at`)."""
    rows = RatingPeriod.objects.filter(pool=pool, period=period, gain__gt=0).select_related("user__reliability")
    if is_running(period):
        rated = Rating.objects.filter(user=OuterRef("user"), pool=pool)
        rows = rows.annotate(at=Subquery(rated.values("at")))
    return Board(rows, ("gain",), keys.board(pool, period))


def is_running(period: str) -> bool:
    """Whether it is that month or season now."""
    now = timing.now()
    return period in (keys.month(now), keys.season(now))


def ladder(edition: str) -> Board:
    """Alone: by the highest level that was beaten, then by the margin."""
    rows = SoloProgress.objects.filter(edition=edition, level__gt=0).select_related("user__reliability")
    return Board(rows, ("level", "margin"), keys.solo_board(edition))


def reliable() -> Board:
    """Who finished most of the games that they began with others, and nearly all of them."""
    rows = Reliability.objects.filter(started__gte=LEAST, finished__gte=F("started") * KEPT)
    return Board(rows.select_related("user__reliability"), ("finished",))


def period_name(period: str) -> str:
    """All time, November 2026, October to December 2026."""
    if not period:
        return gettext("All time")
    year, part = period.split("-")
    if part.startswith("q"):
        first = date(int(year), 3 * int(part[1]) - 2, 1)
        last = date(int(year), 3 * int(part[1]), 1)
        names = {"first": written(first, "F"), "last": written(last, "F"), "year": year}
        return gettext("%(first)s to %(last)s %(year)s") % names
    return written(date(int(year), int(part), 1), "F Y")


# --- what a page shows -----------------------------------------------------------------------------------------------


class Page(NamedTuple):
    """A part of a leaderboard."""

    places: list[Place]
    around: list[Place]  # beside the top: around the reader, where that is another part
    more: str  # the name of the last one, after whom it goes on
    you: Any  # the reader's own row


def page(board: Board, reader: int | None, after: str = "", only: Sequence[int] | None = None) -> Page:
    """The top, or those who stand behind somebody; `only`: of these people."""
    own = board.rows.filter(user=reader).first() if reader is not None else None
    if only is not None:
        rows = list(board.rows.filter(user__in=only).order_by(*board.order)[:PAGE])
        return Page(_numbered(board, rows, 1, reader), [], "", own)
    last = _named(board, after) if after else None
    rows = list((board.below(last) if last else board.rows.order_by(*board.order))[: PAGE + 1])
    shown, more = rows[:PAGE], rows[PAGE:]
    places = _placed(board, shown, reader) if last else _numbered(board, shown, 1, reader)
    is_far = own is not None and not last and not any(place.is_you for place in places)
    return Page(places, around(board, own) if is_far else [], shown[-1].user.username if more else "", own)


def around(board: Board, own: Any) -> list[Place]:
    """Some who stand just before the row, the row, and some just behind it."""
    above = list(board.above(own)[:NEAR])[::-1]
    return _placed(board, [*above, own, *board.below(own)[:NEAR]], own.user_id)


def _named(board: Board, name: str) -> Any:
    found = board.rows.filter(user__username=name).first()
    if found is None:
        raise Denied("leaders.after")
    return found


def _placed(board: Board, rows: Sequence[Any], reader: int | None) -> list[Place]:
    """Rows that are not the first, with their ranks, where the board tells them."""
    if not rows or not board.rungs:
        return [Place(0, row, row.user_id == reader) for row in rows]
    return _numbered(board, rows, board.rank(rows[0]), reader, before=board.level(rows[0]))


def _numbered(board: Board, rows: Sequence[Any], rank: int, reader: int | None, before: int = 0) -> list[Place]:
    """With their ranks; who is level with the one before has the same. `before`: how many are so with the first."""
    found: list[Place] = []
    for number, row in enumerate(rows, rank + before):
        if found and board.key(row)[:-1] != board.key(found[-1].row)[:-1]:
            rank = number
        found.append(Place(rank, row, row.user_id == reader))
    return found
