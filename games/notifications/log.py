"""The log of notifications: what was sent by which channel, or why not, and whether mail is refused."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.models import Notification
from games.notifications import content
from games.pages.lists import Row, load_seats

SHOWN = 30
REFUSED = 2  # refused mails in a row before we warn the user
LOOKED_AT = 40  # log rows checked for that
OPEN = (Notification.Status.WAITING, Notification.Status.SENDING)
SOON = timedelta(seconds=30)
TEST = gettext_lazy("Test")  # shows whether the channel works

REASONS = {
    "looking": gettext_lazy("you were looking at the table"),
    "moved": gettext_lazy("you had already moved"),
    "past": gettext_lazy("it was no longer needed"),
    "read": gettext_lazy("you had already read it"),
    "table": gettext_lazy("you turned this off for that table"),
    "reminders-off": gettext_lazy("reminders are off"),
    "chat-off": gettext_lazy("chat notifications are off"),
    "mail-off": gettext_lazy("e-mail notifications are off"),
    "push-off": gettext_lazy("push notifications are off"),
    "unconfirmed": gettext_lazy("your e-mail address isn't confirmed"),
    "no-way": gettext_lazy("you have no confirmed e-mail and no device"),
    "device-gone": gettext_lazy("this device no longer accepts notifications"),
    "closed": gettext_lazy("this account has been closed"),
    "night": gettext_lazy("it's night where you are"),
    "fault": gettext_lazy("something went wrong on our side"),
}


def list_rows(user: User) -> list[tuple[Notification, Row | None]]:
    """Return the latest rows and their games, newest first."""
    rows = Notification.objects.filter(user=user).with_game("device").order_by("-id")[:SHOWN]
    found = [(row, Row(row.game, user) if row.game else None) for row in rows]
    load_seats([game for _row, game in found if game])
    return found


def is_changing(rows: Iterable[Notification], now: datetime) -> bool:
    """Whether something is being sent or soon will be, so that the page should reload the log."""
    return any(row.status in OPEN and (row.sent_at or row.due_at) < now + SOON for row in rows)


def format_title(row: Notification) -> str:
    return str(TEST) if row.topic == "test" else content.format_title(row.topic, row.facts)


def explain_status(row: Notification) -> str:
    """Say why it wasn't sent, or not yet."""
    return str(REASONS.get(row.status_detail, row.status_detail))


def refused_address(user: User) -> str:
    """Return the address that refused the last mails, or an empty string."""
    rows = Notification.objects.filter(user=user, channel=Notification.Channel.MAIL).order_by("-id")
    batches: dict[str, str] = {}
    for batch, status in rows.values_list("batch_key", "status")[:LOOKED_AT]:
        if status in (Notification.Status.SENT, Notification.Status.FAILED):
            batches.setdefault(batch, status)
    last = list(batches.values())[:REFUSED]
    if len(last) < REFUSED or Notification.Status.SENT in last:
        return ""
    return confirmed_address(user)


def confirmed_address(user: User) -> str:
    """Return the confirmed address that mail goes to, or an empty string."""
    found = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    return str(found.values_list("email", flat=True).first() or "")


def unconfirmed_address(user: User) -> str:
    """Return an unconfirmed address, or an empty string."""
    found = EmailAddress.objects.filter(user=user, verified=False)
    return str(found.values_list("email", flat=True).first() or "")
