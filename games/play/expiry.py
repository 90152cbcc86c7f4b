"""Expire unanswered invitations and tables that found no players. Part of the periodic work."""

import logging
from datetime import datetime

from django.db import transaction

from games import play, signals
from games.clocks import rules
from games.models import Game, Invitation, enqueue_notification
from games.models.querysets import OfGameQuerySet
from games.play import waiting_tables

log = logging.getLogger(__name__)
MOST = 100  # per sweep


def find_invitation_expiry(game: Game, now: datetime) -> datetime:
    """Return when an invitation sent now expires: after half the time a table of that pace waits for players."""
    return min(now + rules.OPEN_FOR[game.pace] / 2, max(waiting_tables.find_expiry(game), now))


def expire_overdue(now: datetime) -> int:
    """Expire everything that is overdue and return how much. Safe to run in several processes at once."""
    return _expire_invitations(now) + sum(_expire_table(game_id) for game_id in waiting_tables.list_overdue(now))


def _expire_table(game_id: str) -> bool:
    """Expire one table. An error is logged, so that it doesn't hold up the others."""
    try:
        return waiting_tables.expire_table(game_id)
    except Exception:
        log.exception("Open game %s couldn't be canceled", game_id)
        return False


def _select_overdue(now: datetime) -> OfGameQuerySet[Invitation]:
    return Invitation.objects.filter(is_declined=False, expires_at__lte=now)


def _expire_invitations(now: datetime) -> int:
    """Expire overdue invitations, and notify the inviter and the host."""
    if not _select_overdue(now).exists():
        return 0
    with transaction.atomic():
        rows = _select_overdue(now).select_for_update(skip_locked=True, of=("self",)).with_game("user")
        late = list(rows.order_by("expires_at", "pk")[:MOST])
        Invitation.objects.filter(pk__in=[row.pk for row in late]).update(is_declined=True)
        for row in late:
            asking = {user for user in (row.invited_by_id, row.game.host_id) if user is not None}
            enqueue_notification(sorted(asking), "unanswered", row.game, by=row.user.username)
            play.announce_change(row.game_id)
            signals.send_queue_changed([*asking, row.user_id])
    return len(late)
