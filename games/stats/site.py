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
    """How often, of these how often won, and a sum."""

    n: int
    won: int
    total: float


NONE = Row(0, 0, 0.0)
Counts = dict[tuple[str, str], Row]


def read() -> Counts:
    """All that is counted; of days the last ones."""
    since = date.today() - timedelta(days=DAYS + 2)  # noqa: DTZ011 (with days to spare)
    rows = SiteCounter.objects.filter(~Q(what__startswith="day ") | Q(key__gte=since.isoformat()))
    found = rows.values_list("what", "key", "n", "won", "total")[:MOST]
    return {(what, key): Row(n, won, total) for what, key, n, won, total in found}


def is_behind() -> bool:
    """Whether a game has ended that is not counted yet."""
    return Game.objects.finished().filter(digested=False).exists()


def days(counts: Counts, now: datetime) -> list[tuple[date, int]]:
    """The last days, the oldest first, with the games that ended on them."""
    last = now.date()
    found = []
    for back in range(DAYS - 1, -1, -1):
        day = last - timedelta(days=back)
        found.append((day, sum(counts.get((f"day {kind}", day.isoformat()), NONE).n for kind in KINDS)))
    return found


def _keyed(counts: Counts, start: str) -> dict[str, list[tuple[str, Row]]]:
    """What begins so, with its rows by key."""
    found: dict[str, list[tuple[str, Row]]] = defaultdict(list)
    for (what, key), row in sorted(counts.items()):
        if what.startswith(start):
            found[what].append((key, row))
    return found


def seats(counts: Counts) -> Iterator[tuple[str, int, list[Row]]]:
    """By kind and size how often each seat won, in the order of play."""
    for what, rows in _keyed(counts, "seat ").items():
        _seat, kind, size = what.split(" ")
        by_place = dict(rows)
        yield kind, int(size), [by_place.get(str(place), NONE) for place in range(int(size))]


def dealt(counts: Counts) -> Iterator[tuple[str, list[tuple[str, Row]]]]:
    """What shuffles brought, with what was to be expected in `total`."""
    yield from _keyed(counts, "first ").items()
    for kind in KINDS.values():
        for what in kind.statistics.dealt_titles if kind.statistics else ():
            yield from _keyed(counts, what).items()


def calibration(counts: Counts, what: str) -> list[tuple[int, Row]]:
    """By how likely something was said to be, in steps of five percent: how often, how often it came, and the sum."""
    return [(int(key), row) for key, row in _keyed(counts, what).get(what, []) if row.n]


def luck(counts: Counts) -> Iterator[tuple[str, int, float, int]]:
    """By kind and seat the mean luck, and of how many games: of all seats of one game it comes to nothing anyway."""
    for what, rows in _keyed(counts, "luck ").items():
        for key, row in sorted(rows, key=lambda pair: int(pair[0])):
            yield what.split(" ")[1], int(key), row.total / row.n, row.n
