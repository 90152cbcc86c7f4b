"""Start and end vacations, and update the deadlines of the games they pause."""

from datetime import datetime, timedelta

from django.db.models import Max

from accounts.models import User, Vacation
from games.clocks import counted_time, database_clock, rules
from games.play.changed_hours import update_deadlines
from games.play.locking import write_transaction
from games.refusals import Denied

MOST_VACATIONS = 50  # per year, even if ended at once, because every move of the player reads them
ONE_YEAR = timedelta(days=365)


def add_vacation(user: User, start: datetime, end: datetime) -> Vacation:
    """Add a vacation, during which none of the user's clocks run."""
    with write_transaction():
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        now = database_clock.now()
        start = max(start, now, _automatic_end(user, now))
        if end <= start:
            raise Denied("vacation.order")
        if user.vacations.filter(starts_at__lt=end, ends_at__gt=start).exists():
            raise Denied("vacation.twice")
        if user.vacations.filter(starts_at__gt=now - ONE_YEAR).count() >= MOST_VACATIONS:
            raise Denied("vacation.many", most=MOST_VACATIONS)
        if over := excess_vacation(user, start, end):
            raise Denied("vacation.days", days=rules.VACATION_DAYS, over=-(-over // counted_time.DAY))
        made = Vacation.objects.create(user=user, starts_at=start, ends_at=end)
        User.objects.filter(pk=user.pk).update(away_until=max(end, user.away_until or end))
    update_deadlines(user)
    return made


def end_vacation(user: User) -> None:
    """End the user's vacation and delete planned ones.

    A day that was taken automatically goes on, because without it the seat would be lost now.
    """
    with write_transaction():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        now = database_clock.now()
        chosen = user.vacations.filter(is_automatic=False)
        chosen.filter(starts_at__gt=now).delete()
        chosen.filter(ends_at__gt=now).update(ends_at=now)
        User.objects.filter(pk=user.pk).update(away_until=_automatic_end(user, now))
    update_deadlines(user)


def _automatic_end(user: User, now: datetime) -> datetime:
    """Return when the automatic vacation day ends, or now if there is none."""
    last: datetime | None = user.vacations.filter(is_automatic=True).aggregate(last=Max("ends_at"))["last"]
    return max(last or now, now)


def excess_vacation(user: User, start: datetime, end: datetime) -> timedelta:
    """Return by how much this vacation exceeds the yearly allowance."""
    local = counted_time.find_zone(user.time_zone)
    first = datetime(start.astimezone(local).year, 1, 1, tzinfo=local)
    known = [*user.vacations.filter(ends_at__gt=first).values_list("starts_at", "ends_at"), (start, end)]
    years = range(start.astimezone(local).year, end.astimezone(local).year + 1)
    allowed = timedelta(days=rules.VACATION_DAYS)
    return max(max(rules.vacation_taken(known, year, local) - allowed, timedelta()) for year in years)
