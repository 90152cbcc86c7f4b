"""Strategies for tests of clocks: moments, hours and pauses, many of them near a change to or from summer time."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

from hypothesis import settings
from hypothesis import strategies as st

from games.clocks import counted_time
from games.clocks.counted_time import DAY, NO_TIME, Quiet

TICK = timedelta(microseconds=1)
MINUTE = timedelta(minutes=1)
NIGHT = Quiet(23, 7, "Europe/Berlin")

# zones and days on which the local time jumps: by half an hour, over midnight, over a whole day
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
ODD = [  # jumps of two hours, or at a quarter past: quiet hours that start or end within these aren't exact
    ("Antarctica/Troll", "2026-03-29"),
    ("Antarctica/Troll", "2026-10-25"),
    ("Pacific/Chatham", "2026-09-27"),
]
LONG = settings(max_examples=settings().max_examples // 4)  # these look at more than a year, night by night
hours = st.integers(0, 23)
amounts = st.timedeltas(NO_TIME, 40 * DAY)
quiets = st.builds(Quiet, hours, hours, st.sampled_from(sorted(available_timezones())))


@st.composite
def moments(draw, days: int = 40) -> datetime:
    """Draw a moment near a jump of some zone's local time, in UTC or in that zone."""
    zone, day = draw(st.sampled_from([*JUMPS, *ODD]))
    moment = datetime.fromisoformat(day).replace(tzinfo=UTC) + draw(st.timedeltas(-days * DAY, days * DAY))
    return moment.astimezone(draw(st.sampled_from([UTC, ZoneInfo("UTC"), counted_time.find_zone(zone)])))


pauses = st.lists(st.tuples(moments(), st.timedeltas(-DAY, 20 * DAY)), max_size=5).map(
    lambda drawn: tuple((away, away + long) for away, long in drawn)
)


def difference(earlier: datetime, later: datetime) -> timedelta:
    """Return the real time between two moments, whatever their zones."""
    return later.astimezone(UTC) - earlier.astimezone(UTC)
