"""Tables that wait for players: warn the host once, then cancel the game."""

from datetime import datetime

from games import signals
from games.clocks import database_clock, rules
from games.models import Game, Seat, enqueue_notification
from games.play.locking import delete_invitations, notify_watchers, write_transaction

WARNED, RAN_OUT = 1, 2  # Game.warnings_sent of a table that hasn't started
MOST_AT_ONCE = 100


def list_overdue(moment: datetime) -> list[str]:
    """Return the tables that have waited for half of their time, or all of it."""
    games = Game.objects.filter(deadline_at__lte=moment, status=Game.Status.OPEN)
    return list(games.order_by("deadline_at").values_list("pk", flat=True)[:MOST_AT_ONCE])


def find_expiry(game: Game) -> datetime:
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
            game.deadline_at = max(
                find_expiry(game), now + rules.OPEN_FOR[game.pace] / 4
            )  # in case the site was down at half-time
            enqueue_notification(
                [game.host_id] if game.host_id else [], "expires", game, until=game.deadline_at.isoformat()
            )
        game.revision += 1
        game.save(update_fields=["status", "ended_at", "deadline_at", "warnings_sent", "revision"])
        notify_watchers(game.pk, 0)
        signals.send_queue_changed(people)
        return True
