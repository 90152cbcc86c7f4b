"""What people are told outside of their tables: intended anywhere, divided by channels in the sweep."""

from collections.abc import Iterable
from typing import Any

from games.models import Game, Notice


def intend(
    users: Iterable[int], what: str, game: Game | None = None, seat: int | None = None, version: int = 0, **facts: Any
) -> None:
    """These users should be told this; how, the sweep decides."""
    Notice.objects.bulk_create(
        [Notice(user_id=user, game=game, seat=seat, version=version, what=what, facts=facts) for user in users]
    )


def gather() -> int:
    """Find who has to be told something, and divide what was intended by channels. How many rows were made."""
    return 0
