"""The same once more: a table like the one that was played, which waits for the answer of everybody who was there.

Of one game there is one rematch at most that was not called off, whoever asks for it first.
"""

from dataclasses import dataclass

from accounts import blocks
from accounts.models import User
from games import play, signals
from games.clocks import timing
from games.errors import Denied
from games.models import Game, Invitation, Seat, intend
from games.play import expiry

OVER = (Game.Status.FINISHED, Game.Status.ABORTED)


@dataclass(frozen=True)
class Again:
    """How far it has come, as somebody who played sees it."""

    game: Game
    seats: list[Seat]
    answer: Invitation | None  # what the reader was asked, if the answer is open, or was no
    sits: bool

    @property
    def is_open(self) -> bool:
        return self.game.status == Game.Status.OPEN

    @property
    def waits_for_reader(self) -> bool:
        """Whether the reader was asked and has not answered."""
        return self.is_open and not self.sits and self.answer is not None and not self.answer.declined


def people_of(seats: list[Seat]) -> list[User]:
    """Who can ask, and is asked: everybody who sat there, also who left, and who came for somebody."""
    return [seat.user for seat in seats if seat.user is not None]


def ask(game_id: str, user: User) -> Game:
    """The table of the rematch, with the user in it: laid now, or joined, if somebody else was quicker."""
    with play.door(game_id) as old:
        seats = play.seats_of(old)
        check(old, seats, user)
        found = following(old)
        if found is None:
            return _lay(old, seats, user)
    return _join(found, user)


def check(old: Game, seats: list[Seat], user: User) -> None:
    """Only after the end, only who played, and only where others did."""
    if all(seat.user_id != user.pk for seat in seats):
        raise Denied("rematch.seat")
    if old.status not in OVER or old.started is None:
        raise Denied("rematch.early")
    if len(people_of(seats)) < 2:
        raise Denied("rematch.alone")


def following(old: Game) -> Game | None:
    """The rematch of that game, unless it was called off."""
    found = old.rematches.exclude(status=Game.Status.ABORTED)
    return found.defer("state", "server").first()


def _lay(old: Game, seats: list[Seat], user: User) -> Game:
    """Make it and ask the others, all in the transaction that holds the old game."""
    game = play.create(
        user,
        kind=old.kind,
        seats=old.size,
        options=old.options,
        pace=old.pace,
        public=old.public,
        rated=old.rated,
        bots={seat.number: seat.bot for seat in seats if seat.bot},
        least=old.least,
        odds=old.odds,
        rematch_of=old,
    )
    others = [other for other in people_of(seats) if other.pk != user.pk and other.is_active]
    asked = [other for other in others if blocks.apart(user.pk, other.pk) != "blocked"]
    late = expiry.until(game, timing.now())
    Invitation.objects.bulk_create([Invitation(game=game, user=other, by=user, expires=late) for other in asked])
    deaf = set(blocks.hidden(user.pk))  # who wants to hear nothing of the user is not told
    told = [other.pk for other in asked if other.pk not in deaf]
    intend(told, "rematch", game, by=user.username, until=late.isoformat())
    signals.say(signals.changed, game_id=old.pk, version=0)
    signals.say_queue(told)
    return game


def _join(game: Game, user: User) -> Game:
    """Sit down there; who sits already, or comes when it has begun, is shown the table."""
    try:
        return play.sit(game.pk, user)
    except Denied as no:
        if no.code in ("sit.already", "sit.begun"):
            return game
        raise


def of(old: Game, user: User) -> Again | None:
    """The rematch of a game that is over, as the user sees it; nothing for who may not know of it."""
    game = following(old)
    if game is None:
        return None
    seats = play.seats_of(game)
    sits = any(seat.user_id == user.pk for seat in seats)
    answer = None if sits else game.invitations.filter(user=user).select_related("by").first()
    if blocks.between(user.pk, (seat.user_id for seat in seats)):
        return None
    if not sits and answer is None and not game.public:
        return None
    return Again(game, seats, answer, sits)
