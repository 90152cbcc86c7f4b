"""Invite players by name to an open game. They join through `games.play`."""

from datetime import timedelta

from django.db import transaction

from accounts import blocks
from accounts.models import User
from games import play, signals
from games.clocks import database_clock
from games.models import Game, Invitation, Notification, enqueue_notification
from games.play import expiry
from games.refusals import Denied

MOST = 30  # unanswered invitations per game
LONGEST = 100  # characters; names are shorter
OFTEN = timedelta(hours=12)  # a user is notified of invitations to the same game at most this often


def find_user(name: str) -> User | None:
    """Find a user by name, ignoring case; None if there is none."""
    if not name or len(name) > LONGEST or "\x00" in name:
        return None
    try:
        return User.objects.get_by_natural_key(name)
    except User.DoesNotExist:
        return None


def invite(game: Game, by: User, name: str) -> Invitation:
    """Invite the player of that name. The inviter must have a seat; inviting someone twice changes nothing."""
    sitting = {seat.user_id for seat in play.load_seats(game)}
    if by.pk not in sitting:
        raise Denied("invite.not-seated")
    check_open(game)
    user = find_user(name.strip())
    if user is None or not user.is_active:
        raise Denied("invite.nobody", name=name.strip()[:LONGEST] or "–")
    if user.pk in sitting:
        raise Denied("invite.sits", name=user.username)
    if blocks.get_status(by.pk, user.pk) == "blocked":  # blocked users may invite, but to no effect
        raise Denied("invite.blocked", name=user.username)
    if game.invitations.filter(is_declined=False).count() >= MOST:
        raise Denied("invite.many", most=MOST)
    with transaction.atomic():
        late = expiry.find_invitation_expiry(game)
        invitation, made = Invitation.objects.get_or_create(
            game=game, user=user, defaults={"invited_by": by, "expires_at": late}
        )
        if invitation.has_expired:  # players who didn't answer in time may be invited again
            made = bool(
                Invitation.objects.filter(pk=invitation.pk, is_declined=True).update(is_declined=False, expires_at=late)
            )
            invitation.refresh_from_db()
        if invitation.is_declined:
            raise Denied("invite.declined", name=user.username)
        if made and user.pk not in blocks.blocked_either_way(by.pk):
            signals.send_queue_changed([user.pk])
            notifications = Notification.objects.filter(
                user=user, game=game, topic="invited", created_at__gt=database_clock.now() - OFTEN
            )
            if not notifications.exists():  # don't notify twice if an invitation is canceled and sent again
                enqueue_notification([user.pk], "invited", game, by=by.username, until=late.isoformat())
    return invitation


def check_open(game: Game) -> None:
    """Refuse invitations to a game that has started or was canceled."""
    if game.status == Game.Status.ABORTED:
        raise Denied("game.off")
    if game.status != Game.Status.OPEN:
        raise Denied("sit.begun")


def decline(invitation: Invitation, user: User) -> None:
    """Decline the invitation, and notify the inviter and the host."""
    if invitation.user_id != user.pk:
        raise Denied("invite.not-yours")
    with transaction.atomic():
        if not Invitation.objects.filter(pk=invitation.pk, is_declined=False).update(is_declined=True, expires_at=None):
            return
        asking = sorted({pk for pk in (invitation.invited_by_id, invitation.game.host_id) if pk is not None})
        enqueue_notification(asking, "declined", invitation.game, by=user.username)
        play.announce_change(invitation.game_id)
        signals.send_queue_changed([*asking, user.pk])


def withdraw(invitation: Invitation, user: User) -> None:
    """Cancel the invitation. Only the host and the inviter may."""
    if user.pk is None or user.pk not in (invitation.invited_by_id, invitation.game.host_id):
        raise Denied("invite.not-host")
    invitation.delete()
    signals.send_queue_changed([invitation.user_id])
