"""Times in words, for pages and e-mails: durations and dates."""

from datetime import datetime, timedelta

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy, pgettext

from games.clocks import counted_time, rules

SECOND, MINUTE, HOUR, DAY = (timedelta(seconds=size) for size in (1, 60, 3_600, 86_400))


DAYS = ngettext_lazy("%(number)s day", "%(number)s days", "number")
HOURS = ngettext_lazy("%(number)s hour", "%(number)s hours", "number")
MINUTES = ngettext_lazy("%(number)s minute", "%(number)s minutes", "number")
SECONDS = ngettext_lazy("%(number)s second", "%(number)s seconds", "number")
UNITS = ((DAY, DAYS), (HOUR, HOURS), (MINUTE, MINUTES), (SECOND, SECONDS))


def format_duration(amount: timedelta) -> str:
    """Format a duration in at most two units, rounded down: 2 days 3 hours, 40 minutes, 30 seconds."""
    if amount < SECOND:
        return _("no time")
    place = next(place for place, (unit, _words) in enumerate(UNITS) if amount >= unit)
    if place == len(UNITS) - 2 and amount >= 10 * MINUTE:  # seconds matter only at the end
        return MINUTES % {"number": amount // MINUTE}
    found = []
    for unit, words in UNITS[place : place + 2]:
        number, amount = divmod(amount, unit)
        if number:
            found.append(words % {"number": number})
    return " ".join(found)


def format_hours(amount: timedelta) -> str:
    """Format a duration in hours (24 hours) if it is a whole number of them."""
    return HOURS % {"number": amount // HOUR} if amount % HOUR == timedelta() else format_duration(amount)


def format_relative(when: datetime, now: datetime) -> str:
    """Format the distance from now, either way: in 2 days 3 hours, 40 minutes ago, now."""
    if abs(when - now) < SECOND:
        return _("now")
    if when > now:
        return _("in %(span)s") % {"span": format_duration(when - now)}
    return _("%(span)s ago") % {"span": format_duration(now - when)}


def format_absolute(when: datetime, zone: str = "") -> str:
    """Format a time in a time zone, with its name: Thu, Nov 19, 14:02 (Europe/Berlin). The default is UTC."""
    local = when.astimezone(counted_time.find_zone(zone))
    text = _("%(day)s, %(clock)s") % {
        "day": formats.date_format(local, pgettext("date format", "D, M j")),
        "clock": f"{local:%H:%M}",
    }
    name = str(counted_time.find_zone(zone))
    return f"{text} UTC" if name == "UTC" else f"{text} ({name.replace('_', ' ')})"


def format_both(when: datetime, now: datetime, zone: str = "") -> str:
    """Format a time and its distance from now: Thu, Nov 19, 14:02 (Europe/Berlin), in 2 days 3 hours."""
    return _("%(absolute)s, %(relative)s") % {
        "absolute": format_absolute(when, zone),
        "relative": format_relative(when, now),
    }


def describe_pace(name: str) -> str:
    """Describe a pace in one line: 3 days, and 12 hours more for each decision; small ones 12 hours."""
    given = rules.PACES.get(name)
    if given is None:
        return _("no clock")
    facts = {
        "bank": format_duration(given.bank),
        "add": format_duration(given.add),
        "small": format_duration(given.small),
    }
    if given.small:
        return _("%(bank)s to start, plus %(add)s per decision; %(small)s for small decisions") % facts
    return _("%(bank)s to start, plus %(add)s per decision") % facts
