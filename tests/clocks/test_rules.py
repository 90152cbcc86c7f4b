"""The pure clock: what time counts, compared with counting by the minute; and its stages in order."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.clocks import rules
from games.clocks.rules import (
    DAY,
    HOUR,
    LONGEST,
    NO_TIME,
    PACES,
    Decision,
    Quiet,
    add_counted_time,
    bank_after,
    compute_bank,
    count_time,
    list_quiet_periods,
    merge,
    to_ms,
    vacation_taken,
)

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
    return moment.astimezone(draw(st.sampled_from([UTC, ZoneInfo("UTC"), rules.find_zone(zone)])))


pauses = st.lists(st.tuples(moments(), st.timedeltas(-DAY, 20 * DAY)), max_size=5).map(
    lambda drawn: tuple((away, away + long) for away, long in drawn)
)


def difference(earlier: datetime, later: datetime) -> timedelta:
    """The time between two moments, whatever hands show."""
    return later.astimezone(UTC) - earlier.astimezone(UTC)


def by_minutes(start: datetime, end: datetime, quiet: Quiet, away: tuple[rules.Pause, ...]) -> timedelta:
    """The same count by looking at the hands of a clock each minute: is it night there, is there a pause?"""
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
    assert count_time(start, end, quiet, away) == by_minutes(start, end, quiet, away)


@pytest.mark.parametrize(("zone", "day"), JUMPS)
def test_quiet_hours_at_every_change_to_or_from_summer_time(zone, day):
    start = datetime.fromisoformat(day).replace(tzinfo=UTC) - DAY
    end = start + 3 * DAY
    for begin, until in [(23, 7), (22, 6), (0, 8), (0, 1), (1, 2), (2, 3), (3, 2), (1, 0), (23, 0), (12, 13), (7, 6)]:
        quiet = Quiet(begin, until, zone)
        assert count_time(start, end, quiet) == by_minutes(start, end, quiet, ())


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


def test_a_night_is_as_long_as_local_time_says():
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
def test_a_clock_looks_at_each_night_once(start, quiet):
    assert len(list(list_quiet_periods(start, start.astimezone(UTC) + 400 * DAY, quiet))) <= 403


@LONG
@given(moments(), st.timedeltas(LONGEST, 100_000 * DAY), quiets, pauses)
def test_no_clock_is_asked_about_more_than_the_longest(start, amount, quiet, away):
    end = add_counted_time(start, amount, quiet, away)
    assert end == add_counted_time(start, LONGEST, quiet, away)
    assert count_time(start, end, quiet, away) == LONGEST


def test_a_year_of_vacation_and_long_quiet_hours_end(monkeypatch):
    looked = []
    monkeypatch.setattr(
        rules, "list_quiet_periods", lambda *given: looked.extend(found := list(list_quiet_periods(*given))) or found
    )
    start = datetime(2026, 1, 1, tzinfo=UTC)
    end = add_counted_time(start, 5 * DAY, Quiet(7, 6, "Europe/Berlin"), ((start, start + 365 * DAY),))
    assert end - start > (365 + 119) * DAY
    assert len(looked) < 5_000


# --- what the clock does, and when ----------------------------------------------------------------------------------

banks = st.timedeltas(NO_TIME, 14 * DAY).map(lambda bank: timedelta(milliseconds=to_ms(bank)))
decisions = st.builds(Decision, st.sampled_from(list(PACES.values())), banks, moments(), st.booleans(), quiets, pauses)


@given(decisions)
def test_stages_come_in_order_and_the_last_one_acts(decision):
    names = [stage.name for stage in decision.stages]
    times = [stage.at for stage in decision.stages]
    order = ["half", "most", "hour", "default", "grace", "last", "lost"]
    assert len(set(names)) == len(names)
    assert set(names) <= set(order)
    assert times == sorted(times)
    assert names[-1] in ("default", "lost")
    if "default" not in names:
        ends = [name for name in names if name in ("grace", "last", "lost")]
        assert ends == (["grace", "last", "lost"] if decision.pace.days else ["lost"])
    moments_of = [decision.time_of(stage) for stage in decision.stages]
    assert moments_of == sorted(moments_of)


@given(decisions)
def test_stages_are_reached_exactly_on_time(decision):
    before = [stage for stage in decision.stages if stage.at > NO_TIME]
    for stage in before:
        moment = decision.time_of(stage)
        assert decision.stage_at(moment) in [other for other in decision.stages if other.at == stage.at]
        early = decision.stage_at(moment - TICK)
        assert early is None or early.at < stage.at


@given(decisions, amounts)
def test_the_next_stage_follows_the_one_reached(decision, long):
    now = decision.asked.astimezone(UTC) + long
    reached = decision.stage_at(now)
    following = decision.next(reached.name if reached else "")
    if following is None:
        assert reached == decision.stages[-1]
    else:
        assert following in decision.stages
        assert decision.time_of(following) > now


@given(decisions)
def test_the_displayed_deadline_is_the_end_of_the_time_bank_then_of_grace(decision):
    names = [stage.name for stage in decision.stages]
    first = "default" if "default" in names else "grace" if "grace" in names else "lost"
    assert decision.displayed_deadline("").name == first
    for late in ("grace", "last", "lost"):
        if late in names:
            assert decision.displayed_deadline(late) == decision.stages[-1]


@given(st.sampled_from(list(PACES.values())), banks, amounts)
def test_answers_add_to_the_time_bank_up_to_its_limit_except_by_the_clock(pace, bank, took):
    bank, spent, cap = to_ms(bank), to_ms(took), to_ms(pace.cap)
    left = bank_after(pace, bank, spent, by_clock=True)
    assert left == max(bank - spent, 0)
    own = bank_after(pace, bank, spent, by_clock=False)
    assert own == left + to_ms(pace.add) or own == max(cap, left)
    assert left <= own <= max(left, cap)


def test_a_small_decision_gets_its_default_after_twelve_hours_unless_the_time_bank_is_empty():
    asked = datetime(2026, 5, 1, 12, tzinfo=UTC)
    for bank in (5 * DAY, 3 * DAY, HOUR, timedelta(milliseconds=1)):
        decision = Decision(PACES["daily"], bank, asked, True)
        assert decision.stages[-1] == rules.Stage("default", 12 * HOUR)
    assert Decision(PACES["daily"], NO_TIME, asked, True).stages[-1] == rules.Stage("lost", DAY)
    assert Decision(PACES["live"], HOUR, asked, True).stages == (rules.Stage("lost", HOUR),)


def test_the_warnings_of_a_whole_decision():
    decision = Decision(PACES["daily"], 3 * DAY, datetime(2026, 5, 1, 12, tzinfo=UTC), False)
    assert [(stage.name, stage.at) for stage in decision.stages] == [
        ("half", 36 * HOUR),
        ("most", timedelta(hours=57.6)),
        ("hour", 71 * HOUR),
        ("grace", 72 * HOUR),
        ("last", 90 * HOUR),
        ("lost", 96 * HOUR),
    ]


def test_live_clocks_ignore_quiet_hours():
    evening = datetime(2026, 5, 1, 22, 55, tzinfo=ZoneInfo("Europe/Berlin"))
    live = Decision(PACES["live"], timedelta(minutes=10), evening, False, NIGHT)
    daily = Decision(PACES["daily"], timedelta(minutes=10), evening, False, NIGHT)
    assert difference(evening, live.time_of(live.stages[-1])) == timedelta(minutes=10)
    assert difference(evening, daily.time_of(daily.stages[0])) == timedelta(hours=8, minutes=10)


# --- the bank -------------------------------------------------------------------------------------------------------

story = st.lists(
    st.tuples(st.timedeltas(NO_TIME, 4 * DAY), st.booleans(), st.sampled_from([NO_TIME, HOUR, DAY])), max_size=30
)


@given(st.sampled_from(list(PACES.values())), moments(), quiets, pauses, story)
def test_folding_the_moves_gives_the_time_bank_kept_step_by_step(pace, asked, quiet, away, steps):
    bank, taken_so_far = pace.bank, []
    for took, by_clock, given_time in steps:
        decision = Decision(pace, bank + given_time, asked, False, quiet, away)
        now = asked.astimezone(UTC) + took
        spent = to_ms(decision.spent(now))
        taken_so_far.append((spent, by_clock, to_ms(given_time)))
        bank = timedelta(milliseconds=bank_after(pace, to_ms(bank + given_time), spent, by_clock))
        assert bank == timedelta(milliseconds=compute_bank(pace, taken_so_far))
        assert abs(bank - decision.bank_left(now)) < pace.add + 2 * TICK * 1000
        asked = now + HOUR


@given(st.sampled_from(list(PACES.values())), story)
def test_a_time_bank_is_never_negative_and_above_its_limit_only_by_gifts(pace, steps):
    told = [(to_ms(took), by_clock, to_ms(gift)) for took, by_clock, gift in steps]
    most = to_ms(pace.cap) + sum(gift for _took, _by_clock, gift in told)
    for length in range(len(told) + 1):
        assert 0 <= compute_bank(pace, told[:length]) <= most
    unanswered = [(took, True, 0) for took, _by_clock, _gift in told]
    assert compute_bank(pace, unanswered) <= to_ms(pace.bank)


# --- vacations ------------------------------------------------------------------------------------------------------


def test_a_vacation_over_new_year_is_split_by_local_years():
    auckland = ZoneInfo("Pacific/Auckland")
    away = [(datetime(2026, 12, 28, tzinfo=auckland), datetime(2027, 1, 5, tzinfo=auckland))]
    assert [vacation_taken(away, year, auckland) for year in (2025, 2026, 2027)] == [NO_TIME, 4 * DAY, 4 * DAY]


@given(pauses, st.sampled_from(["Pacific/Apia", "Europe/Berlin", "UTC"]))
def test_the_years_of_a_vacation_add_up(away, zone):
    whole = sum((end - start for start, end in merge(away)), NO_TIME)
    years = range(2011, 2028)
    assert sum((vacation_taken(away, year, ZoneInfo(zone)) for year in years), NO_TIME) == whole
    assert sum((vacation_taken((*away, *away), year, ZoneInfo(zone)) for year in years), NO_TIME) == whole
