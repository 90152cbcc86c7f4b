"""Games of the site itself: of every kind and option, some with players who left."""

import random

from accounts.models import User
from games import play
from games.archive.records import make_record
from games.models import Game
from games.pages import board
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
    """The game with that number: every fifth is left by somebody, and some of push and swap have bots."""
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
            one_step(game, users, dice)
        game.refresh_from_db()
    return game


def may_resign(game: Game, user: User) -> bool:
    """Who is out of swap only watches, and cannot leave."""
    seat = game.seats.get(user=user).number
    return "resign" in play.find_kind(game).choices(play.parse_state(game), seat)


def one_step(game: Game, users: list[User], dice: random.Random) -> None:
    """Somebody moves: a person by chance; bots, also for who left, by the house."""
    asked = game.seats.get(number=play.find_kind(game).waiting(play.parse_state(game))[0])
    if asked.user_id is None or asked.has_left:
        bots.play_all(game.pk)
    else:
        one_move(game, users, dice)


def line_of(game: Game) -> str:
    """Its record, as the site hands it out."""
    return write(make_record(board.load(game.pk), None))
