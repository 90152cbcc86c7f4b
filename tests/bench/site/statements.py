"""The database part of a move in `games.models.rows`, compared with the bare driver and the same statements."""

import json
import os
import secrets
import sqlite3
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ten_site.settings")
django.setup()

import psycopg  # noqa: E402
from django.conf import settings  # noqa: E402 (after the set-up)
from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from games import play  # noqa: E402
from games.models import Game, rows  # noqa: E402
from games.rules.base import Plain  # noqa: E402
from tests.bench.measure import ROUNDS, report  # noqa: E402

MOVES = 150  # in a row, per contestant, four times in a round
CHANGED_SEATS = 2  # the seat that moved and the one to move
Execute = Callable[[str, list[Any]], Any]


def main() -> None:
    if not settings.SQLITE:
        call_command("migrate", interactive=False, verbosity=0)
    people = [User.objects.create_user(f"driver{number}") for number in range(3)]
    ours, bare = Through(start_game(people)), Bare(start_game(people))
    ratios, times = [], []
    for number in range(ROUNDS + 1):
        spent: dict[Any, list[float]] = {ours: [], bare: []}
        for _turn in range(4):
            for contestant in spent:
                began = time.perf_counter()
                for _move in range(MOVES):
                    contestant.move()
                spent[contestant].append((time.perf_counter() - began) / MOVES * 1e6)
        mine, other = median(spent[ours]), median(spent[bare])
        if number:  # the first round warms up
            ratios.append(mine / other)
            times.append((mine, other))
    value, goal = median(ratios), 3.0 if settings.SQLITE else 1.4
    mine, other = (median(column) for column in zip(*times, strict=True))
    figure = f"{value:.2f} ({mine:.0f} / {other:.0f} us)"
    report(f"10  a move's statements, {connection.vendor}", figure, f"<= {goal:g}", value <= goal)


def start_game(people: list[User]) -> Game:
    game = play.create_game(people[0], kind="push", seats=len(people), options={})
    for user in people[1:]:
        play.sit(game.pk, user)
    game.refresh_from_db()
    return game


def stored(number: int) -> Plain:
    """Return the columns of a move."""
    events = [{"name": "drew", "facts": {"player": 1, "card": "g5"}, "readers": None}] * 2
    facts = {
        "number": number,
        "seat": 1,
        "move": {"do": "draw"},
        "events": events,
        "made_at": timezone.now(),
        "made_by": "",
    }
    return {
        **facts,
        "spent_ms": 3_000,
        "ticket": secrets.token_hex(8),
        "request_digest": secrets.token_hex(8),
        "chain_link": secrets.token_hex(32),
    }


def changed(number: int, state: str) -> Plain:
    """Return the columns that a move changes in the game."""
    now, nothing = (
        timezone.now(),
        {"auto_move_due_at": None, "deadline_at": None, "warnings_sent": 0, "ended_at": None, "result": None},
    )
    return {
        "version": number,
        "chain_head": secrets.token_hex(32),
        "state": state,
        "status": "playing",
        "moved_at": now,
    } | nothing


class Through:
    """Statements as the site makes them."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def move(self) -> None:
        with transaction.atomic():
            held = rows.lock_game(self.game.pk, ticket=secrets.token_hex(8))
            assert held is not None
            assert held.same_ticket is None
            number = held.version + 1
            change = changed(number, held.state)
            assert rows.store(self.game.pk, held.version, [stored(number)], change, held.seats[:CHANGED_SEATS])


class Bare:
    """The same statements directly through the driver."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lock = "" if settings.SQLITE else " FOR UPDATE"
        if settings.SQLITE:
            driver = sqlite3.connect(settings.DATABASES["default"]["NAME"], isolation_level=None)
            driver.executescript(settings.DATABASES["default"]["OPTIONS"]["init_command"])
            self.begin, self.execute = "BEGIN IMMEDIATE", self.with_marks(driver.execute)
        else:
            keys = {"HOST": "host", "USER": "user", "NAME": "dbname"}
            self.driver = psycopg.connect(**{keys[key]: settings.DATABASES["default"][key] for key in keys})
            self.driver.autocommit = True
            self.begin, self.execute = "BEGIN", self.driver.execute  # type: ignore[assignment]

    @staticmethod
    def with_marks(execute: Any) -> Execute:
        """Use SQLite's placeholders."""
        texts: dict[str, str] = {}
        return lambda text, values: execute(texts.get(text) or texts.setdefault(text, text.replace("%s", "?")), values)

    def move(self) -> None:
        key = self.game.pk
        self.execute(self.begin, [])
        row = dict(zip(rows.GAME, self.execute(rows._GAME + self.lock, [key]).fetchone(), strict=True))
        seats = self.execute(rows.SEATS.replace("%%s", "NULL"), [key]).fetchall()
        number, state = row["version"] + 1, row["state"]
        move, change = stored(number), changed(number, state)
        self.execute(rows._FIND, [key, move["ticket"]]).fetchone()
        move |= {
            "move": json.dumps(move["move"]),
            "events": json.dumps(move["events"]),
            "made_at": self.when(move["made_at"]),
        }
        self.execute(rows._INSERT, [key, *(move[name] for name in rows.MOVE[1:])])
        change["moved_at"] = self.when(change["moved_at"])
        self.execute(rows._UPDATE_GAME, [*(change[name] for name in rows.GAME_CHANGES), key, row["version"]])
        for seat in seats[:CHANGED_SEATS]:
            values = dict(zip(rows.SEAT, seat, strict=False)) | {"rank": None, "points": None}
            self.execute(rows._UPDATE_SEAT, [*(values[name] for name in rows.SEAT_CHANGES), key, seat[0]])
        self.execute("COMMIT", [])

    @staticmethod
    def when(moment: Any) -> Any:
        return str(moment) if settings.SQLITE else moment


if __name__ == "__main__":
    main()
