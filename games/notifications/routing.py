"""Route a notification to mail and push, and record why not."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.utils.dateparse import parse_datetime

from accounts.models import User
from games.clocks.rules import WARNINGS
from games.models import Game, Notification, NotificationSettings, PushDevice, Visit

NO_DELAY = timedelta()
MAX_SHARE = 10  # a mail about a deadline waits at most a tenth of the time left
PUSH_DELAY = timedelta(seconds=5)  # players who are at the table answer in the meantime
MINUTE = timedelta(minutes=1)

Channel, Status = Notification.Channel, Notification.Status


class NotificationType(NamedTuple):
    """A type of notification. `group`: the setting for it; `mail`: how long a mail waits, if not as chosen."""

    group: str
    mail: timedelta | None = None


CLOCK, TURN, NEWS, CHAT, ASKED = "clock", "turn", "news", "chat", "asked"
TYPES = {
    "turn": NotificationType(TURN),
    "half": NotificationType(CLOCK, MINUTE),
    "most": NotificationType(CLOCK, MINUTE),
    "hour": NotificationType(CLOCK, NO_DELAY),
    "grace": NotificationType(CLOCK, MINUTE),
    "last": NotificationType(CLOCK, NO_DELAY),
    "lost": NotificationType(CLOCK, MINUTE),
    "idle": NotificationType(CLOCK, MINUTE),
    "vacation": NotificationType(CLOCK, MINUTE),
    "chat": NotificationType(CHAT),
    "test": NotificationType(ASKED, NO_DELAY),
    "digest": NotificationType(ASKED, NO_DELAY),
}  # everything else is news
OTHER = NotificationType(NEWS)


def get_type(name: str) -> NotificationType:
    return TYPES.get(name, OTHER)


def asks_for_move(name: str) -> bool:
    """Whether it asks for a move and becomes irrelevant once that is made."""
    return get_type(name).group == TURN or name in WARNINGS


def find_end(notice: Notification) -> datetime | None:
    """Return when it becomes irrelevant by itself, if it does."""
    return parse_datetime(str(notice.facts.get("until") or ""))


def find_refusal(name: str, channel: str, reach: NotificationSettings, visit: Visit | None) -> str:
    """Return why the user doesn't want this by that channel, or an empty string."""
    group = get_type(name).group
    if group == ASKED:
        return ""
    muted = visit is not None and (
        visit.notify_about == Visit.NotifyAbout.NONE
        or (visit.notify_about == Visit.NotifyAbout.CLOCK and group != CLOCK)
    )
    if muted:
        return "table"
    if group == CLOCK and not reach.wants_reminders:
        return "reminders-off"
    if group == CHAT and (not reach.wants_chat or (visit is not None and visit.is_chat_muted)):
        return "chat-off"
    if channel == Channel.MAIL and not reach.wants_mail:
        return "mail-off"
    if channel == Channel.PUSH and not reach.wants_push:
        return "push-off"
    return ""


@dataclass
class Recipients:
    """What is known about some recipients, in six queries however many there are."""

    now: datetime
    users: dict[int, User]
    reach: dict[int, NotificationSettings]
    addresses: dict[int, str]  # confirmed ones
    unconfirmed: set[int]
    devices: dict[int, list[PushDevice]]
    visits: dict[tuple[str, int], Visit]
    paces: dict[str, str]

    @classmethod
    def load(cls, notices: Iterable[Notification], now: datetime) -> "Recipients":
        notices = list(notices)
        ids = {notice.user_id for notice in notices}
        games = {notice.game_id for notice in notices if notice.game_id}
        found = EmailAddress.objects.filter(user__in=ids).order_by("primary", "pk")  # the primary last, so it wins
        mailed = {address.user_id: address.email for address in found if address.verified}
        visits = Visit.objects.filter(game__in=games, user__in=ids).defer("note")
        devices: dict[int, list[PushDevice]] = defaultdict(list)
        for device in PushDevice.objects.filter(user__in=ids).order_by("pk"):
            devices[device.user_id].append(device)
        return cls(
            now=now,
            users=User.objects.in_bulk(ids),
            reach=NotificationSettings.objects.in_bulk(ids),
            addresses=mailed,
            unconfirmed={address.user_id for address in found} - mailed.keys(),
            devices=devices,
            visits={(visit.game_id, visit.user_id): visit for visit in visits},
            paces=dict(Game.objects.filter(pk__in=games).values_list("pk", "pace")),
        )

    def find_settings(self, user: int) -> NotificationSettings:
        """Return the settings, by default those of new users."""
        return self.reach.get(user) or NotificationSettings(user_id=user)

    def find_visit(self, notice: Notification) -> Visit | None:
        """Return the recipient's settings for that table."""
        return self.visits.get((notice.game_id or "", notice.user_id))

    def route(self, notice: Notification) -> list[Notification]:
        """Return a row for each channel to try, or one that says why there is none.

        Unwanted chat leaves no row, because nobody asked for it.
        """
        user = self.users[notice.user_id]
        if not user.is_active:
            return [self._make_row(notice, Channel.SITE, why="closed")]
        reach, visit = self.find_settings(user.pk), self.find_visit(notice)
        no = {channel: find_refusal(notice.topic, channel, reach, visit) for channel in (Channel.MAIL, Channel.PUSH)}
        rows = []
        if not no[Channel.MAIL] and user.pk in self.addresses and self._is_worth_a_mail(notice):
            rows.append(self._make_row(notice, Channel.MAIL, self._find_mail_delay(notice, reach)))
        if not no[Channel.PUSH] and notice.topic != "digest":
            delay = NO_DELAY if get_type(notice.topic).group == ASKED else PUSH_DELAY
            rows += [self._make_row(notice, Channel.PUSH, delay, device) for device in self.devices.get(user.pk, [])]
        if rows or "chat-off" in no.values():
            return rows
        why = self._find_reason(user.pk, no[Channel.MAIL], no[Channel.PUSH])
        return [self._make_row(notice, Channel.SITE, why=why)]

    def _is_worth_a_mail(self, notice: Notification) -> bool:
        """Whether a mail can arrive in time: not for a move in a live game."""
        return not (asks_for_move(notice.topic) and self.paces.get(notice.game_id or "") == Game.Pace.LIVE)

    def _find_mail_delay(self, notice: Notification, reach: NotificationSettings) -> timedelta:
        """Return the delay the user chose, or less if it is urgent or would be irrelevant by then."""
        delays, end = [timedelta(minutes=reach.mail_delay_minutes)], find_end(notice)
        if (fixed := get_type(notice.topic).mail) is not None:
            delays.append(fixed)
        if end is not None:
            delays.append(max((end - self.now) / MAX_SHARE, NO_DELAY))
        return min(delays)

    def _find_reason(self, user: int, mail: str, push: str) -> str:
        """Return the most helpful reason: unwanted, a channel that is off, or no channel at all."""
        if mail in ("table", "reminders-off"):
            return mail
        if mail and user in self.addresses:
            return mail
        if push and user in self.devices:
            return push
        return "unconfirmed" if user in self.unconfirmed and not mail else "no-way"

    def _make_row(
        self,
        notice: Notification,
        channel: str,
        delay: timedelta = NO_DELAY,
        device: PushDevice | None = None,
        why: str = "",
    ) -> Notification:
        return Notification(
            user_id=notice.user_id,
            game_id=notice.game_id,
            seat=notice.seat,
            game_version=notice.game_version,
            topic=notice.topic,
            facts=notice.facts,
            created_at=notice.created_at,
            channel=channel,
            device=device,
            status=Status.SKIPPED if channel == Channel.SITE else Status.WAITING,
            status_detail=why,
            due_at=self.now + delay,
        )
