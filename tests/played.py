"""Games played once for all tests of a module; each test gets their rows in a database of its own.

Playing a game move by move takes a second, inserting its rows some milliseconds.
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
from games.pages import board
from tests.tables import people, play_to_the_end, table


class Played(NamedTuple):
    """What was stored when the game had been played, and what its maker noted on the way."""

    game_id: str
    rows: list[Model]
    noted: Any


_played: dict[str, Played] = {}


def over(kind: str, seats: int, options: dict[str, Any] | None = None, **extra: Any) -> tuple[Game, list[User]]:
    """A game that people have played to its end, by chance."""
    name = f"{kind}{seats}{options}{extra}"

    def make() -> tuple[Game, None]:
        game, users = table(kind, seats, options=options or {}, **extra)
        play_to_the_end(game, users, random.Random(name))
        return game, None

    return once(name, seats, make)[:2]


def once(name: str, seats: int, make: Callable[[], tuple[Game, Any]]) -> tuple[Game, list[User], Any]:
    """The game of that name, its first people, and what `make` noted: it plays the game where nobody did before.

    It has to be the first game of a test: two could have numbers of rows in common.
    """
    if name not in _played:
        with known_chance(name), transaction.atomic():
            assert not User.objects.exists()
            before = set(stored())
            game, noted = make()
            _played[name] = Played(game.pk, [row for row in stored() if row not in before], noted)
            transaction.set_rollback(True)
    played = _played[name]
    for model in models():
        model._default_manager.bulk_create([row for row in played.rows if type(row) is model])
    for known in (board._tables, board._fragments, board._lines, replay._histories):
        known.items.clear()  # they go by the game's address, which is the same in every test
    return Game.objects.get(pk=played.game_id), people(seats), played.noted


def models() -> Iterator[type[Model]]:
    """Whatever a game can leave behind."""
    for name in ("accounts", "games"):
        yield from apps.get_app_config(name).get_models(include_auto_created=True)


def stored() -> list[Model]:
    return [row for model in models() for row in model._default_manager.all()]


@contextmanager
def known_chance(name: str) -> Iterator[None]:
    """The same cards whichever test asks first."""
    dice = random.Random(name)
    chance = SimpleNamespace(
        token_bytes=dice.randbytes,
        token_hex=lambda count: dice.randbytes(count).hex(),
        choice=dice.choice,
        randbits=dice.getrandbits,
    )
    with pytest.MonkeyPatch.context() as patch:
        for module in ("games.play.seating", "games.models.game", "games.worker.bots"):  # seeds, addresses, bots
            patch.setattr(f"{module}.secrets", chance)
        yield
