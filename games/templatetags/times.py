"""Moments in pages: the script puts them into the reader's zone and keeps them true; without it they are in UTC."""

from datetime import datetime, timedelta

from django import template
from django.utils import formats
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from games.clocks import counted_time, durations

register = template.Library()


@register.filter
def iso(when: datetime) -> str:
    """The moment for a script."""
    return when.astimezone(counted_time.UTC).isoformat(timespec="seconds")


@register.simple_tag
def moment(when: datetime) -> SafeString:
    """When it is: tomorrow 14:02."""
    return format_html('<time class="local moment" datetime="{}">{}</time>', iso(when), durations.format_absolute(when))


@register.simple_tag
def day(when: datetime) -> SafeString:
    """On which day it was: Nov 17, 2026; by the script today's clock, this week's day."""
    said = formats.date_format(when.astimezone(counted_time.UTC), pgettext("date format", "M j, Y"))
    return format_html('<time class="local" datetime="{}">{}</time>', iso(when), said)


@register.simple_tag
def away(when: datetime, now: datetime | None = None) -> SafeString:
    """How far away it is: in 2 days 3 hours. Where no `now` is said, as in a fragment, the script says it."""
    words = durations.format_relative(when, now) if now else ""
    return format_html('<time class="away" datetime="{}">{}</time>', iso(when), words)


@register.simple_tag
def waited(since: datetime, words: str) -> SafeString:
    """For how long something has waited, said by `words` until the script says it: 2 hours."""
    return format_html('<time class="waited" datetime="{}">{}</time>', iso(since), words)


@register.filter
def pace_gives(pace: str) -> str:
    """How much time that pace gives."""
    return durations.describe_pace(pace)


@register.filter
def hours(amount: timedelta) -> str:
    """The same by its hours: 24 hours."""
    return durations.format_hours(amount)


@register.filter
def span(amount: timedelta) -> str:
    """How long: 2 days 3 hours."""
    return durations.format_duration(amount)
