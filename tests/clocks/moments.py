"""Moments, hours and pauses for tests of clocks, many of them near a change to or from summer time."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

from hypothesis import settings
from hypothesis import strategies as st

from games.clocks import counted_time
from games.clocks.counted_time import DAY, NO_TIME, Quiet

TICK = timedelta(microseconds=1)
MINUTE = timedelta(minutes=1)
NIGHT = Quiet(23, 7, "Europe/Berlin")

# zones and days on which the hands of the clock jump: half hours, midnights, a whole day that never was
JUMPS = [
    ("Europe/Berlin", "2026-03-29"),
    ("Europe/Berlin", "2026-10-25"),
    ("America/New_York", "2026-03-08"),
    ("America/New_York", "2026-11-01"),
    ("America/St_Johns", "2026-11-01"),
    ("America/Havana", "2026-03-08"),
    ("America/Havana", "2026-11-01"),
    ("America/Santiago", "2026-04-05"),
    ("America/Santiago", "2026-09-06"),
    ("Africa/Cairo", "2026-04-24"),
    ("Africa/Cairo", "2026-10-30"),
    ("Asia/Beirut", "2026-03-29"),
    ("Asia/Beirut", "2026-10-25"),
    ("Australia/Lord_Howe", "2026-04-05"),
    ("Australia/Lord_Howe", "2026-10-04"),
    ("Pacific/Apia", "2011-12-30"),
    ("Pacific/Apia", "2011-09-24"),
    ("Asia/Kathmandu", "2026-06-01"),
    ("Asia/Pyongyang", "2018-05-05"),
    ("Etc/GMT+5", "2026-06-01"),
    ("", "2026-06-01"),
]
ODD = [  # by two hours, or from a quarter to a quarter: a night that begins or ends within the jump is not exact
    ("Antarctica/Troll", "2026-03-29"),
    ("Antarctica/Troll", "2026-10-25"),
    ("Pacific/Chatham", "2026-09-27"),
]
LONG = settings(max_examples=settings().max_examples // 4)  # more than a year is looked at, night by night
hours = st.integers(0, 23)
amounts = st.timedeltas(NO_TIME, 40 * DAY)
quiets = st.builds(Quiet, hours, hours, st.sampled_from(sorted(available_timezones())))


@st.composite
def moments(draw, days: int = 40) -> datetime:
    """A moment near one at which some zone's hands jump; said in UTC, or in a zone of its own."""
    zone, day = draw(st.sampled_from([*JUMPS, *ODD]))
    moment = datetime.fromisoformat(day).replace(tzinfo=UTC) + draw(st.timedeltas(-days * DAY, days * DAY))
    return moment.astimezone(draw(st.sampled_from([UTC, ZoneInfo("UTC"), counted_time.find_zone(zone)])))


pauses = st.lists(st.tuples(moments(), st.timedeltas(-DAY, 20 * DAY)), max_size=5).map(
    lambda drawn: tuple((away, away + long) for away, long in drawn)
)


def difference(earlier: datetime, later: datetime) -> timedelta:
    """The time between two moments, whatever hands show."""
    return later.astimezone(UTC) - earlier.astimezone(UTC)
