"""Running games in which a bot plays for somebody who left, and a person could take over."""

from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef

from accounts import blocks
from games.models import Game, Seat
from games.pages import lists

MOST = 10  # those with the latest moves


class WantedSubstitute(NamedTuple):
    """A game and the names of the players who left it."""

    row: lists.Row
    names: str


def list_tables(kind: str, reader: Any) -> list[WantedSubstitute]:
    """Return public running games with at least one person left, in which the reader has no seat."""
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
    return [WantedSubstitute(row, ", ".join(_list_leavers(row))) for row in found if not apart & _list_player_ids(row)]


def _list_player_ids(row: lists.Row) -> set[int | None]:
    return {seat.user_id for seat in row.seats if not seat.has_left}


def _list_leavers(row: lists.Row) -> list[str]:
    return [seat.name for seat in row.seats if seat.has_left and seat.user]
