"""Players, games and moves for tests."""

import json
import random
import secrets
from typing import Any

from django.test import Client

from accounts.models import User
from games import play
from games.kinds import KINDS
from games.models import Game
from games.rules.base import Plain
from games.rules.serialization import write_move
from games.worker import bots as table_bots

NAMES = ["Ana", "Ben", "Chloe", "Dora", "Emil", "Fritz", "Gus", "Hedy", "Ida", "Jonas", "Kofi", "Leo"]


def person(name: str) -> User:
    return User.objects.filter(username=name).first() or User.objects.create_user(name)


def people(count: int) -> list[User]:
    return [person(name) for name in NAMES[:count]]


def as_user(who: User | str | None, **options: Any) -> Client:
    """Make a client in which that user is logged in, or a visitor's if it is None."""
    client = Client(**options)
    if who is not None:
        client.force_login(person(who) if isinstance(who, str) else who)
    return client


def table(kind: str, seats: int, players: int | None = None, **extra: Any) -> tuple[Game, list[User]]:
    """Start a game with that many players (by default in all seats) and bots in the other seats."""
    players = players or seats
    options, bots = extra.pop("options", {}), dict.fromkeys(range(players, seats), "easy")
    users = people(players)
    game = play.create_game(users[0], kind=kind, seats=seats, options=options, bots=bots, **extra)
    for user in users[1:]:
        play.sit(game.pk, user)
    game.refresh_from_db()
    return game, users


def ticket() -> str:
    return secrets.token_hex(8)


def send(game: Game, user: User, move: Plain, seen: object = None, with_ticket: object = None) -> play.MoveReceipt:
    """Submit the move as a click does."""
    seen = game.version if seen is None else seen
    return play.submit(game.pk, user, seen, with_ticket or ticket(), json.dumps(move), lambda *_: move)


def pick(game: Game, dice: random.Random) -> tuple[int, Plain]:
    """Pick a seat whose turn it is, and a random legal move for it."""
    kind, state = play.find_kind(game), play.parse_state(game)
    seat = kind.waiting(state)[0]
    return seat, write_move(KINDS[game.kind].pick(kind.view(state, seat), kind.choices(state, seat), dice))


def one_move(game: Game, users: list[User], dice: random.Random) -> play.MoveReceipt:
    """Make a random move for a player whose turn it is."""
    seat, move = pick(game, dice)
    done = send(game, users[seat], move)
    game.refresh_from_db()
    return done


def play_plans_and_bots(game: Game) -> None:
    """Make all moves that are due of plans and bots."""
    table_bots.play_all(game.pk)
    game.refresh_from_db()


def play_to_the_end(game: Game, users: list[User], dice: random.Random) -> None:
    game.refresh_from_db()
    while game.status == Game.Status.PLAYING:
        one_move(game, users, dice)
