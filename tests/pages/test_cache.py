"""What a process caches is shown only to the audience it was made for."""

import random
import re
import sys

import pytest

from games.pages.cache import LRUCache
from tests.tables import as_user, one_move, table

pytestmark = pytest.mark.django_db
PATHS = ("", "state.json", "record.json", "log/", "replay/?step=3", "replay/step/?at=5")
PICTURE = "table.png"  # the same for all readers
TOKEN = re.compile(rb'(csrf-token" content|csrfmiddlewaretoken" value)="[^"]+"')


def clear_caches() -> None:
    """Clear every cache of every module of games, as in a process that has just started."""
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


def load_pages(client, game, *more) -> list[tuple[int, bytes]]:
    found = [client.get(f"/games/{game.pk}/{path}") for path in (*PATHS, *more)]
    return [(answer.status_code, TOKEN.sub(b"", answer.content)) for answer in found]


@pytest.mark.parametrize(
    ("kind", "seats", "options"), [("swap", 4, {"blocking": "ask"}), ("push", 3, {}), ("tiles", 2, {})]
)
def test_responses_do_not_depend_on_earlier_readers(kind, seats, options):
    """A process that has served other readers returns the same pages, data, logs and steps as a new one."""
    game, users = table(kind, seats, options=options, pace="untimed", odds=True)
    dice = random.Random(5)
    for _ in range(12):
        one_move(game, users, dice)
    readers = [as_user(user) for user in (*users[:2], None)]
    fresh = []
    for reader in readers:
        clear_caches()
        fresh.append(load_pages(reader, game))
    assert len({str(pages) for pages in fresh}) == len(fresh), "the readers see different pages"
    for order in (range(len(readers)), reversed(range(len(readers)))):
        clear_caches()
        for number in order:
            assert load_pages(readers[number], game) == fresh[number]


def test_cached_parts_of_one_game_are_not_shown_at_another():
    """The two games have the same players and the same version."""
    first, users = table("swap", 4, pace="untimed")
    second, _ = table("swap", 4, pace="untimed")
    for game in (first, second):
        for _ in range(6):
            one_move(game, users, random.Random(game.pk))
    reader = as_user(users[0])
    clear_caches()
    fresh = load_pages(reader, second, PICTURE)
    clear_caches()
    load_pages(reader, first, PICTURE)
    assert load_pages(reader, second, PICTURE) == fresh
    assert load_pages(reader, first, PICTURE) != fresh
