"""Blocked and muted users. A block works both ways, and the blocked user isn't told."""

from collections.abc import Iterable
from typing import Any, Literal

from django.db.models import Case, F, Q, QuerySet, When

from accounts import friends
from accounts.models import Block, User

MOST = 500  # blocked and muted users per user

Status = Literal["", "muted", "blocked"]
UserIds = QuerySet[Any, int]  # by id


def blocked_either_way(user_id: int | None) -> UserIds:
    """Select those the user blocked and those who blocked the user, for use in a larger query."""
    return _others(user_id, Q(is_mute_only=False))


def not_read_by(user_id: int | None) -> UserIds:
    """Select those whose messages the user doesn't read: blocked either way, or muted by the user."""
    return _others(user_id, Q(is_mute_only=False) | Q(user=user_id))


def not_reading(user_id: int) -> UserIds:
    """Select those who don't read the user's messages: blocked either way, or having muted the user."""
    return _others(user_id, Q(is_mute_only=False) | Q(other=user_id))


def is_blocked_with_any(user_id: int | None, ids: Iterable[int | None]) -> bool:
    """Whether there is a block between the user and any of these others, whoever made it."""
    found = {other for other in ids if other is not None} - {user_id}
    if user_id is None or not found:
        return False
    rows = Block.objects.filter(Q(user=user_id, other__in=found) | Q(user__in=found, other=user_id), is_mute_only=False)
    return rows.exists()


def get_status(user_id: int | None, other_id: int) -> Status:
    """Return whether the user blocked or muted the other; never what the other did."""
    if user_id is None:
        return ""
    muted = Block.objects.filter(user=user_id, other=other_id).values_list("is_mute_only", flat=True).first()
    return "" if muted is None else "muted" if muted else "blocked"


def set_status(user: User, other: User, wish: Status) -> bool:
    """Block, mute or unblock the other user. Return False if there are too many already."""
    own = Block.objects.filter(user=user)
    if not wish:
        own.filter(other=other).delete()
        return True
    if not own.filter(other=other).update(is_mute_only=wish == "muted"):
        if own.count() >= MOST:
            return False
        Block.objects.get_or_create(user=user, other=other, defaults={"is_mute_only": wish == "muted"})
    if wish == "blocked":
        friends.remove_both_ways(user, other)
    return True


def list_rows(user: User) -> list[Block]:
    """Return the users this user blocked or muted, newest first."""
    return list(Block.objects.filter(user=user).select_related("other").order_by("-created_at", "-pk"))


def _others(user_id: int | None, rows: Q) -> UserIds:
    """Select the other user of each of these rows."""
    if user_id is None:
        return Block.objects.none().values_list("other_id", flat=True)
    own = Block.objects.filter(Q(user=user_id) | Q(other=user_id)).filter(rows)
    person = Case(When(user=user_id, then=F("other_id")), default=F("user_id"))
    return own.annotate(person=person).values_list("person", flat=True)
