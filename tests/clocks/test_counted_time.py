"""Which time counts, compared with counting minute by minute."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clocks import counted_time
from games.clocks.counted_time import (
    DAY,
    HOUR,
    LONGEST,
    NO_TIME,
    Quiet,
    add_counted_time,
    count_time,
    list_quiet_periods,
    merge,
)
from tests.clocks.moments import JUMPS, LONG, MINUTE, NIGHT, TICK, amounts, difference, hours, moments, pauses, quiets


def count_by_minutes(start: datetime, end: datetime, quiet: Quiet, away: tuple[counted_time.Pause, ...]) -> timedelta:
    """Count by looking at each minute: is it within quiet hours or a pause?"""
    local = ZoneInfo(quiet.zone or "UTC")
    moment, total = start.astimezone(UTC), NO_TIME
    while moment < end:
        hour = moment.astimezone(local).hour
        wraps = quiet.end < quiet.start
        is_night = (hour >= quiet.start or hour < quiet.end) if wraps else quiet.start <= hour < quiet.end
        if not is_night and not any(left <= moment < back for left, back in away):
            total += MINUTE
        moment += MINUTE
    return total


# --- what counts ----------------------------------------------------------------------------------------------------


@given(st.data())
def test_counted_time_equals_counting_minute_by_minute(data):
    zone, day = data.draw(st.sampled_from(JUMPS))
    quiet = Quiet(data.draw(hours), data.draw(hours), zone)
    noon = datetime.fromisoformat(day).replace(tzinfo=UTC) + 12 * HOUR
    minutes = st.integers(-3_000, 3_000).map(lambda number: noon + number * MINUTE)
    start, end = sorted([data.draw(minutes), data.draw(minutes)])
    away = tuple(data.draw(st.lists(st.tuples(minutes, minutes), max_size=3)))
    assert count_time(start, end, quiet, away) == count_by_minutes(start, end, quiet, away)


@pytest.mark.parametrize(("zone", "day"), JUMPS)
def test_quiet_hours_are_exact_at_every_change_to_or_from_summer_time(zone, day):
    start = datetime.fromisoformat(day).replace(tzinfo=UTC) - DAY
    end = start + 3 * DAY
    for begin, until in [(23, 7), (22, 6), (0, 8), (0, 1), (1, 2), (2, 3), (3, 2), (1, 0), (23, 0), (12, 13), (7, 6)]:
        quiet = Quiet(begin, until, zone)
        assert count_time(start, end, quiet) == count_by_minutes(start, end, quiet, ())


@given(moments(), amounts, amounts, quiets, pauses)
def test_time_before_and_after_a_moment_add_up(start, first, second, quiet, away):
    middle, end = start.astimezone(UTC) + first, start.astimezone(UTC) + first + second
    whole = count_time(start, end, quiet, away)
    assert count_time(start, middle, quiet, away) + count_time(middle, end, quiet, away) == whole
    assert NO_TIME <= whole <= difference(start, end)
    assert count_time(end, start, quiet, away) == NO_TIME


@given(moments(), amounts, quiets, pauses)
def test_an_amount_of_time_is_reached_exactly_when_it_has_counted(start, amount, quiet, away):
    end = add_counted_time(start, amount, quiet, away)
    assert end >= start
    assert count_time(start, end, quiet, away) == amount
    if amount:
        assert count_time(start, end - TICK, quiet, away) == amount - TICK
    else:
        assert end == start


@given(moments(), amounts, quiets, pauses)
def test_counted_time_is_reached_no_later_than_measured(start, long, quiet, away):
    end = start.astimezone(UTC) + long
    first = add_counted_time(start, count_time(start, end, quiet, away), quiet, away)
    assert first <= end
    assert count_time(first, end, quiet, away) == NO_TIME


@given(moments(), amounts, amounts, quiets, pauses)
def test_later_starts_and_longer_times_end_later(start, more, amount, quiet, away):
    later = start.astimezone(UTC) + more
    assert add_counted_time(start, amount, quiet, away) <= add_counted_time(later, amount, quiet, away)
    assert add_counted_time(start, amount, quiet, away) <= add_counted_time(start, amount + more, quiet, away)
    assert count_time(start, later, quiet, away) <= count_time(start, later + amount, quiet, away)


@given(moments(), amounts, quiets, pauses)
def test_pauses_count_once_however_they_overlap_and_in_any_order(start, amount, quiet, away):
    again = (*reversed(away), *away, *merge(away))
    assert add_counted_time(start, amount, quiet, again) == add_counted_time(start, amount, quiet, away)
    end = start.astimezone(UTC) + amount
    assert count_time(start, end, quiet, again) == count_time(start, end, quiet, away)
    assert count_time(start, end, quiet, away) <= count_time(start, end, quiet)


@given(pauses)
def test_merged_pauses_are_separate_and_in_order(away):
    found = merge(away)
    assert all(start < end for start, end in found)
    assert all(before[1] < behind[0] for before, behind in pairwise(found))
    long = sum((end - start for start, end in found), NO_TIME)
    assert long <= sum((max(difference(start, end), NO_TIME) for start, end in away), NO_TIME)


def test_quiet_hours_follow_local_time_when_summer_time_changes():
    def night(day: str) -> timedelta:
        evening = datetime.fromisoformat(day).replace(hour=20, tzinfo=ZoneInfo("Europe/Berlin"))
        noon = (datetime.fromisoformat(day) + DAY).replace(hour=12, tzinfo=ZoneInfo("Europe/Berlin"))
        return difference(evening, noon) - count_time(evening, noon, NIGHT)

    assert [night(day) for day in ("2026-06-01", "2026-03-28", "2026-10-24")] == [8 * HOUR, 7 * HOUR, 9 * HOUR]


def test_equal_start_and_end_mean_no_quiet_hours():
    start = datetime(2026, 3, 1, tzinfo=UTC)
    for hour in range(24):
        assert count_time(start, start + 50 * DAY, Quiet(hour, hour, "Europe/Berlin")) == 50 * DAY


@pytest.mark.parametrize("name", ["", "Nowhere/Land", "../../etc/passwd", "Europe", "/etc/localtime", "\0", "ü" * 99])
def test_an_unknown_time_zone_is_utc(name):
    start = datetime(2026, 3, 1, 22, tzinfo=UTC)
    assert count_time(start, start + 12 * HOUR, Quiet(23, 7, name)) == 4 * HOUR


# --- bounds ---------------------------------------------------------------------------------------------------------


@LONG
@given(moments(), quiets)
def test_quiet_periods_are_listed_once_per_night(start, quiet):
    assert len(list(list_quiet_periods(start, start.astimezone(UTC) + 400 * DAY, quiet))) <= 403


@LONG
@given(moments(), st.timedeltas(LONGEST, 100_000 * DAY), quiets, pauses)
def test_longer_amounts_are_cut_to_the_longest(start, amount, quiet, away):
    end = add_counted_time(start, amount, quiet, away)
    assert end == add_counted_time(start, LONGEST, quiet, away)
    assert count_time(start, end, quiet, away) == LONGEST


def test_a_year_of_vacation_with_long_quiet_hours_is_computed_in_few_steps(monkeypatch):
    looked = []
    monkeypatch.setattr(
        counted_time,
        "list_quiet_periods",
        lambda *given: looked.extend(found := list(list_quiet_periods(*given))) or found,
    )
    start = datetime(2026, 1, 1, tzinfo=UTC)
    end = add_counted_time(start, 5 * DAY, Quiet(7, 6, "Europe/Berlin"), ((start, start + 365 * DAY),))
    assert end - start > (365 + 119) * DAY
    assert len(looked) < 5_000
