"""Run in other processes by tests of periodic work: `python -m tests.clocks.subprocesses create|move|alone`.

Each reads and prints JSON. The deadlines are those of swap: after twelve hours, a seat keeps its card.
"""

import json
import os
import secrets
import select
import sys
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import django

HALF_A_DAY = timedelta(hours=12)
NEAR = 0.08  # seconds: how close to the deadline players move
PATIENCE = 60  # seconds
NOTE = """
    CREATE TABLE move_times (move bigint, at timestamptz);
    CREATE FUNCTION note() RETURNS trigger AS
        $$ BEGIN INSERT INTO move_times VALUES (NEW.id, clock_timestamp()); RETURN NEW; END $$ LANGUAGE plpgsql;
    CREATE TRIGGER note AFTER INSERT ON games_move FOR EACH ROW EXECUTE FUNCTION note();
"""


def create_games(number: int) -> list[tuple[str, int]]:
    """Create games of swap between players without quiet hours; return each with the player to move."""
    from accounts.models import User
    from games import play
    from tests.tables import people

    users = people(4)
    User.objects.update(quiet_from=0, quiet_to=0)
    made = []
    for _ in range(number):
        game = play.create_game(users[0], kind="swap", seats=4, options={})
        for user in users[1:]:
            play.sit(game.pk, user)
        made.append((game.pk, game.seats.get(is_to_move=True).user_id or 0))
    return made


def set_deadline(game_id: str, moment: datetime) -> None:
    """Set the deadline of the game."""
    from games.models import Game, Seat

    Seat.objects.filter(game=game_id, is_to_move=True).update(asked_at=moment - HALF_A_DAY, deadline_at=moment)
    Game.objects.filter(pk=game_id).update(deadline_at=moment)


def create_noted_games(number: int) -> list[tuple[str, int]]:
    """Create games, and make the database note when each move is stored, by its own clock."""
    from django.db import connection

    made = create_games(number)
    with connection.cursor() as cursor:
        cursor.execute(NOTE)
    return made


def play_moves(wanted: list[Any]) -> list[Any]:
    """Move at the wanted times; return each answer. If this machine is too slow for a time, skip that move."""
    from accounts.models import User
    from games import play
    from games.rules.base import Refused

    users = {user.pk: user for user in User.objects.all()}
    told = []
    for game, user, moment in sorted(wanted, key=lambda one: one[2]):
        time.sleep(max(0.0, moment - time.time()))
        if time.time() > moment + NEAR:
            continue
        ticket = secrets.token_hex(8)
        try:
            done = play.submit(game, users[user], 0, ticket, "hold", lambda *_: {"do": "hold"})
            told.append((game, ticket, done.version, ""))
        except Refused as refused:
            told.append((game, ticket, 0, refused.code))
    return told


def run_alone(steps: list[tuple[float, str, int]]) -> tuple[list[float | None], float]:
    """Work like an embedded server, with a deadline each second, while the clock is changed.

    Each step says after how many seconds and how many applied deadlines to change the clock, and to what. Return when
    each deadline was applied, in seconds by a clock that isn't changed, and the longest downtime noticed.
    """
    from django.core.management import call_command

    from games.clocks import database_clock
    from games.models import Downtime, Move

    call_command("migrate", verbosity=0)
    seconds = int(steps[-1][0]) + 10
    made, moved_at = create_games(seconds), dict[str, float]()
    start, first = time.monotonic() + 3, database_clock.now() + timedelta(seconds=3)
    for place, (game, _user) in enumerate(made):
        set_deadline(game, first + place * timedelta(seconds=1))
    while (now := time.monotonic() - start) < seconds or (steps and now < PATIENCE):
        while steps and now > steps[0][0] and len(moved_at) >= steps[0][2]:
            set_clock(steps.pop(0)[1])
        _work()
        for game in Move.objects.exclude(game__in=moved_at).values_list("game_id", flat=True):
            moved_at[game] = time.monotonic() - start
        select.select([], [], [], 0.1)  # sleep would use the changed clock
    longest = max((down.ended_at - down.started_at).total_seconds() for down in Downtime.objects.all())
    return [moved_at.get(game) for game, _user in made], longest


def _work() -> None:
    from games.worker import loop

    loop.heartbeat()
    loop.sweep()


def set_clock(to: str) -> None:
    """Change the clock of processes under libfaketime, for example to +1h."""
    with open(os.environ["FAKETIME_TIMESTAMP_FILE"], "w", encoding="ascii") as file:
        file.write(to)


PARTS: dict[str, Callable[[Any], Any]] = {"create": create_noted_games, "move": play_moves, "alone": run_alone}

if __name__ == "__main__":
    django.setup()
    print(json.dumps(PARTS[sys.argv[1]](json.load(sys.stdin))))  # noqa: T201
