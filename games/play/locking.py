"""Locks, and helpers to read a stored game."""

import json
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import F

from accounts.models import User
from games import signals
from games.models import Game, PastSeat, Seat, rows
from games.models.rows import GameRow, SeatRow
from games.refusals import Denied
from games.rules import registry
from games.rules.base import Kind, Plain
from games.rules.dealers import FairDealer, make_seed
from games.rules.serialization import from_plain, to_plain

TICKET = re.compile(r"[A-Za-z0-9_-]{8,64}")
SEED = re.compile(r"[0-9a-f]{32}")

S = TypeVar("S", Seat, SeatRow)
AnyUser = User | AnonymousUser
MoveReader = Callable[[Kind, Any, int], object]  # (kind, state, seat) -> the move the player meant, as plain data

# SQLite allows one writer at a time and makes the others poll. Within one process, waiting for a lock is better.
_writer_lock = threading.RLock() if settings.SQLITE else nullcontext()


@dataclass(frozen=True)
class MoveReceipt:
    """The number of a stored move, and the receipt that can prove it later."""

    version: int
    receipt: str


@contextmanager
def write_transaction() -> Iterator[None]:
    """Open a transaction; with SQLite, wait until no other thread is writing."""
    with _writer_lock, transaction.atomic():
        yield


@contextmanager
def lock_game(game_id: str) -> Iterator[Game]:
    """Lock the game until the end of the transaction."""
    with write_transaction():
        game = Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()
        if game is None:
            raise Denied("game.unknown")
        yield game


@contextmanager
def lock_for_move(game_id: str, ticket: str = "") -> Iterator[GameRow]:
    """Lock the game with the handwritten SQL, which loads everything a move needs."""
    with write_transaction():
        game = rows.lock_game(game_id, ticket=ticket)
        if game is None:
            raise Denied("game.unknown")
        yield game


def load_seats(game: Game) -> list[Seat]:
    """Return the seats in playing order, with their users."""
    return list(game.seats.select_related("user"))


def load_past_seats(game: Game | str, seats: Iterable[Seat]) -> list[PastSeat]:
    """Return the players who were replaced, in the order they left; without a query if nobody was."""
    changed = any(seat.leaver_id for seat in seats)
    return list(PastSeat.objects.filter(game=game).select_related("user")) if changed else []


def parse_state(game: Game | GameRow) -> Any:
    return from_plain(find_kind(game).State, json.loads(game.state))


def find_kind(game: Game | GameRow) -> Kind:
    """Return the rules the game started with."""
    return registry.find(game.kind, game.rules_version)


def make_dealer(game: Game | GameRow, seats: Sequence[Seat | SeatRow]) -> FairDealer:
    """Return the source of the game's randomness."""
    return FairDealer(make_seed(bytes.fromhex(game.server_seed), game.id, [seat.shuffle_seed for seat in seats]))


def find_own_seat(seats: Iterable[S], user: AnyUser) -> S:
    """Return the user's seat among these, or raise Denied."""
    for seat in seats:
        if user.pk is not None and seat.user_id == user.pk:
            return seat
    raise Denied("seat.none")


def find_seat_number(game: GameRow, user: AnyUser) -> int:
    """Return the number of the user's seat, or raise Denied."""
    return find_own_seat(game.seats, user).number


def make_plain_view(kind: Kind, state: Any, seat: int | None) -> tuple[Plain, Plain]:
    """Return what a seat (or the public) may know and do, as plain data that has been through JSON."""
    choices = kind.choices(state, seat) if seat is not None else {}
    return view_as_plain(kind, state, seat), json.loads(json.dumps(choices))


def view_as_plain(kind: Kind, state: Any, seat: int | None) -> Plain:
    """Return only what they may know. Between the steps of a move, when nobody can decide, there are no choices."""
    plain: Plain = json.loads(json.dumps(kind.view(state, seat)))
    return plain


def serialize_state(state: Any) -> str:
    return json.dumps(to_plain(state), separators=(",", ":"))


def format_time(moment: datetime) -> str:
    """Format a time the way records do."""
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def notify_watchers(
    game_id: str, version: int, due: datetime | None = None, stored: rows.StoredMove | None = None
) -> None:
    """After the commit, notify everyone watching; also wake whatever moves bots and plans if `due` is set."""
    signals.send_after_commit(signals.changed, game_id=game_id, version=version, stored=stored)
    if due is not None:
        signals.send_after_commit(signals.bot_due, game_id=game_id, due=due)


def count_change(game_id: str) -> None:
    """Count a visible change that isn't a move. If nobody can be notified, the pulse finds it by this number."""
    Game.objects.filter(pk=game_id).update(revision=F("revision") + 1)


def announce_change(game_id: str) -> None:
    """Count a change that isn't a move, and notify everyone watching."""
    count_change(game_id)
    notify_watchers(game_id, 0)


def delete_invitations(game: Game) -> None:
    """Delete all invitations to this table, and update the lists of the players who were invited."""
    invitations = game.invitations.filter(is_declined=False)
    signals.send_queue_changed(list(invitations.values_list("user_id", flat=True)))
    game.invitations.all().delete()
