"""The list of friends: one-sided and private. A block removes the entry on both sides."""

from typing import Literal

from django.db import transaction
from django.db.models import Q

from accounts.models import Block, Friend, User

MOST = 500  # friends per user

WhyNot = Literal["", "self", "blocked", "many"]


def add(user: User, other: User) -> WhyNot:
    """Add a friend, or return why not. Adding twice is the same as once."""
    if user == other:
        return "self"
    if Block.objects.filter(user=user, other=other, is_mute_only=False).exists():
        return "blocked"  # by this user; a user who was blocked by the other must not notice
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
    """Remove a friend, if it is one."""
    Friend.objects.filter(user=user, other=other).delete()


def remove_both_ways(user: User, other: User) -> None:
    """Remove each from the other's list, because one blocked the other."""
    Friend.objects.filter(Q(user=user, other=other) | Q(user=other, other=user)).delete()


def list_ids(user_id: int | None) -> list[int]:
    """Return the IDs of the user's friends."""
    if user_id is None:
        return []
    return list(Friend.objects.filter(user=user_id, other__is_active=True).values_list("other_id", flat=True))


def is_friend(user_id: int | None, other_id: int) -> bool:
    """Whether the other is on the user's list."""
    return user_id is not None and Friend.objects.filter(user=user_id, other=other_id).exists()


def list_users(user: User) -> list[User]:
    """Return the user's friends, by name."""
    rows = Friend.objects.filter(user=user, other__is_active=True).select_related("other")
    return [row.other for row in rows.order_by("other__name_skeleton")]
