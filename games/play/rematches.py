"""Rematches: a table like the one just played, with everyone who was there invited.

A game has at most one rematch that wasn't canceled, no matter who asks first.
"""

from dataclasses import dataclass

from accounts import blocks
from accounts.models import User
from games import play, signals
from games.models import Game, Invitation, Seat, enqueue_notification
from games.play import expiry
from games.refusals import Denied

OVER = (Game.Status.FINISHED, Game.Status.ABORTED)


@dataclass(frozen=True)
class Rematch:
    """A rematch, as seen by a user who may know about it."""

    game: Game
    seats: list[Seat]
    answer: Invitation | None  # the reader's invitation, if it is unanswered or was declined
    sits: bool

    @property
    def is_open(self) -> bool:
        return self.game.status == Game.Status.OPEN

    @property
    def waits_for_reader(self) -> bool:
        """Whether the reader was invited and hasn't answered."""
        return self.is_open and not self.sits and self.answer is not None and not self.answer.is_declined


def list_players(seats: list[Seat]) -> list[User]:
    """Return everyone who can ask for a rematch and is invited to one, including players who left and substitutes."""
    return [seat.user for seat in seats if seat.user is not None]


def create_or_join(game_id: str, user: User) -> Game:
    """Return the table of the rematch with the user seated: a new one, or the one somebody else created first."""
    with play.lock_game(game_id) as old:
        seats = play.load_seats(old)
        check_may_ask(old, seats, user)
        found = find_rematch(old)
        if found is None:
            return _create_rematch(old, seats, user)
    return _join_rematch(found, user)


def check_may_ask(old: Game, seats: list[Seat], user: User) -> None:
    """Refuse a rematch unless the game is over and the user and at least one other person played in it."""
    if all(seat.user_id != user.pk for seat in seats):
        raise Denied("rematch.seat")
    if old.status not in OVER or old.started_at is None:
        raise Denied("rematch.early")
    if len(list_players(seats)) < 2:
        raise Denied("rematch.alone")


def find_rematch(old: Game) -> Game | None:
    """Return the rematch of that game, unless it was canceled."""
    found = old.rematches.exclude(status=Game.Status.ABORTED)
    return found.without_secrets().first()


def _create_rematch(old: Game, seats: list[Seat], user: User) -> Game:
    """Create the table and invite the others, in the transaction that holds the lock on the old game."""
    game = play.create_game(
        user,
        kind=old.kind,
        seats=old.seat_count,
        options=old.options,
        pace=old.pace,
        public=old.is_public,
        rated=old.is_rated,
        bots={seat.number: seat.bot for seat in seats if seat.bot},
        least=old.min_reliability,
        odds=old.has_public_odds,
        rematch_of=old,
    )
    others = [other for other in list_players(seats) if other.pk != user.pk and other.is_active]
    invited = [other for other in others if blocks.get_status(user.pk, other.pk) != "blocked"]
    late = expiry.find_invitation_expiry(game)
    Invitation.objects.bulk_create(
        [Invitation(game=game, user=other, invited_by=user, expires_at=late) for other in invited]
    )
    deaf = set(blocks.blocked_either_way(user.pk))  # anyone who blocked the user isn't notified
    notified = [other.pk for other in invited if other.pk not in deaf]
    enqueue_notification(notified, "rematch", game, by=user.username, until=late.isoformat())
    signals.send_after_commit(signals.changed, game_id=old.pk, version=0, stored=None)
    signals.send_queue_changed(notified)
    return game


def _join_rematch(game: Game, user: User) -> Game:
    """Join the table; show it to players who already sit there or who come after the start."""
    try:
        return play.sit(game.pk, user)
    except Denied as no:
        if no.code in ("sit.already", "sit.begun"):
            return game
        raise


def view_rematch(old: Game, user: User) -> Rematch | None:
    """Return the rematch of a finished game as the user sees it, or None if the user may not know about it."""
    game = find_rematch(old)
    if game is None:
        return None
    seats = play.load_seats(game)
    sits = any(seat.user_id == user.pk for seat in seats)
    answer = None if sits else game.invitations.filter(user=user).select_related("invited_by").first()
    if blocks.is_blocked_with_any(user.pk, (seat.user_id for seat in seats)):
        return None
    if not sits and answer is None and not game.is_public:
        return None
    return Rematch(game, seats, answer, sits)
