"""Figures of the whole site, from one query: `games.models.SiteCounter` has few rows, however many games there are."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db.models import Q

from games.kinds import KINDS
from games.models import Game, SiteCounter

DAYS = 60
MOST = 5_000  # rows: the days of some years, and everything else


class Row(NamedTuple):
    """A counter: how often, how often won, and a sum."""

    n: int
    won: int
    total: float


NO_COUNT = Row(0, 0, 0.0)
Counts = dict[tuple[str, str], Row]


def load_counts() -> Counts:
    """Load all counters, but only the latest days."""
    since = date.today() - timedelta(days=DAYS + 2)  # noqa: DTZ011 (with days to spare)
    rows = SiteCounter.objects.filter(~Q(name__startswith="day ") | Q(key__gte=since.isoformat()))
    found = rows.values_list("name", "key", "count", "wins", "total")[:MOST]
    return {(what, key): Row(n, won, total) for what, key, n, won, total in found}


def is_behind() -> bool:
    """Whether a finished game hasn't been counted yet."""
    return Game.objects.finished().filter(has_statistics=False).exists()


def list_days(counts: Counts, now: datetime) -> list[tuple[date, int]]:
    """List the last days, oldest first, with how many games ended."""
    last = now.date()
    found = []
    for back in range(DAYS - 1, -1, -1):
        day = last - timedelta(days=back)
        found.append((day, sum(counts.get((f"day {kind}", day.isoformat()), NO_COUNT).n for kind in KINDS)))
    return found


def _rows_by_counter(counts: Counts, start: str) -> dict[str, list[tuple[str, Row]]]:
    """Return the counters with that prefix, each with its rows by key."""
    found: dict[str, list[tuple[str, Row]]] = defaultdict(list)
    for (what, key), row in sorted(counts.items()):
        if what.startswith(start):
            found[what].append((key, row))
    return found


def list_seat_wins(counts: Counts) -> Iterator[tuple[str, int, list[Row]]]:
    """Return by kind and size how often each seat won, in playing order."""
    for what, rows in _rows_by_counter(counts, "seat ").items():
        _seat, kind, size = what.split(" ")
        by_place = dict(rows)
        yield kind, int(size), [by_place.get(str(place), NO_COUNT) for place in range(int(size))]


def list_deals(counts: Counts) -> Iterator[tuple[str, list[tuple[str, Row]]]]:
    """Return what shuffles dealt, with the expectation in `total`."""
    yield from _rows_by_counter(counts, "first ").items()
    for kind in KINDS.values():
        for what in kind.statistics.dealt_titles if kind.statistics else ():
            yield from _rows_by_counter(counts, what).items()


def list_calibration(counts: Counts, what: str) -> list[tuple[int, Row]]:
    """Return by predicted probability, in steps of five percent: how often, how often it happened, the sum."""
    return [(int(key), row) for key, row in _rows_by_counter(counts, what).get(what, []) if row.n]


def list_mean_luck(counts: Counts) -> Iterator[tuple[str, int, float, int]]:
    """Return each seat's mean luck, and in how many games. Within one game, all luck adds up to nothing."""
    for what, rows in _rows_by_counter(counts, "luck ").items():
        for key, row in sorted(rows, key=lambda pair: int(pair[0])):
            yield what.split(" ")[1], int(key), row.total / row.n, row.n
