"""Moves by players and bots, and resigning."""

import hashlib
import re

from games.models.rows import GameRow
from games.play.locked_game import LockedGame
from games.play.locking import TICKET, AnyUser, MoveReader, MoveReceipt, find_seat_number, lock_for_move
from games.play.plans import end_outdated_plans
from games.refusals import Denied
from games.rules import hash_chain
from games.rules.base import Plain, Resign


def submit(game_id: str, user: AnyUser, seen: object, ticket: object, asked: str, read: MoveReader) -> MoveReceipt:
    """Make the user's move.

    `asked` is the text that was sent; it tells a repeated request from a different move with the same ticket.
    """
    valid_ticket = ticket if isinstance(ticket, str) and TICKET.fullmatch(ticket) else ""
    with lock_for_move(game_id, valid_ticket) as game:
        seat = find_seat_number(game, user)
        if not valid_ticket:
            raise Denied("ticket.form")
        digest = hashlib.sha256(asked.encode(errors="surrogateescape")).hexdigest()[:16]
        if known := game.same_ticket:
            if known.seat != seat or known.request_digest != digest:
                raise Denied("ticket.other")
            return _make_receipt(game, known.number, known.chain_link)
        _check_seen(game, seen)
        locked = LockedGame(game)
        if locked.places[seat].has_left:
            raise Denied("seat.lost")
        link = locked.play(seat, lambda: read(locked.kind, locked.state, seat), ticket=valid_ticket, asked=digest)
        return _store_move(locked, link)


def resign(game_id: str, user: AnyUser) -> MoveReceipt:
    """Resign for the user, no matter which version of the table they saw."""
    with lock_for_move(game_id) as game:
        seat, locked = find_seat_number(game, user), LockedGame(game)
        if (
            seat in locked.state.left and not locked.places[seat].has_left
        ):  # a substitute: R40 already holds for this seat
            locked.give_back_seat(seat)
            end_outdated_plans(locked)
            locked.store()
            return _make_receipt(game, game.version, game.chain_head)
        return _store_move(locked, locked.play(seat, lambda: {"do": Resign.do}))


def move_bot(game_id: str, seat: int, seen: int, move: Plain, by: str) -> MoveReceipt:
    """Make a bot's move, also for a seat whose player has left."""
    with lock_for_move(game_id) as game:
        _check_seen(game, seen)
        locked = LockedGame(game)
        return _store_move(locked, locked.play(seat, lambda: move, by=by))


def _store_move(locked: LockedGame, link: str) -> MoveReceipt:
    """Store the move and its consequences."""
    number = locked.version
    end_outdated_plans(locked)
    locked.store()
    return _make_receipt(locked.game, number, link)


def _check_seen(game: GameRow, seen: object) -> None:
    if isinstance(seen, str) and re.fullmatch(r"[0-9]{1,9}", seen):
        seen = int(seen)
    if type(seen) is not int:
        raise Denied("seen.form")
    if seen != game.version:
        raise Denied("seen.stale")


def _make_receipt(game: GameRow, number: int, link: str) -> MoveReceipt:
    return MoveReceipt(number, hash_chain.receipt(bytes.fromhex(game.server_seed), link))
