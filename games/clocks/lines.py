"""The clocks displayed at a table."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Max
from django.utils import timezone

from accounts.models import User, Vacation
from games.clocks import seat_clocks
from games.clocks.rules import GRACE_STAGES, PACES, Pace
from games.models import Game, Seat, TimeGift
from games.rules.base import Kind

GIFTS = 3  # how many of the latest gifts the table shows
VacationSpan = tuple[datetime | None, datetime | None]


class ClockLine(NamedTuple):
    """The clock of one seat."""

    seat: int
    name: str
    is_you: bool
    bank: timedelta | None  # after the last decision; None if no clock runs
    until: datetime | None  # when the clock decides, or the time bank is empty, or grace is over
    then: str  # default, grace, loss
    stage: str
    away_until: datetime | None  # the end of the current or next vacation
    is_standin: bool
    substitute_wanted: bool
    may_return: bool  # the player ran out of time but may come back
    off: bool  # wants to cancel the game
    answer: str = ""  # the clock's default move: pass, skip, token, hold, accept
    away_from: datetime | None = None  # the start of that vacation, if it is still to come


class ClockActions(NamedTuple):
    """What a player can do about the clocks."""

    wants_to_cancel: bool
    receivers: tuple[tuple[int, str], ...]  # seats and names of those who can be given time


class GiftLine(NamedTuple):
    """A gift of time."""

    by: str
    name: str
    time: timedelta
    at: datetime


def list_gifts(game: Game, seats: Sequence[Seat]) -> list[GiftLine]:
    """Return the latest gifts, newest first. Without a revision there have been only moves, so it makes no query."""
    pace = PACES.get(game.pace)
    if not game.revision or pace is None or not pace.days:
        return []
    gifts = TimeGift.objects.filter(game=game.pk, given_by__isnull=False).order_by("-pk")
    given = gifts.values_list("given_by__username", "seat", "amount_ms", "given_at")[:GIFTS]
    return [GiftLine(by, seats[seat].name, timedelta(milliseconds=amount), at) for by, seat, amount, at in given]


def list_clocks(game: Game, seats: Sequence[Seat], kind: Kind, state: Any, reader: int | None) -> list[ClockLine]:
    """Return a line for each seat that has or had a human player; none if there are fewer than two."""
    people = [seat for seat in seats if seat.user_id is not None]
    if len(people) < 2:
        return []
    away = _find_vacations(game, people)
    return [_make_line(game, seat, kind, state, reader, away.get(seat.user_id, (None, None))) for seat in people]


def find_actions(clocks: Sequence[ClockLine]) -> ClockActions | None:
    """Return what the reader can do, or None for spectators and players whose seat a bot has taken."""
    own = next((line for line in clocks if line.is_you and not line.is_standin), None)
    if own is None:
        return None
    others = [line for line in clocks if not line.is_you and not line.is_standin]
    return ClockActions(own.off, tuple((line.seat, line.name) for line in others))


def find_offered_seat(clocks: Sequence[ClockLine]) -> int | None:
    """Return the first seat that a substitute could take."""
    return next((line.seat for line in clocks if line.substitute_wanted), None)


def count_staying(game: Game, clocks: Sequence[ClockLine]) -> int:
    """Count the seats that nobody has left."""
    return game.seat_count - sum(line.is_standin for line in clocks)


def _find_vacations(game: Game, people: Sequence[Seat]) -> dict[int | None, VacationSpan]:
    """Find each player's current or next vacation, with a query only if somebody has one."""
    now, pace = timezone.now(), PACES.get(game.pace)
    gone = [seat.user for seat in people if seat.user and not seat.has_left and (seat.user.away_until or now) > now]
    if not gone or pace is None or not pace.days:
        return {}
    latest_first = Vacation.objects.filter(user__in=gone, ends_at__gt=now).order_by("-starts_at")
    spans = latest_first.values_list("user", "starts_at", "ends_at")
    return {user: (start if start > now else None, end) for user, start, end in spans}


def find_vacation_end(user: User) -> datetime | None:
    """Return the end of the user's current vacation, with a query only if one is taken or planned."""
    now = timezone.now()
    if user.away_until is None or user.away_until <= now:
        return None
    current = user.vacations.filter(starts_at__lte=now, ends_at__gt=now)
    end: datetime | None = current.aggregate(end=Max("ends_at"))["end"]
    return end


def _make_line(game: Game, seat: Seat, kind: Kind, state: Any, reader: int | None, away: VacationSpan) -> ClockLine:
    pace = PACES.get(game.pace)
    is_asked = seat.is_to_move and not seat.has_left and seat.deadline_at is not None
    answer = _default_answer(seat, kind, state) if pace and is_asked else ""
    then = _next_stage(pace, seat, answer) if pace and is_asked else ""
    return ClockLine(
        seat=seat.number,
        name=seat.name,
        is_you=seat.number == reader,
        bank=timedelta(milliseconds=seat.time_bank_ms) if pace and not seat.has_left else None,
        until=seat.deadline_at if is_asked else None,
        then=then,
        stage=seat.clock_stage,
        away_until=away[1],
        is_standin=seat.has_left,
        substitute_wanted=seat.has_left and game.status == Game.Status.PLAYING,
        may_return=seat.has_left and seat.leave_reason == Seat.LeaveReason.CLOCK and game.status == Game.Status.PLAYING,
        off=seat.agrees_to_abort,
        answer=answer if then == "default" else "",
        away_from=away[0],
    )


def _default_answer(seat: Seat, kind: Kind, state: Any) -> str:
    """Return the clock's default move for that seat, or an empty string if its decision isn't a small one."""
    move = seat_clocks.default_move(kind, kind.choices(state, seat.number))
    return str(move["do"]) if move else ""


def _next_stage(pace: Pace, seat: Seat, answer: str) -> str:
    """Return what happens at the displayed deadline."""
    if seat.clock_stage in GRACE_STAGES or not pace.days:
        return "loss"
    return "default" if answer and seat.time_bank_ms > 0 else "grace"
