"""Times on pages. A script shows them in the reader's time zone and updates them; without it they are UTC."""

from datetime import datetime
from functools import lru_cache

from django import template
from django.utils import formats
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext

from games.clocks import counted_time, durations

MOST_CACHED = 1_000  # deadlines, which a table shows in several places

register = template.Library()
register.filter("pace_text", durations.describe_pace)
register.filter("hours", durations.format_hours)
register.filter("duration", durations.format_duration)


@register.filter
def iso(when: datetime) -> str:
    """A moment in ISO 8601, for scripts."""
    return when.astimezone(counted_time.UTC).isoformat(timespec="seconds")


@register.simple_tag
def moment(when: datetime) -> SafeString:
    """A moment: tomorrow 14:02."""
    return _moment(when, get_language())


@lru_cache(MOST_CACHED)
def _moment(when: datetime, _language: str | None) -> SafeString:
    return format_html('<time class="local moment" datetime="{}">{}</time>', iso(when), durations.format_absolute(when))


@register.simple_tag
def day(when: datetime) -> SafeString:
    """A date: Nov 17, 2026. The script shows the time for today, and the weekday for this week."""
    text = formats.date_format(when.astimezone(counted_time.UTC), pgettext("date format", "M j, Y"))
    return format_html('<time class="local" datetime="{}">{}</time>', iso(when), text)


@register.simple_tag
def relative_time(when: datetime, now: datetime | None = None) -> SafeString:
    """The time until or since a moment: in 2 days 3 hours. Without `now`, as in fragments, the script fills it in."""
    words = durations.format_relative(when, now) if now else ""
    return format_html('<time class="away" datetime="{}">{}</time>', iso(when), words)


@register.simple_tag
def waiting_time(since: datetime, words: str) -> SafeString:
    """How long something has been waiting: 2 hours. Shows `words` until the script updates it."""
    return format_html('<time class="waited" datetime="{}">{}</time>', iso(since), words)
