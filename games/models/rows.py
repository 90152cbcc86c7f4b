"""Handwritten SQL for making a move.

The ORM builds every statement again each time, which takes ten times as long as running it. Moves are what this site
does all day, so their statements are written out here. `GameRow`, `SeatRow` and `MoveRow` hold the rows they read, next
to `Game`, `Seat` and `Move`. A move's statements take 2.1 times as long as with the bare driver on SQLite and 1.3 times
on PostgreSQL (`make bench`, goal 10 in docs/performance.md). Everything else uses the ORM.

PostgreSQL gets what a move reads in one round trip, and what it writes in another (`one_round_trip`).
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.db import connection
from django.utils import timezone

from accounts.models import User, Vacation
from games.clocks import database_clock
from games.clocks.counted_time import NO_QUIET, Pause, Quiet
from games.models import Downtime, Game, Heartbeat, Move, Seat
from games.rules.base import Plain

MOVE = (
    *("game_id", "number", "seat", "move", "events", "made_at", "made_by", "ticket", "request_digest"),
    *("spent_ms", "chain_link"),
)
GAME_CHANGES = (
    *("version", "chain_head", "state", "status", "moved_at", "auto_move_due_at", "deadline_at", "warnings_sent"),
    *("ended_at", "result"),
)
SEAT_CHANGES = (
    *("is_to_move", "has_left", "leave_reason", "agrees_to_abort", "has_plans", "time_bank_ms", "asked_at"),
    *("deadline_at", "clock_stage", "is_notified", "rank", "points"),
)
LOCK = " FOR NO KEY UPDATE"  # others may still insert rows that refer to the game, such as notifications
SERVER = "server"  # name of the heartbeat of the servers that accept moves
GAP = timedelta(seconds=60)  # no heartbeat for longer means the site was down or the clock was set forward
BOOLEANS = ("is_to_move", "has_left", "agrees_to_abort", "has_plans", "is_notified")  # SQLite returns 0 and 1


class SeatRow(NamedTuple):
    """What a move needs to know about a seat, including what its player's clock depends on."""

    number: int
    user_id: int | None = None
    bot: str = ""
    shuffle_seed: str = ""
    is_to_move: bool = False
    has_left: bool = False
    leave_reason: str = ""
    agrees_to_abort: bool = False
    has_plans: bool = False
    time_bank_ms: int = 0
    asked_at: datetime | None = None
    deadline_at: datetime | None = None
    clock_stage: str = ""
    is_notified: bool = True
    username: str | None = None
    quiet: Quiet = NO_QUIET
    pauses: tuple[Pause, ...] = ()
    rank: int | None = None
    points: int | None = None

    @property
    def is_person(self) -> bool:
        """Whether a person plays here rather than a bot."""
        return self.user_id is not None and not self.has_left


class MoveRow(NamedTuple):
    """A stored move, found by its ticket."""

    number: int
    seat: int
    request_digest: str
    chain_link: str


@dataclass(frozen=True)
class GameRow:
    """What a move needs to know about a locked game, and the current time by the database's clock."""

    id: str
    kind: str
    rules_version: int
    pace: str
    status: str
    version: int
    state: str
    server_seed: str
    chain_head: str
    moved_at: datetime | None
    deadline_at: datetime | None
    auto_move_due_at: datetime | None
    warnings_sent: int
    revision: int
    seats: tuple[SeatRow, ...]
    now: datetime
    same_ticket: MoveRow | None = None  # the move that was stored with the ticket


class StoredMove(NamedTuple):
    """What a transaction stored when somebody moved, so that nobody in this process has to read it again.

    `game` has a value for each of `GAME_CHANGES`, and `moves` one for each column of `MOVE` except the game.
    """

    before: GameRow
    game: Plain
    seats: Sequence[SeatRow]
    moves: Sequence[Plain]
    state: Any


# the columns that are read; the other fields come from elsewhere, or are only written
GAME = tuple(field.name for field in fields(GameRow) if field.name not in ("seats", "now", "same_ticket"))
SEAT = tuple(name for name in SeatRow._fields if name not in ("username", "quiet", "pauses", "rank", "points"))


def _table(model: Any) -> str:
    return str(model._meta.db_table)


def _columns(names: Iterable[str], of: str = "") -> str:
    return ", ".join(f'{of}"{name}"' for name in names)


def _set(names: tuple[str, ...]) -> str:
    return ", ".join(f'"{name}" = %s' for name in names)


# the SQL below contains only names of our own models
_GAME = f'SELECT {_columns(GAME)} FROM {_table(Game)} WHERE "id" = %s'  # noqa: S608 (our own names)  # nosec
SEATS = (
    f"SELECT {_columns(SEAT, 's.')}, {_columns(('username', 'quiet_from', 'quiet_to', 'time_zone'), 'u.')}, "  # noqa: S608 (our own names)  # nosec
    f'v."starts_at", v."ends_at", d."started_at", d."ended_at", '
    f'(SELECT "last_beat_at" FROM {_table(Heartbeat)} WHERE "name" = \'{SERVER}\'), %%s '
    f'FROM {_table(Seat)} s JOIN {_table(Game)} g ON g."id" = s."game_id" '
    f'LEFT JOIN {_table(User)} u ON u."id" = s."user_id" LEFT JOIN {_table(Vacation)} v '
    'ON v."user_id" = s."user_id" AND v."ends_at" > COALESCE(s."asked_at", g."moved_at") '
    f'LEFT JOIN {_table(Downtime)} d ON d."ended_at" > COALESCE(s."asked_at", g."moved_at") '
    'WHERE s."game_id" = %s ORDER BY s."number"'
)
_FIND = f'SELECT {_columns(MoveRow._fields)} FROM {_table(Move)} WHERE "game_id" = %s AND "ticket" = %s'  # noqa: S608 (our own names)  # nosec
_INSERT = f"INSERT INTO {_table(Move)} ({_columns(MOVE)}) VALUES ({', '.join(['%s'] * len(MOVE))})"  # noqa: S608 (our own names)  # nosec
_UPDATE_GAME = f'UPDATE {_table(Game)} SET {_set(GAME_CHANGES)} WHERE "id" = %s AND "version" = %s'  # noqa: S608 (our own names)  # nosec
_UPDATE_SEAT = f'UPDATE {_table(Seat)} SET {_set(SEAT_CHANGES)} WHERE "game_id" = %s AND "number" = %s'  # noqa: S608 (our own names)  # nosec


@contextmanager
def one_round_trip() -> Iterator[None]:
    """Send all statements of the block before waiting for their results, if the database can.

    Results are there after the block, as long as the cursors are open.
    """
    if connection.vendor != "postgresql":
        yield
        return
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield


def lock_game(game_id: str, skip: bool = False, ticket: str = "") -> GameRow | None:
    """Lock the game until the end of the transaction, and look for a move with that ticket.

    Return None if there is no such game or, with `skip`, if somebody else has locked it.
    """
    lock = ""
    if connection.features.has_select_for_update:
        lock = f"{LOCK} SKIP LOCKED" if skip else LOCK
    clock = "clock_timestamp()" if database_clock.is_used() else "NULL"
    with ExitStack() as stack:
        games, places, moves = (stack.enter_context(connection.cursor()) for _ in range(3))
        with one_round_trip():
            games.execute(_GAME + lock, [game_id])
            places.execute(SEATS.replace("%%s", clock), [game_id])
            if ticket:
                moves.execute(_FIND, [game_id, ticket])
        row, seats = games.fetchone(), places.fetchall()
        move = moves.fetchone() if ticket else None
    if row is None:
        return None
    game = dict(zip(GAME, row, strict=True))
    game |= {name: _parse_moment(game[name]) for name in ("moved_at", "deadline_at", "auto_move_due_at")}
    moment = (seats[0][-1] if seats else None) or timezone.now()
    known = MoveRow(*move) if move else None
    return GameRow(**game, seats=_without_gap(_build_seats(seats), seats, moment), now=moment, same_ticket=known)


def _without_gap(places: tuple[SeatRow, ...], rows: Sequence[tuple[Any, ...]], moment: datetime) -> tuple[SeatRow, ...]:
    """Add a pause for a gap that just ended, so that a move made before the next heartbeat doesn't pay for it."""
    last = _parse_moment(rows[0][-2]) if rows else None
    if last is None or moment - last <= GAP:
        return places
    return tuple(place._replace(pauses=(*place.pauses, (last, moment))) for place in places)


def _build_seats(rows: Sequence[tuple[Any, ...]]) -> tuple[SeatRow, ...]:
    """Build the seats from the rows. A seat with several pauses comes in several rows."""
    found: dict[int, SeatRow] = {}
    for row in rows:
        values = dict(zip(SEAT, row, strict=False))
        name, start, end, zone, *pauses, _alive, _now = row[len(SEAT) :]
        pair = [_parse_pause(*pauses[at : at + 2]) for at in (0, 2) if pauses[at] is not None]
        known = found.get(row[0])
        if known is None:
            values |= {name: bool(values[name]) for name in BOOLEANS}
            values |= {name: _parse_moment(values[name]) for name in ("asked_at", "deadline_at")}
            known = SeatRow(**values, username=name, quiet=NO_QUIET if start is None else Quiet(start, end, zone))
        found[row[0]] = known._replace(pauses=(*known.pauses, *pair)) if pair else known
    return tuple(found.values())


def _parse_pause(start: Any, end: Any) -> Pause:
    """Check and return a stretch of time that doesn't count."""
    away, back = _parse_moment(start), _parse_moment(end)
    if away is None or back is None:
        raise AssertionError("a pause has two ends")
    return away, back


def store(game_id: str, version: int, moves: Sequence[Plain], change: Plain, places: Sequence[SeatRow]) -> bool:
    """Store moves, the game after them and its changed seats.

    The moves have a value for each column of `MOVE` except the game, `change` one for each of `GAME_CHANGES`. Return
    False if the game no longer has that version.
    """
    values = {**change, "result": None if change["result"] is None else _json(change["result"])}
    with connection.cursor() as cursor:
        with one_round_trip():
            for move in moves:
                _insert_move(game_id, move)
            cursor.execute(_UPDATE_GAME, [*_values(values, GAME_CHANGES), game_id, version])
            update_seats(game_id, places)
        return bool(cursor.rowcount == 1)


def _insert_move(game_id: str, move: Plain) -> None:
    values = {**move, "made_at": _when(move["made_at"]), "move": _json(move["move"]), "events": _json(move["events"])}
    with connection.cursor() as cursor:
        cursor.execute(_INSERT, [game_id, *(values[name] for name in MOVE[1:])])


def update_seats(game_id: str, places: Sequence[SeatRow]) -> None:
    rows = [[*_values(place._asdict(), SEAT_CHANGES), game_id, place.number] for place in places]
    if rows:
        with connection.cursor() as cursor:
            cursor.executemany(_UPDATE_SEAT, rows)


def _values(values: Plain, names: tuple[str, ...]) -> list[Any]:
    return [_when(values[name]) if name.endswith("_at") else values[name] for name in names]


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _when(moment: datetime | None) -> Any:
    return connection.ops.adapt_datetimefield_value(moment)


def _parse_moment(value: Any) -> datetime | None:
    """Convert a datetime from the database; SQLite returns it without a time zone."""
    found: datetime | None = value
    return found.replace(tzinfo=UTC) if found is not None and found.tzinfo is None else found
