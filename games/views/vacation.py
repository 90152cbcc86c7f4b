"""Vacations: the page that lists, starts, plans and ends them."""

from datetime import date, datetime, time, timedelta
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import render as render_page
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games import play, refusals
from games.clocks import counted_time, database_clock, durations
from games.clocks import rules as clock_rules
from games.pages import form_fields
from games.refusals import Denied
from games.rules.base import Refused, short
from games.views import responses
from games.views.responses import Request

FURTHEST = timedelta(days=400)  # how far ahead vacations can be planned
FIELDS = ("days", "from", "to")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def vacation(request: Request) -> HttpResponseBase:
    """Show the reader's vacations, and start, plan or end one."""
    if request.method != "POST":
        return _render(request)
    try:
        sentence = _change(request.POST, cast(User, request.user))
    except Refused as no:
        if responses.wants_json(request):
            return responses.respond_to_refusal(request, no)
        return _render(request, no)
    messages.success(request, sentence)
    return responses.see_other(request, reverse("vacation"))


def _change(fields: QueryDict, user: User) -> str:
    do = form_fields.read_optional_choice(fields, "do", ("now", "plan", "end", "auto"), "now")
    if do == "end":
        play.end_vacation(user)
        if user.vacations.filter(ends_at__gt=database_clock.now()).exists():
            return _("Your planned vacation is canceled.")
        return _("Welcome back. Your clocks are running again, and any planned vacation is canceled.")
    if do == "auto":
        user.wants_auto_vacation = form_fields.read_optional_tick(fields, "auto")
        user.save(update_fields=["wants_auto_vacation"])
        return _("Settings saved.")
    made = play.add_vacation(user, *(_read_days(fields) if do == "now" else _read_dates(fields, user)))
    span = made.ends_at - made.starts_at + timedelta(minutes=1)  # the exact second of the click doesn't matter
    sentence = _("Your vacation of %(span)s is set. Your clocks stop until it ends.")
    return sentence % {"span": durations.format_duration(span)}


def _read_days(fields: QueryDict) -> tuple[datetime, datetime]:
    days, now = form_fields.read_number_up_to(fields, "days", most=clock_rules.VACATION_DAYS), database_clock.now()
    return now, now + timedelta(days=days)


def _read_dates(fields: QueryDict, user: User) -> tuple[datetime, datetime]:
    """Return the start of the first day and the end of the last, in the user's time zone. Today starts now."""
    zone, now = counted_time.find_zone(user.time_zone), database_clock.now()
    first, last = (_read_date(fields, name) for name in ("from", "to"))
    today = now.astimezone(zone).date()
    if first < today or last < first or last - today > FURTHEST:
        raise Denied("vacation.order")
    midnight = datetime.combine(last + timedelta(days=1), time(), zone)
    return max(datetime.combine(first, time(), zone), now), midnight


def _read_date(fields: QueryDict, name: str) -> date:
    text = form_fields.read_one(fields, name)
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Denied("vacation.date", value=short(text)) from None


def _render(request: Request, no: Refused | None = None) -> HttpResponse:
    user, now = cast(User, request.user), database_clock.now()
    zone = counted_time.find_zone(user.time_zone)
    local = now.astimezone(zone)
    found = list(user.vacations.filter(ends_at__gte=datetime(local.year, 1, 1, tzinfo=zone)).order_by("starts_at"))
    taken = clock_rules.vacation_taken([(each.starts_at, each.ends_at) for each in found], local.year, zone)
    left = max(timedelta(days=clock_rules.VACATION_DAYS) - taken, timedelta())
    listed = [each for each in found if each.ends_at > each.starts_at]
    running = [each for each in listed if each.starts_at <= now < each.ends_at]
    context: dict[str, Any] = {
        "days": clock_rules.VACATION_DAYS,
        "left": left,
        "most": max(left // timedelta(days=1), 1),
        "can_take": left >= timedelta(days=1),
        "now": now,
        "today": local.date(),
        "listed": listed,
        "current": min(running, key=lambda each: each.is_automatic, default=None),  # prefer one the user started
        "planned": [each for each in listed if each.starts_at > now],
        "said": refusals.explain(no.code, no.facts) if no else "",
        "draft": {name: request.POST.get(name, "")[:20] for name in FIELDS} if no else {},
    }
    return render_page(request, "games/vacation/vacation.html", context, status=refusals.http_status(no) if no else 200)
