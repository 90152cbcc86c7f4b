"""Games played on the site itself, of every kind and option, some with players who leave."""

import random

from accounts.models import User
from games import play
from games.archive.records import make_record
from games.models import Game
from games.pages import tables
from games.rules.record import write
from games.worker import bots
from tests.tables import one_move, table

SETUPS = [
    ("tiles", 2, {}),
    ("swap", 4, {}),
    ("push", 2, {}),
    ("tiles", 2, {"open": True}),
    ("swap", 5, {"blocking": "ask"}),
    ("push", 1, {"solo": 7}),
    ("swap", 7, {"carry_on": False}),
    ("push", 3, {"edition": "devir", "bust_buy": True}),
    ("swap", 12, {"blocking": "ask", "carry_on": False}),
    ("push", 4, {"edition": "gamefactory"}),
    ("tiles", 2, {}),
    ("push", 5, {"bust_buy": True}),
]


def make_game(number: int) -> Game:
    """Play the game with that number: in every fifth a player leaves, and some of push and swap have bots."""
    kind, seats, options = SETUPS[number % len(SETUPS)]
    dice = random.Random(f"site {number}")
    players = max(seats - number % 3, 1) if kind != "tiles" else 2
    game, users = table(kind, seats, players, options=options, pace="untimed")
    until = dice.randint(1, 30) if number % 5 == 4 else None
    while game.status == Game.Status.PLAYING:
        if until is not None and game.version >= until:
            play.resign(game.pk, next(user for user in users if may_resign(game, user)))
            until = None
        else:
            play_step(game, users, dice)
        game.refresh_from_db()
    return game


def may_resign(game: Game, user: User) -> bool:
    """Whether a player can leave; players who are out in swap can't."""
    seat = game.seats.get(user=user).number
    return "resign" in play.find_kind(game).choices(play.parse_state(game), seat)


def play_step(game: Game, users: list[User], dice: random.Random) -> None:
    """Make a random move for a person, or let bots move, also for a player who left."""
    seat = game.seats.get(number=play.find_kind(game).waiting(play.parse_state(game))[0])
    if seat.user_id is None or seat.has_left:
        bots.play_all(game.pk)
    else:
        one_move(game, users, dice)


def line_of(game: Game) -> str:
    """Write a game's record as the site does."""
    return write(make_record(tables.load(game.pk), None))
