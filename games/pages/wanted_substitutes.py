"""Running games in which a bot plays for somebody who left, and a person could take over."""

from typing import Any

from django.db.models import Exists, OuterRef

from accounts import blocks
from games.models import Game, Seat
from games.pages import lists

MOST = 10  # those with the latest moves


def list_tables(kind: str, reader: Any) -> list[tuple[lists.Row, str]]:
    """Return public running games with at least one person left but not the reader, and the names of who left."""
    seats = Seat.objects.filter(game=OuterRef("pk"), user__isnull=False)
    games = Game.objects.filter(
        Exists(seats.filter(has_left=True)),
        Exists(seats.filter(has_left=False)),
        status=Game.Status.PLAYING,
        is_public=True,
    )
    if kind:
        games = games.filter(kind=kind)
    if reader.pk is not None:
        games = games.exclude(Exists(seats.filter(user=reader.pk)))
    found = lists.make_rows(lists.load_for_list(games).order_by("-moved_at")[:MOST], reader)
    apart = set(blocks.blocked_either_way(reader.pk)) if found else set()
    return [
        (row, ", ".join(seat.name for seat in row.seats if seat.has_left and seat.user))
        for row in found
        if not apart & {seat.user_id for seat in row.seats if not seat.has_left}
    ]
