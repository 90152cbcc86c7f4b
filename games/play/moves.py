"""Moves by players, plans and bots, and resigning."""

import hashlib
import re
from datetime import datetime

from games.errors import Denied
from games.models import rows
from games.models.rows import Held
from games.play.locked_game import LockedGame
from games.play.locking import TICKET, Done, Read, Somebody, held, seat_of
from games.rules import hash_chain
from games.rules.base import Plain, Resign


def submit(game_id: str, user: Somebody, seen: object, ticket: object, asked: str, read: Read) -> Done:
    """Make the user's move.

    `asked` is the text that was sent; it tells a repeated request from a different move with the same ticket.
    """
    with held(game_id) as game:
        seat = seat_of(game, user)
        ticket = _check_ticket(ticket)
        digest = hashlib.sha256(asked.encode(errors="surrogateescape")).hexdigest()[:16]
        if known := rows.find(game_id, ticket):
            if known.seat != seat or known.asked != digest:
                raise Denied("ticket.other")
            return _done(game, known.number, known.link)
        _check_seen(game, seen)
        locked = LockedGame(game)
        if locked.places[seat].left:
            raise Denied("seat.lost")
        link = locked.play(seat, lambda: read(locked.kind, locked.state, seat), ticket=ticket, asked=digest)
        return _moved(locked, link)


def resign(game_id: str, user: Somebody) -> Done:
    """Resign for the user, no matter which version of the table they saw."""
    with held(game_id) as game:
        seat, locked = seat_of(game, user), LockedGame(game)
        if seat in locked.state.left and not locked.places[seat].left:  # a substitute: R40 already holds for this seat
            locked.leave(seat)
            locked.let_go()
            locked.store()
            return _done(game, game.version, game.head)
        return _moved(locked, locked.play(seat, lambda: {"do": Resign.do}))


def answer(game_id: str, seat: int, seen: int, move: Plain, by: str) -> Done:
    """Make a bot's move, also for a seat whose player has left."""
    with held(game_id) as game:
        _check_seen(game, seen)
        locked = LockedGame(game)
        return _moved(locked, locked.play(seat, lambda: move, by=by))


def fire(game_id: str, due: datetime) -> None:
    """Let a plan answer at its due time, unless somebody has moved since that time was set."""
    with held(game_id) as game:
        if game.due != due:
            return
        locked = LockedGame(game)
        if locked.fire():
            locked.store()
        else:
            locked.store_unseen()


def _moved(locked: LockedGame, link: str) -> Done:
    """Store the move and its consequences."""
    number = locked.version
    locked.let_go()
    locked.store()
    return _done(locked.game, number, link)


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


def _done(game: Held, number: int, link: str) -> Done:
    return Done(number, hash_chain.receipt(bytes.fromhex(game.server), link))
