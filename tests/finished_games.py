"""Games played once per process, whose rows each test then inserts into its own database.

Playing a game move by move takes a second, inserting its rows a few milliseconds.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from django.apps import apps
from django.db import transaction
from django.db.models import Model

from accounts.models import User
from games.archive import replay
from games.models import Game
from games.pages import board, table_log, tables
from tests.tables import people, play_to_the_end, table


class Played(NamedTuple):
    """What was stored once the game had been played, and what `make` returned with it."""

    game_id: str
    rows: list[Model]
    noted: Any


_played: dict[str, Played] = {}


def load_finished_game(
    kind: str, seats: int, options: dict[str, Any] | None = None, **extra: Any
) -> tuple[Game, list[User]]:
    """Load a game that its players have finished with random moves, and its players."""
    name = f"{kind}{seats}{options}{extra}"

    def make() -> tuple[Game, None]:
        game, users = table(kind, seats, options=options or {}, **extra)
        play_to_the_end(game, users, random.Random(name))
        return game, None

    return play_once(name, seats, make)[:2]


def play_once(name: str, seats: int, make: Callable[[], tuple[Game, Any]]) -> tuple[Game, list[User], Any]:
    """Load the game of that name, which `make` plays the first time: the game, its players, and what `make` noted.

    It has to be the first game of a test, because rows of two games could have the same primary keys.
    """
    if name not in _played:
        with known_chance(name), transaction.atomic():
            assert not User.objects.exists()
            before = set(load_rows())
            game, noted = make()
            _played[name] = Played(game.pk, [row for row in load_rows() if row not in before], noted)
            transaction.set_rollback(True)
    played = _played[name]
    for model in list_models():
        model._default_manager.bulk_create([row for row in played.rows if type(row) is model])
    for known in (tables._tables, board._boards, table_log._lines, replay._histories):
        known.items.clear()  # their keys have the game's ID, which is the same in every test
    return Game.objects.get(pk=played.game_id), people(seats), played.noted


def list_models() -> Iterator[type[Model]]:
    """Yield every model of which a game may leave rows."""
    for name in ("accounts", "games"):
        yield from apps.get_app_config(name).get_models(include_auto_created=True)


def load_rows() -> list[Model]:
    return [row for model in list_models() for row in model._default_manager.all()]


@contextmanager
def known_chance(name: str) -> Iterator[None]:
    """Deal the same cards whichever test plays the game first."""
    dice = random.Random(name)
    chance = SimpleNamespace(
        token_bytes=dice.randbytes,
        token_hex=lambda count: dice.randbytes(count).hex(),
        choice=dice.choice,
        randbits=dice.getrandbits,
    )
    with pytest.MonkeyPatch.context() as patch:
        for module in ("games.play.seating", "games.models.game", "games.worker.bots"):  # seeds, IDs, bots
            patch.setattr(f"{module}.secrets", chance)
        yield
