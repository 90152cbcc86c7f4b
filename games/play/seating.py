"""Create a table, join and leave it, start the game: everything before the first move."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone

from accounts import blocks
from accounts.models import User
from games import signals
from games.clocks import database_clock, seat_clocks
from games.clocks import rules as clock_rules
from games.kinds import KINDS, find_bot
from games.models import Game, Invitation, Seat
from games.play import reliability
from games.play.locking import (
    SEED,
    count_change,
    delete_invitations,
    find_kind,
    find_own_seat,
    load_seats,
    lock_game,
    make_dealer,
    notify_watchers,
    serialize_state,
    write_transaction,
)
from games.refusals import Denied
from games.rules import hash_chain, registry
from games.rules.base import make_setup
from games.rules.dealers import BOT, commitment


def create_game(
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
    least: int = 0,
    odds: bool = False,
    rematch_of: Game | None = None,
) -> Game:
    """Create a game with the host in the first free seat. If no other seat is free, it starts at once."""
    bots = bots or {}
    rules = registry.find(kind)
    setup = make_setup(rules, seats, options)
    _check_bots_and_pace(kind, seats, bots, pace)
    share, server = _check_seed(seed), secrets.token_bytes(32)
    game = Game(
        kind=kind,
        rules_version=rules.RULES,
        options=setup.options,
        seat_count=seats,
        pace=pace,
        is_public=public,
        is_rated=rated and not bots and seats > 1,
        min_reliability=least,
        has_public_odds=odds,
        rematch_of=rematch_of,
        host=host,
        server_seed=server.hex(),
        commitment=commitment(server),
    )
    game.chain_head = hash_chain.first_link(game.id, game.commitment)
    game.deadline_at = database_clock.now() + clock_rules.OPEN_FOR[pace] / 2
    laid = [Seat(game=game, number=n, bot=bots.get(n, ""), shuffle_seed=BOT if n in bots else "") for n in range(seats)]
    own = next(seat for seat in laid if not seat.bot)
    own.user, own.shuffle_seed = host, share
    with write_transaction():
        _start_if_full(game, laid)
        game.save(force_insert=True)
        Seat.objects.bulk_create(laid)
        _notify(game, laid)
    return game


def _check_bots_and_pace(kind: str, seats: int, bots: Mapping[int, str], pace: str) -> None:
    for name in bots.values():
        find_bot(kind, name)
    if len(bots) >= seats or not set(bots) <= set(range(seats)):
        raise Denied("new.bots", bots=len(bots), seats=seats)
    if pace not in Game.Pace.values:
        raise Denied("new.pace", pace=pace[:20], known=Game.Pace.values)


def sit(game_id: str, user: User, seed: str = "") -> Game:
    """Seat the user in the first free seat. When the last one is taken, the game starts."""
    with lock_game(game_id) as game:
        seats = load_seats(game)
        if any(seat.user_id == user.pk for seat in seats):
            raise Denied("sit.already")
        _check_open(game, "sit.begun")
        # players who were invited need no minimum
        if game.min_reliability and not game.invitations.filter(user=user, is_declined=False).exists():
            reliability.check_reliability(user, game.min_reliability)
        empty = [seat for seat in seats if not seat.is_taken]
        if not empty:
            raise Denied("sit.taken")
        if blocks.is_blocked_with_any(user.pk, [seat.user_id for seat in seats]):
            raise Denied("sit.apart")
        empty[0].user, empty[0].shuffle_seed = user, _check_seed(seed)
        empty[0].save(update_fields=["user", "shuffle_seed"])
        Invitation.objects.filter(game=game, user=user).delete()
        if _start_if_full(game, seats):
            _save_start(game, seats)
        else:
            count_change(game.pk)
        _notify(game, seats)
    return game


def stand(game_id: str, user: User) -> Game:
    """Free the user's seat before the game starts."""
    with lock_game(game_id) as game:
        seats = load_seats(game)
        seat = find_own_seat(seats, user)
        _check_open(game, "stand.begun")
        if game.host_id == user.pk:
            raise Denied("stand.host")
        seat.user, seat.shuffle_seed = None, ""
        seat.save(update_fields=["user", "shuffle_seed"])
        count_change(game.pk)
        _notify(game, seats)
    return game


def start(game_id: str, user: User, bot: str = "") -> Game:
    """Start early, with bots in the free seats. Only the host may.

    An empty `bot` means the kind's stand-in bot.
    """
    with lock_game(game_id) as game:
        _check_host(game, user)
        _check_open(game, "start.begun")
        seats, bot = load_seats(game), bot or KINDS[game.kind].stand_in
        find_bot(game.kind, bot)
        for seat in seats:
            if not seat.is_taken:
                seat.bot, seat.shuffle_seed, game.is_rated = bot, BOT, False
        _start_if_full(game, seats)
        _save_start(game, seats)
        _notify(game, seats)
    return game


def cancel_game(game_id: str, user: User) -> Game:
    """Cancel a game that hasn't started. Only the host may do this."""
    with lock_game(game_id) as game:
        _check_host(game, user)
        _check_open(game, "start.begun")
        game.status, game.ended_at, game.deadline_at = Game.Status.ABORTED, timezone.now(), None
        game.save(update_fields=["status", "ended_at", "deadline_at"])
        delete_invitations(game)
        _notify(game, load_seats(game))
    return game


def _check_seed(seed: str) -> str:
    """Check the player's seed for the shuffle, or make one if none was given."""
    if seed and not SEED.fullmatch(seed):
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


def _start_if_full(game: Game, seats: list[Seat]) -> bool:
    """Deal if every seat is taken, and return whether it did. Saves nothing."""
    if not all(seat.is_taken for seat in seats):
        return False
    kind, now = find_kind(game), database_clock.now()
    state = kind.start(make_setup(kind, game.seat_count, game.options), make_dealer(game, seats))
    game.status, game.started_at, game.warnings_sent = Game.Status.PLAYING, now, 0
    game.revision = 0  # from here on it counts the changes at the table
    game.state, game.moved_at = serialize_state(state), now
    for seat in seats:
        seat.is_to_move = seat.number in kind.waiting(state)
    game.auto_move_due_at = now if any(seat.is_to_move and seat.bot for seat in seats) else None
    _start_clocks(game, seats, now)
    return True


def _start_clocks(game: Game, seats: list[Seat], now: datetime) -> None:
    """Fill every time bank. The sweep sets the first deadlines a moment later."""
    is_clocked = seat_clocks.is_clocked(game.pace, seats)
    game.deadline_at = now if is_clocked else now + clock_rules.IDLE_AFTER[0]
    for seat in [seat for seat in seats if seat.user_id is not None]:
        seat.time_bank_ms = clock_rules.to_ms(clock_rules.PACES[game.pace].bank) if is_clocked else 0
        seat.asked_at, seat.is_notified = (now, False) if seat.is_to_move else (None, True)


def _save_start(game: Game, seats: list[Seat]) -> None:
    game.save(
        update_fields=[
            "status",
            "started_at",
            "moved_at",
            "state",
            "auto_move_due_at",
            "is_rated",
            "deadline_at",
            "warnings_sent",
            "revision",
        ]
    )
    Seat.objects.bulk_update(seats, ["bot", "shuffle_seed", "is_to_move", "time_bank_ms", "asked_at", "is_notified"])
    delete_invitations(game)


def _notify(game: Game, seats: list[Seat]) -> None:
    """Notify everyone watching, the bot that moves first, and the players."""
    notify_watchers(game.pk, game.version, game.auto_move_due_at)
    signals.send_queue_changed(seat.user_id for seat in seats)
