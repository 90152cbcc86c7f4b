"""The rules of the clock: the order of its stages, time banks and vacations."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from games.clocks import rules
from games.clocks.counted_time import DAY, HOUR, NO_TIME, merge
from games.clocks.rules import PACES, Decision, bank_after, to_ms, vacation_taken
from tests.clocks.moments import NIGHT, TICK, amounts, difference, moments, pauses, quiets
from tests.clocks.time_travel import compute_bank

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
    moments_of = [decision.find_time(stage) for stage in decision.stages]
    assert moments_of == sorted(moments_of)


@given(decisions)
def test_stages_are_reached_exactly_on_time(decision):
    before = [stage for stage in decision.stages if stage.at > NO_TIME]
    for stage in before:
        moment = decision.find_time(stage)
        assert decision.find_stage(moment) in [other for other in decision.stages if other.at == stage.at]
        early = decision.find_stage(moment - TICK)
        assert early is None or early.at < stage.at


@given(decisions, amounts)
def test_the_next_stage_follows_the_one_reached(decision, long):
    now = decision.asked.astimezone(UTC) + long
    reached = decision.find_stage(now)
    following = decision.find_next_stage(reached.name if reached else "")
    if following is None:
        assert reached == decision.stages[-1]
    else:
        assert following in decision.stages
        assert decision.find_time(following) > now


@given(decisions)
def test_the_displayed_deadline_is_the_end_of_the_time_bank_then_of_grace(decision):
    names = [stage.name for stage in decision.stages]
    first = "default" if "default" in names else "grace" if "grace" in names else "lost"
    assert decision.find_displayed_stage("").name == first
    for late in ("grace", "last", "lost"):
        if late in names:
            assert decision.find_displayed_stage(late) == decision.stages[-1]


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


def test_a_normal_decision_has_these_stages():
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
    assert difference(evening, live.find_time(live.stages[-1])) == timedelta(minutes=10)
    assert difference(evening, daily.find_time(daily.stages[0])) == timedelta(hours=8, minutes=10)


# --- time banks -----------------------------------------------------------------------------------------------------

story = st.lists(
    st.tuples(st.timedeltas(NO_TIME, 4 * DAY), st.booleans(), st.sampled_from([NO_TIME, HOUR, DAY])), max_size=30
)


@given(st.sampled_from(list(PACES.values())), moments(), quiets, pauses, story)
def test_the_time_bank_computed_from_all_moves_equals_the_one_kept_step_by_step(pace, asked, quiet, away, steps):
    bank, taken_so_far = pace.bank, []
    for took, by_clock, given_time in steps:
        decision = Decision(pace, bank + given_time, asked, False, quiet, away)
        now = asked.astimezone(UTC) + took
        spent = to_ms(decision.measure_spent(now))
        taken_so_far.append((spent, by_clock, to_ms(given_time)))
        bank = timedelta(milliseconds=bank_after(pace, to_ms(bank + given_time), spent, by_clock))
        assert bank == timedelta(milliseconds=compute_bank(pace, taken_so_far))
        assert abs(bank - max(decision.bank - decision.measure_spent(now), NO_TIME)) < pace.add + 2 * TICK * 1000
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
