"""The rules of clocks, as pure functions of past decisions, pauses and the current time. Nothing here counts down.

Each seat has a time bank. The time that counts while the game waits for its decision (see `counted_time`) comes out of
the time bank. Answering adds time to it, unless the clock answered.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import NamedTuple
from zoneinfo import ZoneInfo

from games.clocks.counted_time import DAY, HOUR, NO_QUIET, NO_TIME, Pause, Quiet, add_counted_time, count_time, merge


class Pace(NamedTuple):
    """How much time players get. `small`: how long until a small decision gets its default; zero means never."""

    bank: timedelta
    add: timedelta
    cap: timedelta
    gift: timedelta  # how much time an opponent gives at a time
    small: timedelta = NO_TIME
    grace: timedelta = NO_TIME
    days: bool = True  # quiet hours, vacations, warnings


PACES = {
    "live": Pace(timedelta(minutes=10), timedelta(seconds=30), HOUR, timedelta(minutes=5), days=False),
    "fast": Pace(12 * HOUR, 2 * HOUR, DAY, 6 * HOUR, 12 * HOUR, DAY),
    "daily": Pace(3 * DAY, 12 * HOUR, 5 * DAY, DAY, 12 * HOUR, DAY),
    "relaxed": Pace(7 * DAY, 2 * DAY, 14 * DAY, 2 * DAY, 12 * HOUR, DAY),
}  # games of any other pace (untimed) have no clock

IDLE_AFTER = (20 * DAY, 27 * DAY, 30 * DAY)  # without a move: two warnings, then the game is canceled
# how long a table waits for players
OPEN_FOR = {"live": HOUR, "fast": 2 * DAY, "daily": 14 * DAY, "relaxed": 14 * DAY, "untimed": 30 * DAY}
FREE_TIME = timedelta(seconds=5)  # free with each answer of a player or plan; plans answer within it
VACATION_DAYS = 14  # days per year
AUTO_VACATION_DAYS = 3  # at most this many are taken automatically per decision, because others are waiting
GRACE_STAGES = ("grace", "last")  # stages after the time bank is empty
WARNINGS = ("half", "most", "hour", *GRACE_STAGES)
LAST_WARNING = 6 * HOUR  # grace left when the player is warned once more


class Stage(NamedTuple):
    """What the clock does once a decision has taken that much counted time."""

    name: str  # half, most, hour: warnings; grace, last: the time bank is empty; default; lost
    at: timedelta


@dataclass(frozen=True)
class Decision:
    """A decision the game is waiting for: its time bank, since when, and what doesn't count."""

    pace: Pace
    bank: timedelta
    asked: datetime
    is_small: bool
    quiet: Quiet = NO_QUIET
    pauses: tuple[Pause, ...] = ()

    @cached_property
    def effective_quiet(self) -> Quiet:
        """The quiet hours that apply. Live games have none."""
        return self.quiet if self.pace.days else NO_QUIET

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """What happens if nobody answers, in order. The last stage is a default move or the loss of the seat."""
        pace, bank = self.pace, self.bank
        if not pace.days:
            return (Stage("lost", bank),)
        warnings = [Stage("half", bank / 2), Stage("most", bank * 4 / 5), Stage("hour", bank - HOUR)]
        warnings = [stage for stage in warnings if NO_TIME < stage.at < bank and bank > 2 * HOUR]
        if self.is_small and bank:
            acts = [Stage("default", pace.small)]
            warnings = [stage for stage in warnings if stage.at < pace.small]
        else:
            end = bank + pace.grace
            acts = [Stage("grace", bank), Stage("last", end - LAST_WARNING), Stage("lost", end)]
        return (*sorted(warnings, key=lambda stage: stage.at), *acts)

    def measure_spent(self, now: datetime) -> timedelta:
        """Return how much time has counted so far."""
        return count_time(self.asked, now, self.effective_quiet, self.pauses)

    def compute_cost(self, now: datetime) -> timedelta:
        """Return what the player's own answer would cost now."""
        return max(self.measure_spent(now) - FREE_TIME, NO_TIME)

    def find_time(self, stage: Stage) -> datetime:
        """Return when that stage is reached."""
        return add_counted_time(self.asked, stage.at, self.effective_quiet, self.pauses)

    def find_stage(self, now: datetime) -> Stage | None:
        """Return the last stage reached by now."""
        spent = self.measure_spent(now)
        found = [stage for stage in self.stages if stage.at <= spent]
        return found[-1] if found else None

    def find_next_stage(self, reached: str) -> Stage | None:
        """Return the stage after the named one; an empty name means the first."""
        names = ["", *(stage.name for stage in self.stages)]
        place = names.index(reached) if reached in names else 0
        return self.stages[place] if place < len(self.stages) else None

    def find_displayed_stage(self, reached: str) -> Stage:
        """Return the stage displayed as the deadline.

        It is the default move or the end of the time bank, and once that is empty the end of grace.
        """
        if reached in (*GRACE_STAGES, "lost"):
            return self.stages[-1]
        return next(stage for stage in self.stages if stage.name in ("default", "grace", "lost"))


def to_ms(amount: timedelta) -> int:
    return amount // timedelta(milliseconds=1)


def vacation_taken(vacations: Iterable[Pause], year: int, local: ZoneInfo) -> timedelta:
    """Return how much vacation in that year is taken or planned."""
    first, end = (datetime(number, 1, 1, tzinfo=local) for number in (year, year + 1))
    return sum((max(min(back, end) - max(away, first), NO_TIME) for away, back in merge(vacations)), NO_TIME)


def bank_after(pace: Pace, bank: int, spent: int, by_clock: bool) -> int:
    """Return the time bank after a decision, in whole milliseconds as stored."""
    add, cap = to_ms(pace.add), to_ms(pace.cap)
    left = max(bank - spent, 0)
    return left if by_clock else max(min(left + add, cap), left)
