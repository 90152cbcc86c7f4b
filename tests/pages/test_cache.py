"""What a process caches is given only to the audience it was made for."""

import random
import re
import sys

import pytest

from games.pages.cache import LRUCache
from tests.tables import as_user, one_move, table

pytestmark = pytest.mark.django_db
PATHS = ("", "state.json", "record.json", "log/", "replay/?step=3", "replay/step/?at=5")
PICTURE = "table.png"  # all readers get the same
TOKEN = re.compile(rb'(csrf-token" content|csrfmiddlewaretoken" value)="[^"]+"')


def forget() -> None:
    """A process that has just started: everything that any module of games keeps is gone."""
    kept = [
        value
        for name, module in list(sys.modules.items())
        if name.startswith("games.")
        for value in vars(module).values()
        if isinstance(value, LRUCache)
    ]
    assert kept
    for each in kept:
        each.items.clear()


def answers(client, game, *more) -> list[tuple[int, bytes]]:
    found = [client.get(f"/games/{game.pk}/{path}") for path in (*PATHS, *more)]
    return [(answer.status_code, TOKEN.sub(b"", answer.content)) for answer in found]


@pytest.mark.parametrize(
    ("kind", "seats", "options"), [("swap", 4, {"blocking": "ask"}), ("push", 3, {}), ("tiles", 2, {})]
)
def test_caching_does_not_depend_on_earlier_readers(kind, seats, options):
    """Pages, data, logs and steps of a game that goes on, as a fresh process makes them and as one that has served."""
    game, users = table(kind, seats, options=options, pace="untimed", odds=True)
    dice = random.Random(5)
    for _ in range(12):
        one_move(game, users, dice)
    readers = [as_user(user) for user in (*users[:2], None)]
    fresh = []
    for reader in readers:
        forget()
        fresh.append(answers(reader, game))
    assert len({str(pages) for pages in fresh}) == len(fresh), "each reader sees something of their own"
    for order in (range(len(readers)), reversed(range(len(readers)))):
        forget()
        for number in order:
            assert answers(readers[number], game) == fresh[number]


def test_cached_parts_of_one_game_are_not_shown_at_another():
    """Two games of the same people at the same version."""
    first, users = table("swap", 4, pace="untimed")
    second, _ = table("swap", 4, pace="untimed")
    for game in (first, second):
        for _ in range(6):
            one_move(game, users, random.Random(game.pk))
    reader = as_user(users[0])
    forget()
    fresh = answers(reader, second, PICTURE)
    forget()
    answers(reader, first, PICTURE)
    assert answers(reader, second, PICTURE) == fresh
    assert answers(reader, first, PICTURE) != fresh
