"""Durations, times and paces in words."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.template import Context, Template

from games.clocks import durations, rules
from games.pages import labels

NOW = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)


def span(**parts) -> str:
    return durations.format_duration(timedelta(**parts))


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({}, "no time"),
        ({"milliseconds": 999}, "no time"),
        ({"seconds": 1}, "1 second"),
        ({"seconds": 59}, "59 seconds"),
        ({"minutes": 1}, "1 minute"),
        ({"minutes": 9, "seconds": 59}, "9 minutes 59 seconds"),
        ({"minutes": 10, "seconds": 59}, "10 minutes"),
        ({"minutes": 40}, "40 minutes"),
        ({"hours": 1}, "1 hour"),
        ({"hours": 1, "seconds": 59}, "1 hour"),
        ({"hours": 23, "minutes": 59, "seconds": 59}, "23 hours 59 minutes"),
        ({"days": 1}, "1 day"),
        ({"days": 2, "hours": 3, "minutes": 59}, "2 days 3 hours"),
        ({"days": 400}, "400 days"),
        ({"days": -3}, "no time"),
    ],
)
def test_durations_have_at_most_two_units_and_are_rounded_down(parts, said):
    assert span(**parts) == said


@pytest.mark.parametrize("seconds", [1, 59, 60, 599, 600, 3_599, 3_600, 86_399, 86_400, 1_000_000, 34_560_000])
def test_durations_are_rounded_down_to_their_smaller_unit(seconds):
    units = {"day": 86_400, "hour": 3_600, "minute": 60, "second": 1}
    found = re.findall(r"(\d+) (day|hour|minute|second)s?\b", span(seconds=seconds))
    said = sum(int(number) * units[unit] for number, unit in found)
    assert 0 <= seconds - said < (3_600 if seconds >= 86_400 else 60)


@pytest.mark.parametrize(
    ("away", "said"),
    [
        (timedelta(days=2, hours=3), "in 2 days 3 hours"),
        (timedelta(minutes=-40), "40 minutes ago"),
        (timedelta(milliseconds=300), "now"),
        (timedelta(), "now"),
    ],
)
def test_relative_times_name_past_and_future(away, said):
    assert durations.format_relative(NOW + away, NOW) == said


@pytest.mark.parametrize(
    ("zone", "said"),
    [
        ("", "Wed, Nov 18, 12:00 UTC"),
        ("UTC", "Wed, Nov 18, 12:00 UTC"),
        ("Europe/Berlin", "Wed, Nov 18, 13:00 (Europe/Berlin)"),
        ("America/New_York", "Wed, Nov 18, 07:00 (America/New York)"),
        ("Pacific/Auckland", "Thu, Nov 19, 01:00 (Pacific/Auckland)"),
        ("Mars/Olympus", "Wed, Nov 18, 12:00 UTC"),
    ],
)
def test_times_are_in_the_readers_time_zone(zone, said):
    assert durations.format_absolute(NOW, zone) == said
    assert durations.format_both(NOW, NOW - timedelta(hours=1), zone) == f"{said}, in 1 hour"


def test_a_pace_is_described_in_one_line():
    assert (
        durations.describe_pace("daily") == "3 days to start, plus 12 hours per decision; 12 hours for small decisions"
    )
    assert durations.describe_pace("live") == "10 minutes to start, plus 30 seconds per decision"
    assert durations.describe_pace("untimed") == "no clock"


@pytest.mark.parametrize("name", rules.PACES)
def test_every_pace_has_a_description(name):
    assert durations.format_duration(rules.PACES[name].bank) in durations.describe_pace(name)
    assert name in {called.value for called in labels.PACES}


def test_times_on_pages_are_readable_with_and_without_javascript():
    page = Template("{% load times %}{% moment when %} {% relative_time when %} {% relative_time when now %}").render(
        Context({"when": NOW + timedelta(hours=2), "now": NOW})
    )
    assert page == (
        '<time class="local moment" datetime="2026-11-18T14:00:00+00:00">Wed, Nov 18, 14:00 UTC</time> '
        '<time class="away" datetime="2026-11-18T14:00:00+00:00"></time> '
        '<time class="away" datetime="2026-11-18T14:00:00+00:00">in 2 hours</time>'
    )


def test_the_page_passes_the_words_to_the_script():
    base = (Path(__file__).parent.parent.parent / "templates" / "base.html").read_text()
    for name in ("in", "ago", "now"):
        assert f' data-time-{name}="' in base
