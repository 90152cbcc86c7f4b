"""The one door for writing: laying a table, sitting down, starting, moving. Every function is one transaction.

What comes after a commit (telling those who watch, waking a bot) can be late, but it can never fail a move.
"""

import hashlib
import json
import logging
import re
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone

from accounts.models import User
from games import signals, store
from games.bots.registry import find as find_bot
from games.models import Game, Invitation, Seat
from games.refusals import Denied
from games.rules import chain, registry
from games.rules.base import IllegalMove, Kind, Plain, Resign, Standing, make_setup
from games.rules.deal import BOT, FairDealer, commitment, make_seed
from games.rules.plain import from_plain, read_move, to_plain
from games.rules.record import item
from games.store import Held, Place

log = logging.getLogger(__name__)
TICKET = re.compile(r"[A-Za-z0-9_-]{8,64}")
SHARE = re.compile(r"[0-9a-f]{32}")

Somebody = User | AnonymousUser
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


def state_of(game: Game | Held) -> Any:
    """The state that is stored."""
    return from_plain(kind_of(game).State, json.loads(game.state))


def kind_of(game: Game | Held) -> Kind:
    """The rules that the game began with."""
    return registry.find(game.kind, game.rules)


def dealer_of(game: Game | Held, seats: Sequence[Seat | Place]) -> FairDealer:
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
        _tell(game.pk, game.version, game.due is not None)
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
        _tell(game.pk, game.version, game.due is not None)
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
        _tell(game.pk, game.version, game.due is not None)
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
        _tell(game.pk, game.version, game.due is not None)
    return game


def call_off(game_id: str, user: User) -> Game:
    """The host calls off a game that has not begun."""
    with _door(game_id) as game:
        _check_host(game, user)
        _check_open(game, "start.begun")
        game.status, game.ended = Game.Status.ABORTED, timezone.now()
        game.save(update_fields=["status", "ended"])
        game.invitations.all().delete()
        _tell(game.pk, game.version, game.due is not None)
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
    game.state, game.moved = _text(state), game.started
    for seat in seats:
        seat.waiting = seat.number in kind.waiting(state)
    game.due = game.started if any(seat.waiting and seat.bot for seat in seats) else None
    return True


def _save_start(game: Game, seats: list[Seat]) -> None:
    game.save(update_fields=["status", "started", "moved", "state", "due", "rated"])
    Seat.objects.bulk_update(seats, ["bot", "seed", "waiting"])
    game.invitations.all().delete()


def _tell(game_id: str, version: int, is_due: bool = False) -> None:
    """Tell those who watch, and the bot that is asked now, once it is stored."""
    transaction.on_commit(partial(_say, signals.changed, game_id=game_id, version=version))
    if is_due:
        transaction.on_commit(partial(_say, signals.bot_due, game_id=game_id))


def _text(state: Any) -> str:
    return json.dumps(to_plain(state), separators=(",", ":"))


def _say(signal: Signal, **facts: Any) -> None:
    """Whatever goes wrong with those who listen, the move is stored: it goes to the log."""
    for receiver, answer in signal.send_robust(Game, **facts):
        if isinstance(answer, Exception):
            log.error("%s failed", receiver, exc_info=answer)


# --- moving ---------------------------------------------------------------------------------------------------------


def submit(game_id: str, user: Somebody, seen: object, ticket: object, asked: str, read: Read) -> Done:
    """The user's move. `asked`: what was sent, as text, so that a repeated ticket can be told from another move."""
    with _held(game_id) as game:
        seat = _seat_of(game, user)
        ticket = _check_ticket(ticket)
        digest = hashlib.sha256(asked.encode(errors="surrogateescape")).hexdigest()[:16]
        if known := store.find(game_id, ticket):
            if known.seat != seat or known.asked != digest:
                raise Denied("ticket.other")
            return _done(game, known.number, known.link)
        _check_seen(game, seen)
        return _move(game, seat, read, ticket=ticket, asked=digest)


def resign(game_id: str, user: Somebody) -> Done:
    """The user leaves the game for good, whatever was seen of it."""
    with _held(game_id) as game:
        return _move(game, _seat_of(game, user), lambda *_: {"do": Resign.do})


def answer(game_id: str, seat: int, seen: int, move: Plain, by: str) -> Done:
    """The move of a bot, or of one that plays on for somebody who left."""
    with _held(game_id) as game:
        _check_seen(game, seen)
        return _move(game, seat, lambda *_: move, by=by)


@contextmanager
def _held(game_id: str) -> Iterator[Held]:
    """The game, locked until the end of the transaction."""
    with _queue, transaction.atomic():
        game = store.hold(game_id)
        if game is None:
            raise Denied("game.unknown")
        yield game


def _seat_of(game: Held, user: Somebody) -> int:
    for seat in game.seats:
        if user.pk is not None and seat.user_id == user.pk:
            return seat.number
    raise Denied("seat.none")


def _check_ticket(ticket: object) -> str:
    if not isinstance(ticket, str) or not TICKET.fullmatch(ticket):
        raise Denied("ticket.form")
    return ticket


def _check_seen(game: Held, seen: object) -> None:
    if isinstance(seen, str) and re.fullmatch(r"[0-9]{1,9}", seen):
        seen = int(seen)
    if type(seen) is not int:
        raise Denied("seen.form")
    if seen != game.version:
        raise Denied("seen.stale")


def _move(game: Held, seat: int, read: Read, *, ticket: str | None = None, asked: str = "", by: str = "") -> Done:
    """Play the move and store it with all that follows. The caller holds the lock."""
    if game.status in (Game.Status.OPEN, Game.Status.ABORTED):
        raise Denied("game.open" if game.status == Game.Status.OPEN else "game.off")
    if game.status == Game.Status.FINISHED:  # before the move is read: 409, however it is written
        raise IllegalMove("game.over")
    kind, state = kind_of(game), state_of(game)
    move = read_move(kind, read(kind, state, seat))
    state, events = kind.play(state, seat, move, dealer_of(game, game.seats))
    now = timezone.now()
    now = now.replace(microsecond=now.microsecond // 1000 * 1000)
    written = item(seat, move, at=stamp(now), by=by or None)
    link = chain.next_link(game.head, written)
    stored = {"number": game.version + 1, "seat": seat, "move": written["move"], "at": now, "by": by, "link": link}
    events_plain = [event._asdict() for event in events]
    store.insert(game.id, {**stored, "events": events_plain, "ticket": ticket, "asked": asked})
    _store_state(game, kind, state, link, now, seat if type(move) is Resign else None)
    return _done(game, game.version + 1, link)


def _store_state(game: Held, kind: Kind, state: Any, link: str, now: datetime, leaver: int | None) -> None:
    """The game and its seats after a move."""
    waiting, over = kind.waiting(state), kind.standing(state)
    left = {seat.number for seat in game.seats if seat.left or seat.number == leaver}
    is_due = any(seat.number in waiting and (seat.bot or seat.number in left) for seat in game.seats)
    change = {
        "version": game.version + 1,
        "head": link,
        "state": _text(state),
        "status": Game.Status.PLAYING if over is None else Game.Status.FINISHED,
        "moved": now,
        "due": now if is_due else None,
        "ended": None if over is None else now,
        "result": None if over is None else to_plain(over),
    }
    if not store.update(game, change):  # the lock did not hold: the last net under it
        raise Denied("seen.stale")
    if leaver is not None or set(waiting) != {seat.number for seat in game.seats if seat.waiting}:
        store.update_seats(game.id, waiting, left)
    if over is not None:
        _store_places(game.id, over)
    _tell(game.id, game.version + 1, is_due)


def _store_places(game_id: str, over: Standing) -> None:
    seats = list(Seat.objects.filter(game=game_id))
    for seat in seats:
        seat.place = over.places[seat.number]
        seat.points = over.points[seat.number] if over.points else None
    Seat.objects.bulk_update(seats, ["place", "points"])


def _done(game: Held, number: int, link: str) -> Done:
    return Done(number, chain.receipt(bytes.fromhex(game.server), link))


def stamp(moment: datetime) -> str:
    """A time as records have it."""
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"
