"""The statements of a move, written out.

The ORM composes each statement anew, which costs ten times what running it costs (`make bench`, goal 10). A move is
what this site does all day, so its statements stand here; everything else asks the ORM.
"""

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection

from games.models import Game, Move, Seat
from games.rules.base import Plain

GAME = ("id", "kind", "rules", "status", "version", "state", "server", "head")
SEAT = ("number", "user_id", "bot", "seed", "waiting", "left")
MOVE = ("game_id", "number", "seat", "move", "events", "at", "by", "ticket", "asked", "link")
NOBODY = -1  # no seat has this number: a list in SQL must not be empty
CHANGED = ("version", "head", "state", "status", "moved", "due", "ended", "result")


class Place(NamedTuple):
    """A seat, as far as a move needs it."""

    number: int
    user_id: int | None
    bot: str
    seed: str
    waiting: bool
    left: bool


@dataclass(frozen=True)
class Held:
    """A game whose row is locked, as far as a move needs it."""

    id: str
    kind: str
    rules: int
    status: str
    version: int
    state: str
    server: str
    head: str
    seats: tuple[Place, ...]


class Known(NamedTuple):
    """A move that came with a ticket."""

    number: int
    seat: int
    asked: str
    link: str


def _table(model: Any) -> str:
    return str(model._meta.db_table)


def _columns(names: tuple[str, ...]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _set(names: tuple[str, ...]) -> str:
    return ", ".join(f'"{name}" = %s' for name in names)


# only names of our own models stand in these texts
_GAME = f'SELECT {_columns(GAME)} FROM {_table(Game)} WHERE "id" = %s'  # noqa: S608
_SEATS = f'SELECT {_columns(SEAT)} FROM {_table(Seat)} WHERE "game_id" = %s ORDER BY "number"'  # noqa: S608
_KNOWN = f'SELECT {_columns(Known._fields)} FROM {_table(Move)} WHERE "game_id" = %s AND "ticket" = %s'  # noqa: S608
_INSERT = f"INSERT INTO {_table(Move)} ({_columns(MOVE)}) VALUES ({', '.join(['%s'] * len(MOVE))})"  # noqa: S608
_UPDATE = f'UPDATE {_table(Game)} SET {_set(CHANGED)} WHERE "id" = %s AND "version" = %s'  # noqa: S608
_SIT = f'UPDATE {_table(Seat)} SET "waiting" = "number" IN %s, "left" = "number" IN %s WHERE "game_id" = %s'  # noqa: S608


def hold(game_id: str) -> Held | None:
    """Lock the game until the end of the transaction; None where there is no such game."""
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    with connection.cursor() as cursor:
        row = cursor.execute(_GAME + lock, [game_id]).fetchone()
        if row is None:
            return None
        seats = cursor.execute(_SEATS, [game_id]).fetchall()
    places = tuple(
        Place(number, user, bot, seed, bool(wait), bool(left)) for number, user, bot, seed, wait, left in seats
    )
    return Held(**dict(zip(GAME, row, strict=True)), seats=places)


def find(game_id: str, ticket: str) -> Known | None:
    """The move that came with that ticket."""
    with connection.cursor() as cursor:
        row = cursor.execute(_KNOWN, [game_id, ticket]).fetchone()
    return Known(*row) if row else None


def insert(game_id: str, move: Plain) -> None:
    """A new move: a value for each of `MOVE` but the game."""
    values = {**move, "at": _when(move["at"]), "move": _json(move["move"]), "events": _json(move["events"])}
    with connection.cursor() as cursor:
        cursor.execute(_INSERT, [game_id, *(values[name] for name in MOVE[1:])])


def update(game: Held, change: Plain) -> bool:
    """The game after the move, a value for each of `CHANGED`; false if it is not at that version any more."""
    values = {**change, "result": None if change["result"] is None else _json(change["result"])}
    values |= {name: _when(change[name]) for name in ("moved", "due", "ended")}
    with connection.cursor() as cursor:
        cursor.execute(_UPDATE, [*(values[name] for name in CHANGED), game.id, game.version])
        return bool(cursor.rowcount == 1)


def update_seats(game_id: str, waiting: Collection[int], left: Collection[int]) -> None:
    """Whom the game waits for, and who has left."""
    asked, gone = (list(numbers) or [NOBODY] for numbers in (waiting, left))
    marks = [f"({', '.join(['%s'] * len(numbers))})" for numbers in (asked, gone)]
    with connection.cursor() as cursor:
        cursor.execute(_SIT % (*marks, "%s"), [*asked, *gone, game_id])


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _when(moment: datetime | None) -> Any:
    return connection.ops.adapt_datetimefield_value(moment)
