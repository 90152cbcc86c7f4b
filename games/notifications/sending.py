"""Send due notifications: check again, claim, send, and retry.

A claimed row becomes due again after `LEASE`, so another worker takes over what a dead process held, with the same
Message-ID. A mail can come twice only if its sender dies between the server's answer and the next statement.
"""

import logging
import secrets
import smtplib
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

from django.core.mail import EmailMultiAlternatives, get_connection
from django.db.models import F, QuerySet

from accounts.models import User
from games.clocks import database_clock
from games.models import Notification, PushDevice
from games.notifications import content, email, webpush
from games.notifications.collect import lock_rows
from games.notifications.relevance import Checks
from games.notifications.routing import Channel, Status, asks_for_move
from games.play.locking import write_transaction

ROUND_SECONDS = 4.0  # roughly how long a call may take
LEASE = timedelta(minutes=5)
BACKOFF = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 20, 60, 180, 360))
MOST_PUSHES = 32  # push messages per batch
MOST_USERS = 100  # users per query
MOST_FAILURES = 5  # failures in a row before a device is deleted
MAIL_REFUSED = (smtplib.SMTPRecipientsRefused, smtplib.SMTPSenderRefused, smtplib.SMTPDataError)

log = logging.getLogger(__name__)
_push_threads = ThreadPoolExecutor(8, thread_name_prefix="push")  # only for push services, never the database


def deliver() -> int:
    """Send what is due now, and return how many messages went out."""
    end, sent, done = time.monotonic() + ROUND_SECONDS, 0, True
    while done and time.monotonic() < end:
        outcomes = [*_send_pushes(), *_send_mails(end)]
        done, sent = bool(outcomes), sent + sum(outcomes)
    return sent


def _select_due(channel: str, now: datetime) -> QuerySet[Notification]:
    rows = Notification.objects.filter(status__in=(Status.WAITING, Status.SENDING), due_at__lte=now, channel=channel)
    return rows.order_by("due_at", "id")


def _claim_rows(rows: Sequence[Notification], batch: str, now: datetime) -> list[Notification]:
    """Claim the rows, giving up those whose senders have died too often."""
    tired = [row.pk for row in rows if row.attempts > len(BACKOFF)]
    Notification.objects.filter(pk__in=tired).update(status=Status.FAILED)
    mine = [row for row in rows if row.pk not in tired]
    change = {"status": Status.SENDING, "claimed_at": now, "due_at": now + LEASE, "batch_key": batch}
    Notification.objects.filter(pk__in=[row.pk for row in mine]).update(**change, attempts=F("attempts") + 1)
    for row in mine:
        row.claimed_at, row.batch_key, row.attempts = now, batch, row.attempts + 1
    return mine


def _store_status(rows: Iterable[Notification], status: str, why: str = "", **more: Any) -> None:
    """Store the outcome, unless another sender has claimed the rows since."""
    for claimed in {row.claimed_at for row in rows}:
        ours = Notification.objects.filter(
            pk__in=[row.pk for row in rows if row.claimed_at == claimed], claimed_at=claimed
        )
        ours.filter(status=Status.SENDING).update(status=status, status_detail=why[:200], **more)


def _skip_irrelevant(rows: Iterable[Notification], checks: Checks) -> list[Notification]:
    """Return the rows that are still worth sending."""
    good = []
    for row in rows:
        if why := checks.find_reason(row):
            _store_status([row], Status.SKIPPED, why)
        elif until := checks.find_quiet_end(row):
            _store_status([row], Status.WAITING, "night", due_at=until, attempts=row.attempts - 1)
        else:
            good.append(row)
    return good


def _retry_later(rows: Sequence[Notification], said: str, wait: int = 0) -> None:
    """Retry later, unless it was tried too often."""
    attempts = rows[0].attempts
    if attempts > len(BACKOFF):
        _store_status(rows, Status.FAILED, said)
        return
    delay = max(BACKOFF[attempts - 1], timedelta(seconds=min(wait, 86_400)))
    _store_status(rows, Status.WAITING, said, due_at=database_clock.now() + delay)


# --- to devices ------------------------------------------------------------------------------------------------------


def _send_pushes() -> list[bool]:
    """Send a batch of push messages in parallel. Return for each whether it was accepted."""
    now = database_clock.now()
    if not _select_due(Channel.PUSH, now).exists():
        return []
    with write_transaction():
        rows = _claim_rows(list(lock_rows(_select_due(Channel.PUSH, now))[:MOST_PUSHES]), "", now)
    good = _skip_irrelevant(rows, Checks.load(rows, now))
    devices = PushDevice.objects.in_bulk([row.device_id for row in good])
    outcomes = [
        (row, devices[row.device_id], _push_threads.submit(_push_safely, devices[row.device_id], *written))
        for row in good
        if row.device_id in devices and (written := _write_push(row, now))
    ]
    for row, device, outcome in outcomes:
        _store_push_outcome(row, device, outcome.result())
    return [False] * (len(rows) - len(outcomes)) + [outcome.result().is_taken for *_rest, outcome in outcomes]


def _write_push(row: Notification, now: datetime) -> tuple[str, str, timedelta, bool] | None:
    """Return the text, topic, lifetime and urgency."""
    try:
        text, keep = content.make_push_message(row, now)
    except Exception:
        log.exception("Notification %s can't be composed", row.pk)
        _retry_later([row], "fault")
        return None
    return text, row.game_id or "", min(keep, content.KEEP), asks_for_move(row.topic)


def _push_safely(device: PushDevice, text: str, topic: str, keep: timedelta, is_urgent: bool) -> webpush.Outcome:
    """Send in a thread, so that one device's failure doesn't affect others."""
    try:
        return webpush.send(device, text, topic, keep, is_urgent)
    except Exception:
        log.exception("Device %s can't be notified", device.pk)
        return webpush.Outcome(400, "fault")


def _store_push_outcome(row: Notification, device: PushDevice, outcome: webpush.Outcome) -> None:
    now = database_clock.now()
    if outcome.is_taken:
        _store_status([row], Status.SENT, sent_at=now)
        PushDevice.objects.filter(pk=device.pk).update(last_used_at=now, failure_count=0)
    elif outcome.is_gone:
        _store_status([row], Status.FAILED, "device-gone")
        PushDevice.objects.filter(pk=device.pk).delete()
    elif outcome.is_refused:
        _store_status([row], Status.FAILED, outcome.said)
        PushDevice.objects.filter(pk=device.pk).update(failure_count=F("failure_count") + 1)
        PushDevice.objects.filter(pk=device.pk, failure_count__gte=MOST_FAILURES).delete()
    else:
        _retry_later([row], outcome.said, outcome.wait)


# --- by mail ---------------------------------------------------------------------------------------------------------


class MailServer:
    """One connection to the mail server for many mails."""

    def __init__(self) -> None:
        self.connection: Any = None
        self.is_away = False

    def send(self, mail: EmailMultiAlternatives) -> tuple[bool, bool, str]:
        """Return whether it was accepted; if not, whether it would be refused again, and what the server said."""
        try:
            if self.connection is None:
                self.connection = get_connection()
                self.connection.open()
            mail.connection = self.connection
            mail.send()
        except MAIL_REFUSED as error:
            code, reply = _parse_error(error)
            return False, 500 <= code < 600 and not isinstance(error, smtplib.SMTPSenderRefused), reply
        except OSError as error:  # includes all errors of smtplib
            self.is_away = True
            self.close()
            return False, False, _parse_error(error)[1]
        return True, False, ""

    def close(self) -> None:
        connection, self.connection = self.connection, None
        if connection is not None:
            try:
                connection.close()
            except OSError:
                log.info("The mail server closed the connection")


def _parse_error(error: Exception) -> tuple[int, str]:
    """Return the server's status code and text."""
    words: str | bytes
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, words = next(iter(error.recipients.values()))
    elif isinstance(error, smtplib.SMTPResponseException):
        code, words = error.smtp_code, error.smtp_error
    else:
        return 0, type(error).__name__
    text = words.decode(errors="replace") if isinstance(words, bytes) else str(words)
    return code, f"{code} {' '.join(text.split())}"


def _send_mails(end: float) -> list[bool]:
    """Send the mails of users who have one due. Return for each whether it was accepted."""
    now = database_clock.now()
    users = dict.fromkeys(_select_due(Channel.MAIL, now).values_list("user", flat=True)[:MOST_USERS])
    post, outcomes = MailServer(), []
    try:
        for user in users:
            if time.monotonic() > end or post.is_away:
                break
            if rows := _claim_mail(user):
                outcomes.append(_send_mail(post, rows))
    finally:
        post.close()
    return outcomes


def _claim_mail(user: int) -> list[Notification]:
    """Claim all that goes into the user's next mail: an earlier batch, or everything waiting.

    Nobody else can make one meanwhile.
    """
    with write_transaction():
        free = User.objects.select_for_update(skip_locked=True, no_key=True).filter(pk=user)
        if not list(free.values_list("pk")):
            return []
        now = database_clock.now()
        due = list(_select_due(Channel.MAIL, now).filter(user=user))
        if not due:
            return []
        if batch := due[0].batch_key:
            return _claim_rows([row for row in due if row.batch_key == batch], batch, now)
        fresh = Notification.objects.filter(user=user, channel=Channel.MAIL, status=Status.WAITING, batch_key="")
        return _claim_rows(list(fresh.order_by("due_at", "id")), secrets.token_hex(16), now)


def _send_mail(post: MailServer, rows: list[Notification]) -> bool:
    """Send one mail, and return whether it was accepted."""
    if not rows:
        return False
    now = database_clock.now()
    checks = Checks.load(rows, now)
    good = _skip_irrelevant(rows, checks)
    if not good:
        return False
    user = checks.known.users[good[0].user_id]
    try:
        mail = email.compose(user, checks.known.addresses[user.pk], good, good[0].batch_key, now)
    except Exception:
        log.exception("Mail %s can't be composed", good[0].batch_key)
        _retry_later(good, "fault")
        return False
    taken, is_final, reply = post.send(mail)
    if taken:
        _store_status(good, Status.SENT, sent_at=database_clock.now())
    elif is_final:
        _store_status(good, Status.FAILED, reply)
    else:
        _retry_later(good, reply)
    return taken
