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
from games.errors import Denied
from games.models import Game, PastSeat, Seat, rows
from games.models.rows import Held, Place
from games.rules import registry
from games.rules.base import Kind, Plain
from games.rules.deal import FairDealer, make_seed
from games.rules.serialization import from_plain, to_plain

TICKET = re.compile(r"[A-Za-z0-9_-]{8,64}")
SHARE = re.compile(r"[0-9a-f]{32}")

S = TypeVar("S", Seat, Place)
Somebody = User | AnonymousUser
Read = Callable[[Kind, Any, int], object]  # (kind, state, seat) -> the move the player meant, as plain data

# SQLite allows one writer at a time and makes the others poll. Within one process, waiting for a lock is better.
_turn = threading.RLock() if settings.SQLITE else nullcontext()


@dataclass(frozen=True)
class Done:
    """The number of a stored move, and the receipt that can prove it later."""

    version: int
    receipt: str


@contextmanager
def writing() -> Iterator[None]:
    """Open a transaction; with SQLite, wait until no other thread is writing."""
    with _turn, transaction.atomic():
        yield


@contextmanager
def door(game_id: str) -> Iterator[Game]:
    """Lock the game until the end of the transaction."""
    with writing():
        game = Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()
        if game is None:
            raise Denied("game.unknown")
        yield game


@contextmanager
def held(game_id: str) -> Iterator[Held]:
    """Lock the game with the handwritten SQL, which loads everything a move needs."""
    with writing():
        game = rows.hold(game_id)
        if game is None:
            raise Denied("game.unknown")
        yield game


def seats_of(game: Game) -> list[Seat]:
    """Return the seats in playing order, with their users."""
    return list(game.seats.select_related("user"))


def formers_of(game: Game | str, seats: Iterable[Seat]) -> list[PastSeat]:
    """Return the players who were replaced, in the order they left; without a query if nobody was."""
    changed = any(seat.leaver_id for seat in seats)
    return list(PastSeat.objects.filter(game=game).select_related("user")) if changed else []


def state_of(game: Game | Held) -> Any:
    """Parse the stored state."""
    return from_plain(kind_of(game).State, json.loads(game.state))


def kind_of(game: Game | Held) -> Kind:
    """Return the rules the game started with."""
    return registry.find(game.kind, game.rules)


def dealer_of(game: Game | Held, seats: Sequence[Seat | Place]) -> FairDealer:
    """Return the source of the game's randomness."""
    return FairDealer(make_seed(bytes.fromhex(game.server), game.id, [seat.seed for seat in seats]))


def own(seats: Iterable[S], user: Somebody) -> S:
    """Return the user's seat among these, or raise Denied."""
    for seat in seats:
        if user.pk is not None and seat.user_id == user.pk:
            return seat
    raise Denied("seat.none")


def seat_of(game: Held, user: Somebody) -> int:
    """Return the number of the user's seat, or raise Denied."""
    return own(game.seats, user).number


def plain_view(kind: Kind, state: Any, seat: int | None) -> tuple[Plain, Plain]:
    """Return what a seat (or the public) may know and do, as plain data that has been through JSON."""
    choices = kind.choices(state, seat) if seat is not None else {}
    plain: list[Plain] = json.loads(json.dumps([kind.view(state, seat), choices]))
    return plain[0], plain[1]


def text_of(state: Any) -> str:
    """Serialize the state for storage."""
    return json.dumps(to_plain(state), separators=(",", ":"))


def stamp(moment: datetime) -> str:
    """Format a time the way records do."""
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def tell(game_id: str, version: int, due: datetime | None = None) -> None:
    """After the commit, notify everyone watching; also wake whatever moves bots and plans if `due` is set."""
    signals.send_after_commit(signals.changed, game_id=game_id, version=version)
    if due is not None:
        signals.send_after_commit(signals.bot_due, game_id=game_id, due=due)


def touch(game_id: str) -> None:
    """Count a visible change that isn't a move. If nobody can be notified, the pulse finds it by this number."""
    Game.objects.filter(pk=game_id).update(revision=F("revision") + 1)


def say_changed(game_id: str) -> None:
    """Count a change that isn't a move, and notify everyone watching."""
    touch(game_id)
    tell(game_id, 0)


def uninvite(game: Game) -> None:
    """Delete all invitations to this table, and update the lists of the players who were invited."""
    asked = game.invitations.filter(declined=False)
    signals.send_queue_changed(list(asked.values_list("user_id", flat=True)))
    game.invitations.all().delete()
