"""What waits for a player: in which order, how many, and which comes next. One statement for each question."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Case, Count, F, QuerySet, When

from accounts.models import User
from games.clocks.rules import GRACE
from games.models import Game, Seat

MOST = 200  # that are walked through
AT_ONCE = 500  # people that are counted by one statement

# seats in grace, then those with the least time, then those that have waited longest; without a clock last
URGENT: tuple[Any, ...] = (
    Case(When(stage__in=GRACE, then=0), default=1),
    F("until").asc(nulls_last=True),
    "game__moved",
    "game_id",
)


def waiting(users: Iterable[int]) -> QuerySet[Seat]:
    """The seats of these users that a game waits for."""
    return Seat.objects.filter(user__in=users, waiting=True, left=False, game__status=Game.Status.PLAYING)


def counts(users: Sequence[int]) -> dict[int, int]:
    """By user, how many games wait."""
    found = dict.fromkeys(users, 0)
    for start in range(0, len(users), AT_ONCE):
        rows = waiting(users[start : start + AT_ONCE]).order_by().values_list("user").annotate(Count("pk"))
        found |= {user: count for user, count in rows if user is not None}
    return found


def count(user: User) -> int:
    """How many games wait for the user."""
    return waiting([user.pk]).count()


def following(user: User, skip: str = "") -> str | None:
    """The id of the most urgent game; the one after `skip`, and after the last one the first again. Never `skip`."""
    found = list(waiting([user.pk]).order_by(*URGENT).values_list("game_id", flat=True)[: MOST if skip else 1])
    if skip in found:
        place = found.index(skip)
        found = [*found[place + 1 :], *found[:place]]
    return found[0] if found else None
