"""Clocks, pure: a function of what was decided when, of pauses and of now; nothing here counts down.

A seat has a bank of time. While the game waits for its decision, time counts but for quiet hours (by the player's own
time zone) and pauses (a vacation, or the site being down). What a decision took is taken from the bank; one's own
answer adds to it, an answer by the clock does not.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import cache, cached_property
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

NOTHING = timedelta()
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
Pause = tuple[datetime, datetime]
LONGEST = timedelta(days=400)  # no clock is asked about more than that


class Pace(NamedTuple):
    """How much time there is. `small`: after which a small decision gets its default; nothing: never."""

    bank: timedelta
    add: timedelta
    cap: timedelta
    gift: timedelta  # what an opponent gives at once
    small: timedelta = NOTHING
    grace: timedelta = NOTHING
    days: bool = True  # quiet hours, vacations, warnings


PACES = {
    "live": Pace(timedelta(minutes=10), timedelta(seconds=30), HOUR, timedelta(minutes=5), days=False),
    "fast": Pace(12 * HOUR, 2 * HOUR, DAY, 6 * HOUR, 12 * HOUR, DAY),
    "daily": Pace(3 * DAY, 12 * HOUR, 5 * DAY, DAY, 12 * HOUR, DAY),
    "relaxed": Pace(7 * DAY, 2 * DAY, 14 * DAY, 2 * DAY, 12 * HOUR, DAY),
}  # a game of another pace (untimed) has no clock

IDLE = (20 * DAY, 27 * DAY, 30 * DAY)  # nobody moves: two warnings, then the game is called off
OPEN = {
    "live": HOUR,
    "fast": 2 * DAY,
    "daily": 14 * DAY,
    "relaxed": 14 * DAY,
    "untimed": 30 * DAY,
}  # waiting for players
FREE = timedelta(seconds=5)  # of each answer but the clock's: a plan answers within them, as a quick person does
VACATION = 14  # days a year
AUTO = 3  # of them, the most that are taken by themselves for one decision: others wait
GRACE = ("grace", "last")  # stages of a clock whose bank is empty
WARNINGS = ("half", "most", "hour", *GRACE)
LAST = 6 * HOUR  # of grace, when it is said once more


class Quiet(NamedTuple):
    """The hours of the night that do not count: from and until, in a time zone. The same hour twice: none."""

    start: int
    end: int
    zone: str

    @property
    def is_none(self) -> bool:
        return self.start == self.end


NO_QUIET = Quiet(0, 0, "")


@cache
def zone(name: str) -> ZoneInfo:
    """The time zone; UTC where it is not known."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


UTC = zone("UTC")


def nights(start: datetime, end: datetime, quiet: Quiet) -> Iterator[Pause]:
    """The quiet hours between two moments, in order."""
    if quiet.is_none:
        return
    local = zone(quiet.zone)
    day = start.astimezone(local).date() - DAY
    last = end.astimezone(local).date()
    while day <= last:
        until = day + DAY if quiet.end < quiet.start else day
        yield (
            datetime.combine(day, time(quiet.start), local).astimezone(UTC),
            datetime.combine(until, time(quiet.end), local).astimezone(UTC),
        )
        day += DAY


def merged(pauses: Iterable[Pause]) -> list[Pause]:
    """The same time, as stretches that do not touch, in order."""
    found: list[Pause] = []
    for start, end in sorted((away.astimezone(UTC), back.astimezone(UTC)) for away, back in pauses):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        elif end > start:
            found.append((start, end))
    return found


def counted(start: datetime, end: datetime, quiet: Quiet, pauses: Iterable[Pause] = ()) -> timedelta:
    """How much of the time between two moments counts."""
    start, end = start.astimezone(UTC), end.astimezone(UTC)  # in a zone with summer time, differences are of hands
    if end <= start:
        return NOTHING
    total = end - start
    for away, back in merged([*nights(start, end, quiet), *pauses]):
        total -= max(min(back, end) - max(away, start), NOTHING)
    return total


def after(start: datetime, amount: timedelta, quiet: Quiet, pauses: Sequence[Pause] = ()) -> datetime:
    """The first moment at which so much has counted."""
    now, left = start.astimezone(UTC), min(amount, LONGEST)
    paused = sum((back - away for away, back in merged(pauses)), NOTHING)
    while left > NOTHING:
        end = now + 2 * left + 2 * DAY + paused  # as far as it takes, where less than half of a day is quiet
        for away, back in merged([*nights(now, end, quiet), *pauses, (end, end + DAY)]):
            if back <= now:
                continue
            if away - now >= left:
                return now + left
            left -= max(away - now, NOTHING)
            now = min(back, end)
            if now == end:
                break
    return now


class Stage(NamedTuple):
    """What the clock does when so much of a decision has counted."""

    name: str  # half, most, hour: the bank runs out; default; grace, last: it is empty; lost
    at: timedelta


@dataclass(frozen=True)
class Decision:
    """What the game waits for: whose bank, since when, and what does not count."""

    pace: Pace
    bank: timedelta
    asked: datetime
    is_small: bool
    quiet: Quiet = NO_QUIET
    pauses: tuple[Pause, ...] = ()

    @cached_property
    def nightly(self) -> Quiet:
        """A live game is played at any hour."""
        return self.quiet if self.pace.days else NO_QUIET

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """What happens if nobody answers, in order. The last one is a default, or the loss of the seat."""
        pace, bank = self.pace, self.bank
        if not pace.days:
            return (Stage("lost", bank),)
        warnings = [Stage("half", bank / 2), Stage("most", bank * 4 / 5), Stage("hour", bank - HOUR)]
        warnings = [stage for stage in warnings if NOTHING < stage.at < bank and bank > 2 * HOUR]
        if self.is_small and bank:
            acts = [Stage("default", pace.small)]
            warnings = [stage for stage in warnings if stage.at < pace.small]
        else:
            acts = [Stage("grace", bank), Stage("last", bank + pace.grace - LAST), Stage("lost", bank + pace.grace)]
        return (*sorted(warnings, key=lambda stage: stage.at), *acts)

    def spent(self, now: datetime) -> timedelta:
        """How much time has counted."""
        return counted(self.asked, now, self.nightly, self.pauses)

    def cost(self, now: datetime) -> timedelta:
        """What an answer of one's own costs now."""
        return max(self.spent(now) - FREE, NOTHING)

    def when(self, stage: Stage) -> datetime:
        """At which moment that stage is reached."""
        return after(self.asked, stage.at, self.nightly, self.pauses)

    def reached(self, now: datetime) -> Stage | None:
        """The last stage that is reached by now."""
        spent = self.spent(now)
        found = [stage for stage in self.stages if stage.at <= spent]
        return found[-1] if found else None

    def next(self, reached: str) -> Stage | None:
        """The stage after that one ("": the first)."""
        names = ["", *(stage.name for stage in self.stages)]
        place = names.index(reached) if reached in names else 0
        return self.stages[place] if place < len(self.stages) else None

    def turning(self, reached: str) -> Stage:
        """What is shown as the end: the default; the end of the bank, and from then on that of grace."""
        if reached in (*GRACE, "lost"):
            return self.stages[-1]
        return next(stage for stage in self.stages if stage.name in ("default", "grace", "lost"))

    def left(self, now: datetime) -> timedelta:
        """What is left of the bank."""
        return max(self.bank - self.spent(now), NOTHING)


def milliseconds(amount: timedelta) -> int:
    return amount // timedelta(milliseconds=1)


def taken(vacations: Iterable[Pause], year: int, local: ZoneInfo) -> timedelta:
    """How much of the vacation of a year is taken or planned."""
    first, end = (datetime(number, 1, 1, tzinfo=local) for number in (year, year + 1))
    return sum((max(min(back, end) - max(away, first), NOTHING) for away, back in merged(vacations)), NOTHING)


def answered(pace: Pace, bank: int, spent: int, by_clock: bool) -> int:
    """The bank after a decision that took so long, in whole milliseconds, as they are stored."""
    add, cap = milliseconds(pace.add), milliseconds(pace.cap)
    left = max(bank - spent, 0)
    return left if by_clock else max(min(left + add, cap), left)


def fold(pace: Pace, decisions: Iterable[tuple[int, bool, int]]) -> int:
    """The bank after these decisions (what each took, whether the clock answered, what had been given since the one
    before), all in milliseconds: what is stored with a seat is this, kept at hand."""
    bank = milliseconds(pace.bank)
    for spent, by_clock, given in decisions:
        bank = answered(pace, bank + given, spent, by_clock)
    return bank
