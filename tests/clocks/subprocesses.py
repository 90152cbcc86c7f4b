"""What tests of periodic work run in other processes: `python -m tests.clocks.subprocesses lay|move|alone ARGUMENT`.

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
NEAR = 0.08  # seconds: how near to the bell players move
PATIENCE = 60  # seconds
NOTE = """
    CREATE TABLE rung (move bigint, at timestamptz);
    CREATE FUNCTION note() RETURNS trigger AS
        $$ BEGIN INSERT INTO rung VALUES (NEW.id, clock_timestamp()); RETURN NEW; END $$ LANGUAGE plpgsql;
    CREATE TRIGGER note AFTER INSERT ON games_move FOR EACH ROW EXECUTE FUNCTION note();
"""


def tables(number: int) -> list[tuple[str, int]]:
    """So many games of swap, each with the player whom it waits for; no hour of theirs is quiet."""
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


def due_at(game_id: str, moment: datetime) -> None:
    """The bell of that game is at that moment."""
    from games.models import Game, Seat

    Seat.objects.filter(game=game_id, is_to_move=True).update(asked_at=moment - HALF_A_DAY, deadline_at=moment)
    Game.objects.filter(pk=game_id).update(deadline_at=moment)


def lay(number: int) -> list[tuple[str, int]]:
    """Tables, and who is asked at each; the database notes when each move was stored, by its own clock."""
    from django.db import connection

    made = tables(number)
    with connection.cursor() as cursor:
        cursor.execute(NOTE)
    return made


def move(wanted: list[Any]) -> list[Any]:
    """Players who move at their moment: what each was told. Where this machine is too slow for that, some stay away."""
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


def alone(steps: list[tuple[float, str, int]]) -> tuple[list[float | None], float]:
    """One process with everything in it, as the embedded server: its clock is set after so many seconds, once so many
    badges have rung, while one comes each second. When each of them rang, in seconds, by a clock that nobody sets; and
    the longest gap noticed."""
    from django.core.management import call_command

    from games.clocks import database_clock
    from games.models import Downtime, Move

    call_command("migrate", verbosity=0)
    seconds = int(steps[-1][0]) + 10
    made, rung = tables(seconds), dict[str, float]()
    start, first = time.monotonic() + 3, database_clock.now() + timedelta(seconds=3)
    for place, (game, _user) in enumerate(made):
        due_at(game, first + place * timedelta(seconds=1))
    while (now := time.monotonic() - start) < seconds or (steps and now < PATIENCE):
        while steps and now > steps[0][0] and len(rung) >= steps[0][2]:
            set_clock(steps.pop(0)[1])
        _once()
        for game in Move.objects.exclude(game__in=rung).values_list("game_id", flat=True):
            rung[game] = time.monotonic() - start
        select.select([], [], [], 0.1)  # a sleep would be measured by the clock that is set
    longest = max((down.ended_at - down.started_at).total_seconds() for down in Downtime.objects.all())
    return [rung.get(game) for game, _user in made], longest


def _once() -> None:
    from games.worker import loop

    loop.heartbeat()
    loop.sweep()


def set_clock(to: str) -> None:
    """What processes under libfaketime take for the time from now on, such as +1h."""
    with open(os.environ["FAKETIME_TIMESTAMP_FILE"], "w", encoding="ascii") as file:
        file.write(to)


PARTS: dict[str, Callable[[Any], Any]] = {"lay": lay, "move": move, "alone": alone}

if __name__ == "__main__":
    django.setup()
    print(json.dumps(PARTS[sys.argv[1]](json.load(sys.stdin))))  # noqa: T201
