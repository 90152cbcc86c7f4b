"""Who wants nothing to do with whom. A block holds both ways, and who was blocked is never told."""

from collections.abc import Iterable
from typing import Any, Literal

from django.db.models import Case, F, Q, QuerySet, When

from accounts import friends
from accounts.models import Block, User

MOST = 500  # people that one may block or mute

Apart = Literal["", "muted", "blocked"]
People = QuerySet[Any, int]  # by id


def hidden(user_id: int | None) -> People:
    """Those whom the user blocked, and those who blocked the user: for a larger query, or to be counted."""
    return _others(user_id, Q(muted=False))


def unread(user_id: int | None) -> People:
    """Those whose messages the user does not read: who is blocked, either way, or muted by the user."""
    return _others(user_id, Q(muted=False) | Q(user=user_id))


def unreached(user_id: int) -> People:
    """Those who do not read the user's messages: who is blocked, either way, or muted the user."""
    return _others(user_id, Q(muted=False) | Q(other=user_id))


def between(user_id: int | None, ids: Iterable[int | None]) -> bool:
    """Whether the user and one of these others are kept apart, whoever of them wished it."""
    found = {other for other in ids if other is not None} - {user_id}
    if user_id is None or not found:
        return False
    rows = Block.objects.filter(Q(user=user_id, other__in=found) | Q(user__in=found, other=user_id), muted=False)
    return rows.exists()


def apart(user_id: int | None, other_id: int) -> Apart:
    """What the user wished of the other; never what the other wished."""
    if user_id is None:
        return ""
    muted = Block.objects.filter(user=user_id, other=other_id).values_list("muted", flat=True).first()
    return "" if muted is None else "muted" if muted else "blocked"


def put(user: User, other: User, wish: Apart) -> bool:
    """From now on that is the user's wish; false where there are too many already."""
    own = Block.objects.filter(user=user)
    if not wish:
        own.filter(other=other).delete()
        return True
    if not own.filter(other=other).update(muted=wish == "muted"):
        if own.count() >= MOST:
            return False
        Block.objects.get_or_create(user=user, other=other, defaults={"muted": wish == "muted"})
    if wish == "blocked":
        friends.part(user, other)
    return True


def of(user: User) -> list[Block]:
    """Whom the user blocked or muted, the last first."""
    return list(Block.objects.filter(user=user).select_related("other").order_by("-made", "-pk"))


def _others(user_id: int | None, rows: Q) -> People:
    """The other person of each of these rows that are of the user."""
    if user_id is None:
        return Block.objects.none().values_list("other_id", flat=True)
    own = Block.objects.filter(Q(user=user_id) | Q(other=user_id)).filter(rows)
    person = Case(When(user=user_id, then=F("other_id")), default=F("user_id"))
    return own.annotate(person=person).values_list("person", flat=True)
