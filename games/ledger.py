"""The ledger in words: what was to be told, by which channel, when, and why not; and whether mail comes through."""

from datetime import datetime
from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from games import letters, words
from games.models import Notice

SHOWN = 30
REFUSED = 2  # mails in a row, and we say that we cannot reach somebody
LOOKED_AT = 40  # rows of the ledger for that

WHYS = {
    "looking": gettext_lazy("you were looking at that table"),
    "moved": gettext_lazy("you had moved already"),
    "past": gettext_lazy("it was settled already"),
    "read": gettext_lazy("you had read it already"),
    "table": gettext_lazy("you want no such message of that table"),
    "reminders-off": gettext_lazy("reminders are off"),
    "chat-off": gettext_lazy("messages about chat are off"),
    "mail-off": gettext_lazy("mail is off"),
    "push-off": gettext_lazy("messages on devices are off"),
    "unconfirmed": gettext_lazy("your e-mail address is not confirmed"),
    "no-way": gettext_lazy("there is no address and no device to tell it to"),
    "device-gone": gettext_lazy("this device takes no more messages"),
    "closed": gettext_lazy("this account is closed"),
    "night": gettext_lazy("it is night where you are"),
    "fault": gettext_lazy("something went wrong here"),
}


class Line(NamedTuple):
    """A row of the ledger."""

    title: str
    game: str  # its kind
    url: str
    way: str
    when: datetime  # made
    moment: datetime  # sent, or due
    status: str
    words: str  # what became of it
    why: str
    tries: str


def lines(user: User) -> list[Line]:
    """The last ones, the newest first."""
    rows = Notice.objects.filter(user=user).select_related("game", "device").order_by("-id")
    return [_line(row) for row in rows.defer("game__state", "game__server")[:SHOWN]]


def _line(row: Notice) -> Line:
    tries = ngettext("tried %(count)s time", "tried %(count)s times", row.attempts) % {"count": row.attempts}
    return Line(
        title=letters.title(row.what, row.facts),
        game=words.name(row.game.kind) if row.game else "",
        url=reverse("table", args=[row.game_id]) if row.game_id else "",
        way=_way(row),
        when=row.made,
        moment=row.sent or row.due,
        status=row.status,
        words=str(Notice.Status(row.status).label),
        why=str(WHYS.get(row.why, row.why)),
        tries=tries if row.attempts > 1 else "",
    )


def _way(row: Notice) -> str:
    """By which channel, and to which device."""
    label = str(Notice.Channel(row.channel).label)
    return _("%(channel)s, %(device)s") % {"channel": label, "device": row.device.name} if row.device else label


def unreached(user: User) -> str:
    """The address that refused the last mails; empty: none did."""
    rows = Notice.objects.filter(user=user, channel=Notice.Channel.MAIL).order_by("-id")
    batches: dict[str, str] = {}
    for batch, status in rows.values_list("batch", "status")[:LOOKED_AT]:
        if status in (Notice.Status.SENT, Notice.Status.FAILED):
            batches.setdefault(batch, status)
    last = list(batches.values())[:REFUSED]
    if len(last) < REFUSED or Notice.Status.SENT in last:
        return ""
    return confirmed(user)


def confirmed(user: User) -> str:
    """The address that mail goes to; empty: none is confirmed."""
    found = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    return str(found.values_list("email", flat=True).first() or "")


def unconfirmed(user: User) -> str:
    """An address that was given and waits to be confirmed."""
    found = EmailAddress.objects.filter(user=user, verified=False)
    return str(found.values_list("email", flat=True).first() or "")
