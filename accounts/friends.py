"""Whom somebody keeps in sight: one-sided, and nobody else's to know. A block ends it, both ways."""

from typing import Literal

from django.db import transaction
from django.db.models import Q

from accounts.models import Block, Friend, User

MOST = 500  # people that one may keep in sight

No = Literal["", "self", "blocked", "many"]


def add(user: User, other: User) -> No:
    """From now on the user keeps the other in sight; or why not. Twice is once."""
    if user == other:
        return "self"
    if Block.objects.filter(user=user, other=other, muted=False).exists():
        return "blocked"  # by the user: who was blocked is not told, and finds no difference
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).filter(pk=user.pk).first()
        own = Friend.objects.filter(user=user)
        if own.filter(other=other).exists():
            return ""
        if own.count() >= MOST:
            return "many"
        Friend.objects.get_or_create(user=user, other=other)
    return ""


def remove(user: User, other: User) -> None:
    """No longer; also where it never was."""
    Friend.objects.filter(user=user, other=other).delete()


def part(user: User, other: User) -> None:
    """A block came between them: neither keeps the other in sight."""
    Friend.objects.filter(Q(user=user, other=other) | Q(user=other, other=user)).delete()


def ids(user_id: int | None) -> list[int]:
    """Whom the user keeps in sight, by id."""
    if user_id is None:
        return []
    return list(Friend.objects.filter(user=user_id, other__is_active=True).values_list("other_id", flat=True))


def is_kept(user_id: int | None, other_id: int) -> bool:
    """Whether the user keeps the other in sight."""
    return user_id is not None and Friend.objects.filter(user=user_id, other=other_id).exists()


def of(user: User) -> list[User]:
    """Whom the user keeps in sight, by name."""
    rows = Friend.objects.filter(user=user, other__is_active=True).select_related("other")
    return [row.other for row in rows.order_by("other__skeleton")]
