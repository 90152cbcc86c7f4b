"""The players at a table as readers see them, including those who left."""

from collections.abc import Sequence

from django.urls import reverse

from games.kinds.presenter import Person
from games.models import PastSeat, Seat
from games.rules.base import Plain


def list_people(seats: Sequence[Seat], opponent: Plain | None) -> list[Person]:
    """Return who sits where. The opponent of a solo game comes last."""
    found = [
        Person(
            seat.number,
            seat.name,
            seat.bot,
            seat.has_left,
            reverse("player", args=[seat.name]) if seat.user else "",
            seat.has_left and seat.leave_reason == Seat.LeaveReason.CLOCK,
        )
        for seat in seats
    ]
    return [*found, Person(len(found), opponent["name"], "rules")] if opponent else found


def people_at_move(now: Sequence[Person], formers: Sequence[PastSeat], number: int) -> list[Person]:
    """Return who sat where when that move was made."""
    found = list(now)
    for former in reversed(formers):  # the first to leave comes last and wins
        if number <= former.last_move_number:
            name = former.user.username
            found[former.seat] = Person(former.seat, name, href=reverse("player", args=[name]))
    return found


def with_leaver(people: Sequence[Person], seat: int, by: str, goes_on: bool) -> list[Person]:
    """Return the people as the log names them when the player of that seat leaves, or `by` the clock has to."""
    found = list(people)
    found[seat] = found[seat]._replace(ran_out=by == "clock", left=goes_on)
    return found


def was_other_player(formers: Sequence[PastSeat], seat: int | None, number: int) -> bool:
    """Whether somebody else sat there when that move was made."""
    return any(former.seat == seat and number <= former.last_move_number for former in formers)
