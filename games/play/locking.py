"""What all doors share: the lock, and what a stored game is made of."""

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
from games.models import Former, Game, Seat, rows
from games.models.rows import Held, Place
from games.rules import registry
from games.rules.base import Kind, Plain
from games.rules.deal import FairDealer, make_seed
from games.rules.plain import from_plain, to_plain

TICKET = re.compile(r"[A-Za-z0-9_-]{8,64}")
SHARE = re.compile(r"[0-9a-f]{32}")

S = TypeVar("S", Seat, Place)
Somebody = User | AnonymousUser
Read = Callable[[Kind, Any, int], object]  # (kind, state, seat) -> the plain move that was meant

# SQLite lets one connection write and makes the others ask again and again; in one process they had better queue.
_turn = threading.RLock() if settings.SQLITE else nullcontext()


@dataclass(frozen=True)
class Done:
    """A move that is stored: its number, and the receipt that proves it later."""

    version: int
    receipt: str


@contextmanager
def writing() -> Iterator[None]:
    """A transaction, one after the other where one connection writes."""
    with _turn, transaction.atomic():
        yield


@contextmanager
def door(game_id: str) -> Iterator[Game]:
    """The game, locked until the end of the transaction."""
    with writing():
        game = Game.objects.select_for_update(no_key=True).filter(pk=game_id).first()
        if game is None:
            raise Denied("game.unknown")
        yield game


@contextmanager
def held(game_id: str) -> Iterator[Held]:
    """The same by the written statements: with all that a move needs."""
    with writing():
        game = rows.hold(game_id)
        if game is None:
            raise Denied("game.unknown")
        yield game


def seats_of(game: Game) -> list[Seat]:
    """The seats in the order of play, with their players."""
    return list(game.seats.select_related("user"))


def formers_of(game: Game | str, seats: Iterable[Seat]) -> list[Former]:
    """Who sat at the table before another did, in the order of leaving; most tables are not asked for it."""
    changed = any(seat.leaver_id for seat in seats)
    return list(Former.objects.filter(game=game).select_related("user")) if changed else []


def state_of(game: Game | Held) -> Any:
    """The state that is stored."""
    return from_plain(kind_of(game).State, json.loads(game.state))


def kind_of(game: Game | Held) -> Kind:
    """The rules that the game began with."""
    return registry.find(game.kind, game.rules)


def dealer_of(game: Game | Held, seats: Sequence[Seat | Place]) -> FairDealer:
    """Where the game's chance comes from."""
    return FairDealer(make_seed(bytes.fromhex(game.server), game.id, [seat.seed for seat in seats]))


def own(seats: Iterable[S], user: Somebody) -> S:
    """The user's seat among these; or Denied."""
    for seat in seats:
        if user.pk is not None and seat.user_id == user.pk:
            return seat
    raise Denied("seat.none")


def seat_of(game: Held, user: Somebody) -> int:
    """The number of the user's seat; or Denied."""
    return own(game.seats, user).number


def plain_view(kind: Kind, state: Any, seat: int | None) -> tuple[Plain, Plain]:
    """What that audience may know and do, as plain data that went through JSON."""
    choices = kind.choices(state, seat) if seat is not None else {}
    plain: list[Plain] = json.loads(json.dumps([kind.view(state, seat), choices]))
    return plain[0], plain[1]


def text_of(state: Any) -> str:
    """The state, as it is stored."""
    return json.dumps(to_plain(state), separators=(",", ":"))


def stamp(moment: datetime) -> str:
    """A time as records have it."""
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def tell(game_id: str, version: int, due: datetime | None = None) -> None:
    """Tell those who watch, and the house when a bot or a plan has to answer, once it is stored."""
    signals.say(signals.changed, game_id=game_id, version=version)
    if due is not None:
        signals.say(signals.bot_due, game_id=game_id, due=due)


def touch(game_id: str) -> None:
    """Note that something visible has changed that is no move: where nobody can be told, the pulse finds it."""
    Game.objects.filter(pk=game_id).update(revision=F("revision") + 1)


def say_changed(game_id: str) -> None:
    """Note it, and tell those who watch."""
    touch(game_id)
    tell(game_id, 0)


def uninvite(game: Game) -> None:
    """Nobody is asked to this table any more; who was sees it on the first page."""
    asked = game.invitations.filter(declined=False)
    signals.say_queue(list(asked.values_list("user_id", flat=True)))
    game.invitations.all().delete()
