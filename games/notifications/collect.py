"""Collect notifications from anywhere, and route them in the periodic work."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from django.db import transaction
from django.db.models import Count, Q, QuerySet

from accounts.models import User
from games.clocks import counted_time, database_clock, rules
from games.models import Game, Notification, NotificationSettings, Reliability, Seat, enqueue_notification, sums
from games.notifications.routing import Channel, Recipients, Status
from games.play.locking import write_transaction

__all__ = ["collect_all", "enqueue_notification", "lock_rows"]

MOST = 500  # rows per round
TWO_PLAYERS = 2
PLAN_PATIENCE = timedelta(minutes=1)  # how long to wait for a plan's answer before notifying its owner
KEPT_FOR = timedelta(days=60)  # how long the log goes back
DIGEST_WINDOW_HOURS = 6  # hours after its hour, a digest is left out


def collect_all() -> int:
    """Find who has to be notified, route it, and return how many rows were created."""
    now = database_clock.now()
    made = 0
    if Seat.objects.filter(is_notified=False).exists() or _select_unrouted(now).exists():
        with write_transaction():
            made = _collect(now)
    return made + _enqueue_digests(now)


def _collect(now: datetime) -> int:
    """Collect from rows that no other sweep is working on."""
    intended = list(lock_rows(_select_unrouted(now).order_by("due_at", "id"))[:MOST])
    news = [*_collect_from_seats(now), *intended]
    known = Recipients.load(news, now)
    rows = [row for notice in news for row in known.route(notice)]
    _delete_superseded(rows)
    Notification.objects.filter(pk__in=[notice.pk for notice in intended]).delete()
    return len(Notification.objects.bulk_create(rows))


def lock_rows(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Lock the rows until the end of the transaction, except those others hold. SQLite has only one writer anyway."""
    return rows.select_for_update(skip_locked=True, of=("self",))


def _select_unrouted(now: datetime) -> QuerySet[Notification]:
    return Notification.objects.filter(status=Status.WAITING, channel=Channel.NONE, due_at__lte=now)


def _delete_superseded(rows: Iterable[Notification]) -> None:
    """Delete earlier turns at the same tables that were never sent. The log keeps only the last of those."""
    turns = {(row.user_id, row.game_id) for row in rows if row.topic == "turn"}
    if not turns:
        return
    unsent = ("looking", "moved", "no-way", "unconfirmed", "table")
    old = Q(status=Status.WAITING) | Q(status=Status.SKIPPED, status_detail__in=unsent)
    found = Notification.objects.filter(
        old, topic="turn", user__in={user for user, _game in turns}, game__in={game for _user, game in turns}
    ).exclude(channel=Channel.NONE)
    rows_of = [pk for pk, user, game in found.values_list("pk", "user", "game") if (user, game) in turns]
    Notification.objects.filter(pk__in=rows_of).delete()


def mail_waiting_turns(user: User) -> int:
    """Mail turns that were already waiting when the address was confirmed. Return how many."""
    now = database_clock.now()
    with write_transaction():
        seats = Seat.objects.waiting().filter(user=user, is_notified=True).with_game()
        sent = Notification.objects.filter(user=user, channel=Channel.MAIL).exclude(status=Status.SKIPPED)
        mailed = dict(sent.order_by("created_at").values_list("game", "created_at"))
        new = [seat for seat in seats if seat.asked_at and mailed.get(seat.game_id, seat.asked_at) <= seat.asked_at]
        news = [_make_notification(seat, find_news(seat), now) for seat in new]
        known = Recipients.load(news, now)
        rows = [row for notice in news for row in known.route(notice) if row.channel == Channel.MAIL]
        unsent = Notification.objects.filter(user=user, channel=Channel.SITE, topic="turn")
        unsent.filter(game__in=[row.game_id for row in rows]).delete()
        return len(Notification.objects.bulk_create(rows))


def connect_signals() -> None:
    """Connect the signal once the app is ready."""
    email_confirmed.connect(_mail_when_confirmed, dispatch_uid="turns are mailed")


def _mail_when_confirmed(email_address: EmailAddress, **_kwargs: Any) -> None:
    mail_waiting_turns(email_address.user)


# --- seats whose player must be notified ------------------------------------------------------------------------------


def _collect_from_seats(now: datetime) -> list[Notification]:
    """Return the notifications for players whose seats have changed, and count their reliability."""
    has_plan_due = Q(is_to_move=True, has_plans=True, game__auto_move_due_at__gt=now - PLAN_PATIENCE)
    waiting = Seat.objects.filter(is_notified=False).exclude(has_plan_due).with_game()
    seats = list(lock_rows(waiting.order_by("id"))[:MOST])
    news = [_make_notification(seat, what, now) for seat in seats if seat.user_id and (what := find_news(seat))]
    counted = _count_reliability(seats)
    Seat.objects.filter(pk__in=counted).update(is_in_reliability=True)
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(is_notified=True)
    return news


def _make_notification(seat: Seat, what: str, now: datetime) -> Notification:
    return Notification(
        user_id=seat.user_id or 0,
        game=seat.game,
        seat=seat.number,
        game_version=seat.game.version,
        topic=what,
        facts={"place": seat.rank} if what == "over" else {},
        created_at=now,
    )


def find_news(seat: Seat) -> str:
    """Return what to notify the seat's player of, or an empty string."""
    status = seat.game.status
    if seat.has_left:  # if the game ended later, the player was notified when they lost the seat
        if seat.leave_reason != Seat.LeaveReason.CLOCK:
            return ""
        return "lost" if status == Game.Status.PLAYING else "" if seat.is_in_reliability else "over"
    if status == Game.Status.FINISHED:
        return "over"
    if status == Game.Status.PLAYING and seat.is_to_move:
        return seat.clock_stage if seat.clock_stage in rules.WARNINGS else "turn"
    return ""


def _count_reliability(seats: Iterable[Seat]) -> list[int]:
    """Count each multiplayer game once for the player who started it, when it is finished or left."""
    ready = [
        seat
        for seat in seats
        if not seat.is_in_reliability and (seat.has_left or seat.game.status == Game.Status.FINISHED)
    ]
    people = Seat.objects.filter(game__in={seat.game_id for seat in ready}, user__isnull=False)
    shared = {game for game, count in people.order_by().values_list("game").annotate(Count("pk")) if count > 1}
    started: Counter[int] = Counter()
    finished: Counter[int] = Counter()
    for seat in ready:
        who = seat.leaver_id or seat.user_id
        if who is not None and seat.game_id in shared:
            started[who] += 1
            finished[who] += _has_finished(seat)
    rows = [{"user": user, "started": started[user], "finished": finished[user]} for user in started]
    sums.add(Reliability, ("user",), rows)
    return [seat.pk for seat in ready]


def _has_finished(seat: Seat) -> bool:
    """Whether the original player finished. Resigning to the only opponent counts as finishing."""
    if seat.leaver_id is not None:
        return False
    return not seat.has_left or (seat.game.seat_count == TWO_PLAYERS and seat.leave_reason == Seat.LeaveReason.RESIGNED)


# --- once a day -------------------------------------------------------------------------------------------------------

_minute = ""  # the last minute in which this process enqueued digests


def _enqueue_digests(now: datetime) -> int:
    """Enqueue daily mails whose hour has come, and delete old rows. Done once a minute in each process."""
    global _minute
    if _minute == f"{now:%H:%M}":
        return 0
    _minute = f"{now:%H:%M}"
    old = Notification.objects.filter(created_at__lt=now - KEPT_FOR).exclude(
        status__in=(Status.WAITING, Status.SENDING)
    )
    if old.exists():
        old.delete()
    settings = NotificationSettings.objects.filter(wants_digest=True, user__is_active=True).select_related("user")
    return sum(_enqueue_digest(reach, now) for reach in settings)


def _enqueue_digest(reach: NotificationSettings, now: datetime) -> bool:
    local = now.astimezone(counted_time.find_zone(reach.user.time_zone))
    if not reach.digest_hour <= local.hour < reach.digest_hour + DIGEST_WINDOW_HOURS:
        return False
    if reach.last_digest_on is not None and reach.last_digest_on >= local.date():
        return False
    with transaction.atomic():
        mine = NotificationSettings.objects.filter(pk=reach.pk, last_digest_on=reach.last_digest_on).update(
            last_digest_on=local.date()
        )
        if mine:
            enqueue_notification([reach.user_id], "digest")
    return bool(mine)
