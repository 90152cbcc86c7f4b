"""The people of a simulated month: where they live, when they visit, what makes them come sooner, what they plan."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import NamedTuple

from games.clocks.counted_time import DAY, HOUR, Pause, Quiet, find_zone

FIRST = datetime(2026, 3, 2, tzinfo=UTC)  # a Monday; Europe and America change their clocks within the month
MINUTE = timedelta(minutes=1)

ZONES = {  # where players live, in percent
    "Europe/Berlin": 22,
    "Europe/Madrid": 12,
    "Europe/London": 12,
    "America/New_York": 18,
    "America/Chicago": 8,
    "America/Los_Angeles": 10,
    "America/Sao_Paulo": 6,
    "Asia/Kolkata": 4,
    "Asia/Tokyo": 4,
    "Australia/Sydney": 4,
}
HABITS = {2: (8.0, 20.5), 3: (8.0, 13.0, 20.5), 4: (7.8, 12.5, 17.5, 21.5)}  # hours of the visits, by visits per day
SOMETIMES = 0.15  # share of visits that don't happen
ABOUT = 50  # standard deviation of a visit's time, in minutes
AWAKE = (7, 23)
VANISH, TRAVEL, TELL = 0.04, 0.10, 0.70  # shares: leave for good; travel; of these, announce it


class Message(NamedTuple):
    """How a message brings people: when it is sent, how often they follow it, and how soon."""

    wait: int  # minutes until it is sent
    follows: float
    median: int  # minutes


MESSAGES = {"push": Message(0, 0.35, 20), "mail": Message(30, 0.25, 45)}
REACHES = {"push": 45, "mail": 45, "": 10}  # percent
URGENT = 0.5  # share of warnings by the clock that are followed

# The plans players make, in percent.
AUCTIONS = {"always": 75, "never": 25}
TURNS = {"always": 25, "sometimes": 35, "never": 40}
HANDS = {"every": 80, "next": 15, "never": 5}


@dataclass
class Person:
    """A simulated player, with the same randomness in a month with plans and in one without."""

    number: int
    dice: Random
    quiet: Quiet
    hours: tuple[float, ...]
    reach: str
    bot: str  # decides like this bot
    auctions: str
    turns: str
    hands: str
    gone: datetime | None = None
    away: Pause | None = None
    pauses: list[Pause] = field(default_factory=list)  # vacations the site knows of
    auto: list[Pause] = field(default_factory=list)  # days the site took automatically
    online: datetime = FIRST  # end of this visit
    visit: int = 0
    expected: datetime | None = None  # when a message will bring them

    def plan_all(self) -> None:
        """Make every possible plan."""
        self.auctions, self.turns, self.hands = "always", "always", "every"

    def is_there(self, moment: datetime) -> bool:
        """Whether the person is playing at all then."""
        if self.gone and moment >= self.gone:
            return False
        return not (self.away and self.away[0] <= moment < self.away[1])

    def is_awake(self, moment: datetime) -> bool:
        """Whether it is daytime where they live."""
        return AWAKE[0] <= moment.astimezone(find_zone(self.quiet.zone)).hour < AWAKE[1]

    def visits(self, days: int) -> list[datetime]:
        """Yield when they visit on their own."""
        found, local = [], find_zone(self.quiet.zone)
        for day in range(days):
            midnight = (FIRST + day * DAY).replace(tzinfo=local)
            for hour in self.hours:
                moment = (midnight + hour * HOUR + self.dice.gauss(0, ABOUT) * MINUTE).astimezone(UTC)
                if self.dice.random() >= SOMETIMES and self.is_there(moment):
                    found.append(moment)
        return sorted(found)

    def stay(self) -> timedelta:
        """Return how long a visit lasts."""
        return min(max(self.dice.lognormvariate(1.8, 0.7), 1.0), 60.0) * MINUTE

    def think(self, is_going_on: bool) -> timedelta:
        """Return how long a decision takes; less if a turn continues."""
        return (8 if is_going_on else 30) * self.dice.lognormvariate(0, 0.5) * timedelta(seconds=1)

    def follow(self, moment: datetime, is_urgent: bool) -> datetime | None:
        """Return when a message sent now brings them, or None."""
        message = MESSAGES.get(self.reach)
        if message is None:
            return None
        chance, late = self.dice.random(), self.dice.lognormvariate(0, 0.8)
        there = moment + (message.wait + message.median * late) * MINUTE
        follows = URGENT if is_urgent else message.follows
        return there if chance < follows and self.is_awake(there) and self.is_there(there) else None


def make_people(count: int, seed: str, days: int) -> list[Person]:
    """Make people; the same seed makes the same ones."""
    return [_make_person(number, Random(f"{seed}|{number}"), days) for number in range(count)]  # noqa: S311 (no secret)  # nosec


def _make_person(number: int, dice: Random, days: int) -> Person:
    person = Person(
        number,
        dice,
        Quiet(23, 7, _pick_by_share(dice, ZONES)),
        HABITS[dice.choice((2, 3, 3, 4))],
        _pick_by_share(dice, REACHES),
        dice.choice(("steady", "sharp")),
        _pick_by_share(dice, AUCTIONS),
        _pick_by_share(dice, TURNS),
        _pick_by_share(dice, HANDS),
    )
    fate, start = dice.random(), FIRST + dice.uniform(1, days) * DAY
    if fate < VANISH:
        person.gone = start
    elif fate < VANISH + TRAVEL:
        person.away = (start, start + dice.uniform(4, 10) * DAY)
        if dice.random() < TELL:
            person.pauses.append(person.away)
    return person


def _pick_by_share(dice: Random, shares: dict[str, int]) -> str:
    words: Sequence[str] = list(shares)
    return dice.choices(words, list(shares.values()))[0]
