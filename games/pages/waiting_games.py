"""The games waiting for a player: how many, in which order, and which one is next."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Case, Count, F, QuerySet, When

from accounts.models import User
from games.clocks.rules import GRACE_STAGES
from games.models import Seat

MOST = 200  # games that `find_next` looks at
AT_ONCE = 500  # users counted per query

# grace first, then least time left, then longest wait; seats without a clock last
URGENT: tuple[Any, ...] = (
    Case(When(clock_stage__in=GRACE_STAGES, then=0), default=1),
    F("deadline_at").asc(nulls_last=True),
    "game__moved_at",
    "game_id",
)


def list_waiting(users: Iterable[int]) -> QuerySet[Seat]:
    """Return the seats of these users that a game is waiting for."""
    return Seat.objects.waiting().filter(user__in=users)


def count_by_user(users: Sequence[int]) -> dict[int, int]:
    found = dict.fromkeys(users, 0)
    for start in range(0, len(users), AT_ONCE):
        rows = list_waiting(users[start : start + AT_ONCE]).order_by().values_list("user").annotate(Count("pk"))
        found |= {user: count for user, count in rows if user is not None}
    return found


def count(user: User) -> int:
    return list_waiting([user.pk]).count()


def find_next(user: User, skip: str = "") -> str | None:
    """Return the most urgent game, or with `skip` the one after it, starting over at the end. Never returns `skip`."""
    found = list(list_waiting([user.pk]).order_by(*URGENT).values_list("game_id", flat=True)[: MOST if skip else 1])
    if skip in found:
        place = found.index(skip)
        found = [*found[place + 1 :], *found[:place]]
    return found[0] if found else None
