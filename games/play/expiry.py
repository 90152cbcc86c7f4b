"""Expire unanswered invitations and tables that found no players, whose hosts are warned first.

Part of the periodic work.
"""

import logging
from datetime import datetime

from django.db import transaction

from games import play, signals
from games.clocks import database_clock, rules
from games.models import Game, Invitation, Seat, enqueue_notification
from games.models.querysets import OfGameQuerySet
from games.play.locking import delete_invitations, notify_watchers, write_transaction

log = logging.getLogger(__name__)
MOST_AT_ONCE = 100  # tables and invitations, per sweep
WARNED, RAN_OUT = 1, 2  # Game.warnings_sent of a table that hasn't started


def find_invitation_expiry(game: Game) -> datetime:
    """Return when an invitation sent now expires: after half the time a table of that pace waits for players."""
    now = database_clock.now()
    return min(now + rules.OPEN_FOR[game.pace] / 2, max(find_table_expiry(game), now))


def expire_overdue(now: datetime) -> int:
    """Expire everything that is overdue and return how much. Safe to run in several processes at once."""
    return _expire_invitations(now) + sum(_try_expire_table(game_id) for game_id in list_overdue_tables(now))


def _try_expire_table(game_id: str) -> bool:
    """Expire one table. An error is logged, so that it doesn't hold up the others."""
    try:
        return expire_table(game_id)
    except Exception:
        log.exception("Open game %s couldn't be canceled", game_id)
        return False


def list_overdue_tables(moment: datetime) -> list[str]:
    """Return the tables that have waited for half of their time, or all of it."""
    games = Game.objects.filter(deadline_at__lte=moment, status=Game.Status.OPEN)
    return list(games.order_by("deadline_at").values_list("pk", flat=True)[:MOST_AT_ONCE])


def find_table_expiry(game: Game) -> datetime:
    """Return when the game is canceled if its seats aren't filled."""
    end = game.created_at + rules.OPEN_FOR[game.pace]
    return max(end, game.deadline_at) if game.warnings_sent and game.deadline_at else end


def expire_table(game_id: str) -> bool:
    """Warn the host or cancel the game.

    Return False if there was nothing to do or another process holds the lock.
    """
    with write_transaction():
        now = database_clock.now()
        games = Game.objects.select_for_update(skip_locked=True, no_key=True).without_secrets()
        game = games.filter(pk=game_id, status=Game.Status.OPEN, deadline_at__lte=now).first()
        if game is None:
            return False
        people = list(Seat.objects.filter(game=game, user__isnull=False).values_list("user_id", flat=True))
        if game.warnings_sent:
            game.status, game.ended_at, game.deadline_at, game.warnings_sent = Game.Status.ABORTED, now, None, RAN_OUT
            delete_invitations(game)
            enqueue_notification([user for user in people if user], "expired", game)
        else:
            game.warnings_sent = WARNED
            at_least = now + rules.OPEN_FOR[game.pace] / 4  # in case the site was down at half-time
            game.deadline_at = max(find_table_expiry(game), at_least)
            host = [game.host_id] if game.host_id else []
            enqueue_notification(host, "expires", game, until=game.deadline_at.isoformat())
        game.revision += 1
        game.save(update_fields=["status", "ended_at", "deadline_at", "warnings_sent", "revision"])
        notify_watchers(game.pk, 0)
        signals.send_queue_changed(people)
        return True


def _select_overdue(now: datetime) -> OfGameQuerySet[Invitation]:
    return Invitation.objects.filter(is_declined=False, expires_at__lte=now)


def _expire_invitations(now: datetime) -> int:
    """Expire overdue invitations, and notify the inviter and the host."""
    if not _select_overdue(now).exists():
        return 0
    with transaction.atomic():
        rows = _select_overdue(now).select_for_update(skip_locked=True, of=("self",)).with_game("user")
        late = list(rows.order_by("expires_at", "pk")[:MOST_AT_ONCE])
        Invitation.objects.filter(pk__in=[row.pk for row in late]).update(is_declined=True)
        for row in late:
            asking = {user for user in (row.invited_by_id, row.game.host_id) if user is not None}
            enqueue_notification(sorted(asking), "unanswered", row.game, by=row.user.username)
            play.announce_change(row.game_id)
            signals.send_queue_changed([*asking, row.user_id])
    return len(late)
