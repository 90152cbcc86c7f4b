"""How much of the time between two moments counts: all except quiet hours and pauses. Pure functions.

Quiet hours are in the player's time zone. Pauses are vacations and downtime of the site.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, time, timedelta
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

NO_TIME = timedelta()
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
Pause = tuple[datetime, datetime]
LONGEST = timedelta(days=400)  # no clock computes further ahead


class Quiet(NamedTuple):
    """Hours at night that don't count: start and end hour in a time zone. The same hour twice means none."""

    start: int
    end: int
    zone: str

    @property
    def is_none(self) -> bool:
        return self.start == self.end


NO_QUIET = Quiet(0, 0, "")


@cache
def find_zone(name: str) -> ZoneInfo:
    """Return the time zone, or UTC if it is unknown."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


UTC = find_zone("UTC")


def list_quiet_periods(start: datetime, end: datetime, quiet: Quiet) -> Iterator[Pause]:
    """Yield the quiet hours between two moments, in order."""
    if quiet.is_none:
        return
    local = find_zone(quiet.zone)
    day = start.astimezone(local).date() - DAY
    last = end.astimezone(local).date()
    while day <= last:
        until = day + DAY if quiet.end < quiet.start else day
        yield (
            datetime.combine(day, time(quiet.start), local).astimezone(UTC),
            datetime.combine(until, time(quiet.end), local).astimezone(UTC),
        )
        day += DAY


def merge(pauses: Iterable[Pause]) -> list[Pause]:
    """Merge overlapping and adjacent pauses, in order."""
    found: list[Pause] = []
    for start, end in sorted((away.astimezone(UTC), back.astimezone(UTC)) for away, back in pauses):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        elif end > start:
            found.append((start, end))
    return found


def count_time(start: datetime, end: datetime, quiet: Quiet, pauses: Iterable[Pause] = ()) -> timedelta:
    """Return how much of the time between two moments counts."""
    start, end = start.astimezone(UTC), end.astimezone(UTC)  # times in a zone with DST subtract as wall-clock times
    if end <= start:
        return NO_TIME
    total = end - start
    for away, back in merge([*list_quiet_periods(start, end, quiet), *pauses]):
        total -= max(min(back, end) - max(away, start), NO_TIME)
    return total


def add_counted_time(start: datetime, amount: timedelta, quiet: Quiet, pauses: Sequence[Pause] = ()) -> datetime:
    """Return the first moment by which that much time has counted."""
    now, left = start.astimezone(UTC), min(amount, LONGEST)
    paused = sum((back - away for away, back in merge(pauses)), NO_TIME)
    while left > NO_TIME:
        end = now + 2 * left + 2 * DAY + paused  # far enough if less than half of each day is quiet
        for away, back in merge([*list_quiet_periods(now, end, quiet), *pauses, (end, end + DAY)]):
            if back <= now:
                continue
            if away - now >= left:
                return now + left
            left -= max(away - now, NO_TIME)
            now = min(back, end)
            if now == end:
                break
    return now
