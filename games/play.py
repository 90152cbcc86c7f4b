"""The one door for writing: laying a table, sitting down, starting, moving. Every function is one transaction.

What comes after a commit (telling those who watch, waking a bot) can be late, but it can never fail a move.
"""

import hashlib
import json
import logging
import re
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import BooleanField, ExpressionWrapper, Q, Value
from django.dispatch import Signal
from django.utils import timezone

from accounts.models import User
from games import signals
from games.bots.registry import find as find_bot
from games.models import Game, Invitation, Move, Seat
from games.refusals import Denied
from games.rules import chain, registry
from games.rules.base import Kind, Plain, Resign, make_setup
from games.rules.deal import BOT, FairDealer, commitment, make_seed
from games.rules.plain import from_plain, read_move, to_plain, write_move
from games.rules.record import item

log = logging.getLogger(__name__)
TICKET = re.compile(r"[A-Za-z0-9_-]{8,64}")
SHARE = re.compile(r"[0-9a-f]{32}")

Read = Callable[[Kind, Any, int], object]  # (kind, state, seat) -> the plain move that was meant

# SQLite lets one connection write and makes the others ask again and again; in one process they had better queue.
_queue = threading.Lock() if settings.SQLITE else nullcontext()


@dataclass(frozen=True)
class Done:
    """A move that is stored: its number, and the receipt that proves it later."""

    version: int
    receipt: str


@contextmanager
def _door(game_id: str) -> Iterator[Game]:
    """The game, locked until the end of the transaction."""
    with _queue, transaction.atomic():
        game = Game.objects.select_for_update().filter(pk=game_id).first()
        if game is None:
            raise Denied("game.unknown")
        yield game


def seats_of(game: Game) -> list[Seat]:
    """The seats in the order of play, with their players."""
    return list(game.seats.select_related("user"))


def state_of(game: Game) -> Any:
    """The state that is stored."""
    return from_plain(kind_of(game).State, json.loads(game.state))


def kind_of(game: Game) -> Kind:
    """The rules that the game began with."""
    return registry.find(game.kind, game.rules)


def dealer_of(game: Game, seats: list[Seat]) -> FairDealer:
    """Where the game's chance comes from."""
    return FairDealer(make_seed(bytes.fromhex(game.server), game.id, [seat.seed for seat in seats]))


# --- laying a table -------------------------------------------------------------------------------------------------


def create(
    host: User,
    *,
    kind: str,
    seats: int,
    options: Mapping[str, Any],
    pace: str = Game.Pace.DAILY,
    public: bool = True,
    rated: bool = False,
    bots: Mapping[int, str] | None = None,
    seed: str = "",
) -> Game:
    """A new game, with its host in the first free seat; it starts at once where no seat is left."""
    bots = bots or {}
    rules = registry.find(kind)
    setup = make_setup(rules, seats, options)
    for name in bots.values():
        find_bot(kind, name)
    if len(bots) >= seats or not set(bots) <= set(range(seats)):
        raise Denied("new.bots", bots=len(bots), seats=seats)
    if pace not in Game.Pace.values:
        raise Denied("new.pace", pace=pace[:20], known=Game.Pace.values)
    share, server = _share(seed), secrets.token_bytes(32)
    game = Game(
        kind=kind,
        rules=rules.RULES,
        options=setup.options,
        size=seats,
        pace=pace,
        public=public,
        rated=rated and not bots and seats > 1,
        host=host,
        server=server.hex(),
        commit=commitment(server),
    )
    game.head = chain.first_link(game.id, game.commit)
    laid = [Seat(game=game, number=n, bot=bots.get(n, ""), seed=BOT if n in bots else "") for n in range(seats)]
    _take(next(seat for seat in laid if not seat.bot), host, share)
    with _queue, transaction.atomic():
        _start_if_full(game, laid)
        game.save(force_insert=True)
        Seat.objects.bulk_create(laid)
    return game


def sit(game_id: str, user: User, seed: str = "") -> Game:
    """The user takes the first empty seat; the last one starts the game."""
    with _door(game_id) as game:
        seats = seats_of(game)
        if any(seat.user_id == user.pk for seat in seats):
            raise Denied("sit.already")
        _check_open(game, "sit.begun")
        empty = [seat for seat in seats if not seat.taken]
        if not empty:
            raise Denied("sit.taken")
        _take(empty[0], user, _share(seed))
        empty[0].save(update_fields=["user", "seed"])
        Invitation.objects.filter(game=game, user=user).delete()
        if _start_if_full(game, seats):
            _save_start(game, seats)
        _announce(game)
    return game


def stand(game_id: str, user: User) -> Game:
    """The user leaves a seat before the game begins."""
    with _door(game_id) as game:
        seat = _own_seat(seats_of(game), user)
        _check_open(game, "stand.begun")
        if game.host_id == user.pk:
            raise Denied("stand.host")
        seat.user, seat.seed = None, ""
        seat.save(update_fields=["user", "seed"])
        _announce(game)
    return game


def start(game_id: str, user: User, bot: str = "steady") -> Game:
    """The host starts early: bots take the seats that are empty."""
    with _door(game_id) as game:
        _check_host(game, user)
        _check_open(game, "start.begun")
        seats = seats_of(game)
        find_bot(game.kind, bot)
        for seat in seats:
            if not seat.taken:
                seat.bot, seat.seed, game.rated = bot, BOT, False
        _start_if_full(game, seats)
        _save_start(game, seats)
        _announce(game)
    return game


def call_off(game_id: str, user: User) -> Game:
    """The host calls off a game that has not begun."""
    with _door(game_id) as game:
        _check_host(game, user)
        _check_open(game, "start.begun")
        game.status, game.ended = Game.Status.ABORTED, timezone.now()
        game.save(update_fields=["status", "ended"])
        game.invitations.all().delete()
        _announce(game)
    return game


def _take(seat: Seat, user: User, share: str) -> None:
    seat.user, seat.seed = user, share


def _share(seed: str) -> str:
    """What a player gives to the shuffle; made here where the player gave nothing."""
    if seed and not SHARE.fullmatch(seed):
        raise Denied("sit.seed")
    return seed or secrets.token_hex(16)


def _check_open(game: Game, begun: str) -> None:
    if game.status == Game.Status.ABORTED:
        raise Denied("game.off")
    if game.status != Game.Status.OPEN:
        raise Denied(begun)


def _check_host(game: Game, user: User) -> None:
    if game.host_id != user.pk:
        raise Denied("host.only", host=game.host.username if game.host else "?")


def _own_seat(seats: list[Seat], user: User) -> Seat:
    for seat in seats:
        if user.pk is not None and seat.user_id == user.pk:
            return seat
    raise Denied("seat.none")


def _start_if_full(game: Game, seats: list[Seat]) -> bool:
    """Deal, once every seat is taken. Nothing is saved here."""
    if not all(seat.taken for seat in seats):
        return False
    kind = kind_of(game)
    state = kind.start(make_setup(kind, game.size, game.options), dealer_of(game, seats))
    game.status, game.started = Game.Status.PLAYING, timezone.now()
    _set_state(game, kind, state, seats, game.started)
    return True


def _save_start(game: Game, seats: list[Seat]) -> None:
    game.save(update_fields=["status", "started", "moved", "state", "due", "rated"])
    Seat.objects.bulk_update(seats, ["bot", "seed", "waiting"])
    game.invitations.all().delete()


def _set_state(game: Game, kind: Kind, state: Any, seats: list[Seat], now: datetime) -> None:
    """What follows from a state: whom the game waits for, and whether that is one who answers at once."""
    waiting = kind.waiting(state)
    for seat in seats:
        seat.waiting = seat.number in waiting
    game.state = json.dumps(to_plain(state), separators=(",", ":"))
    game.moved = now
    game.due = now if any(seat.waiting and (seat.bot or seat.left) for seat in seats) else None
    if game.due:
        transaction.on_commit(lambda: _say(signals.bot_due, game_id=game.id))


def _announce(game: Game) -> None:
    """Tell those who watch, once it is stored."""
    transaction.on_commit(lambda: _say(signals.changed, game_id=game.id, version=game.version))


def _say(signal: Signal, **facts: Any) -> None:
    """Whatever goes wrong with those who listen, the move is stored: it goes to the log."""
    for receiver, answer in signal.send_robust(Game, **facts):
        if isinstance(answer, Exception):
            log.error("%s failed", receiver, exc_info=answer)


# --- moving ---------------------------------------------------------------------------------------------------------


def submit(game_id: str, user: User, seen: object, ticket: object, asked: str, read: Read) -> Done:
    """The user's move. `asked`: what was sent, as text, so that a repeated ticket can be told from another move."""
    with _door(game_id) as game:
        seats = seats_of(game)
        seat = _own_seat(seats, user)
        ticket = _check_ticket(ticket)
        digest = hashlib.sha256(asked.encode(errors="surrogateescape")).hexdigest()[:16]
        if known := Move.objects.filter(game=game, ticket=ticket).first():
            if known.seat != seat.number or known.asked != digest:
                raise Denied("ticket.other")
            return _done(game, known)
        _check_seen(game, seen)
        return _move(game, seats, seat, read, ticket=ticket, asked=digest)


def resign(game_id: str, user: User, ticket: str | None = None) -> Done:
    """The user leaves the game for good, whatever was seen of it."""
    with _door(game_id) as game:
        seats = seats_of(game)
        return _move(game, seats, _own_seat(seats, user), lambda *_: {"do": Resign.do})


def answer(game_id: str, seat: int, seen: int, move: Plain, by: str) -> Done:
    """The move of a bot, or of one that plays on for somebody who left."""
    with _door(game_id) as game:
        seats = seats_of(game)
        _check_seen(game, seen)
        return _move(game, seats, seats[seat], lambda *_: move, by=by)


def _check_ticket(ticket: object) -> str:
    if not isinstance(ticket, str) or not TICKET.fullmatch(ticket):
        raise Denied("ticket.form")
    return ticket


def _check_seen(game: Game, seen: object) -> None:
    if isinstance(seen, str) and re.fullmatch(r"[0-9]{1,9}", seen):
        seen = int(seen)
    if type(seen) is not int:
        raise Denied("seen.form")
    if seen != game.version:
        raise Denied("seen.stale")


def _move(
    game: Game, seats: list[Seat], seat: Seat, read: Read, *, ticket: str | None = None, asked: str = "", by: str = ""
) -> Done:
    """Play the move and store it with all that follows. The caller holds the lock."""
    if game.status in (Game.Status.OPEN, Game.Status.ABORTED):
        raise Denied("game.open" if game.status == Game.Status.OPEN else "game.off")
    kind, state = kind_of(game), state_of(game)
    move = read_move(kind, read(kind, state, seat.number))
    state, events = kind.play(state, seat.number, move, dealer_of(game, seats))
    now = timezone.now()
    now = now.replace(microsecond=now.microsecond // 1000 * 1000)
    written = item(seat.number, move, at=stamp(now), by=by or None)
    stored = Move(
        game=game,
        number=game.version + 1,
        seat=seat.number,
        move=write_move(move),
        events=[event._asdict() for event in events],
        at=now,
        by=by,
        ticket=ticket,
        asked=asked,
        link=chain.next_link(game.head, json.loads(json.dumps(written))),
    )
    stored.save(force_insert=True)
    before = [(other.waiting, other.left) for other in seats]
    seat.left = seat.left or type(move) is Resign
    _store_state(game, kind, state, seats, stored)
    if game.result is None and before != [(other.waiting, other.left) for other in seats]:
        _update_seats(game, seats)
    return _done(game, stored)


def _store_state(game: Game, kind: Kind, state: Any, seats: list[Seat], move: Move) -> None:
    _set_state(game, kind, state, seats, move.at)
    over = kind.standing(state)
    if over is not None:
        game.status, game.ended = Game.Status.FINISHED, move.at
        game.result = to_plain(over)
        for seat in seats:
            seat.place = over.places[seat.number]
            seat.points = over.points[seat.number] if over.points else None
    updated = Game.objects.filter(pk=game.pk, version=game.version).update(
        version=move.number,
        head=move.link,
        state=game.state,
        status=game.status,
        result=game.result,
        moved=game.moved,
        ended=game.ended,
        due=game.due,
    )
    if not updated:  # the lock did not hold: the last net under it
        raise Denied("seen.stale")
    game.version, game.head = move.number, move.link
    if over is not None:
        Seat.objects.bulk_update(seats, ["waiting", "left", "place", "points"])
    _announce(game)


def _update_seats(game: Game, seats: list[Seat]) -> None:
    """Whom the game waits for and who has left, in one statement."""
    waiting = [seat.number for seat in seats if seat.waiting]
    left = [seat.number for seat in seats if seat.left]
    game.seats.update(waiting=_is_one_of(waiting), left=_is_one_of(left))


def _is_one_of(numbers: list[int]) -> Any:
    if not numbers:  # an empty list would make Django drop the whole statement
        return Value(False)
    return ExpressionWrapper(Q(number__in=numbers), BooleanField())


def _done(game: Game, move: Move) -> Done:
    return Done(move.number, chain.receipt(bytes.fromhex(game.server), move.link))


def stamp(moment: datetime) -> str:
    """A time as records have it."""
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"
