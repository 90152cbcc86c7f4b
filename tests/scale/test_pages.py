"""Pages take at most nine statements, and no more with five times as many games."""

import io

import pytest
from django.core.management import call_command

from games.models import Game
from tests.scale.measurements import request_once, summarize
from tests.scale.page_requests import PAGES

pytestmark = pytest.mark.django_db
MOST = 9
WARM = 1  # requests that fill the caches


def fill(games: int) -> None:
    told = {"games": str(games), "players": "40", "moves": "60", "templates": "1", "seed": str(games), "yes": True}
    call_command("fill", **told, stdout=io.StringIO(), stderr=io.StringIO())


def count_statements(addresses: int) -> dict[str, int]:
    """Return the largest number of statements of each page."""
    found = {}
    for page in PAGES:
        told = summarize([request_once(path, user) for path, user in list(page.of(WARM + addresses))][WARM:])
        assert told["statuses"] == [200], page.name
        found[page.name] = told["queries"]
    return found


def test_the_number_of_statements_does_not_depend_on_games(share):
    games, addresses = share(small=100, proofs=600, whole=600), share(small=1, proofs=2, whole=2)
    fill(games)
    few = count_statements(addresses)
    fill(4 * games)
    assert Game.objects.count() == 5 * games
    many = count_statements(addresses)
    assert {name: count for name, count in many.items() if count > MOST} == {}
    assert {name: (count, many[name]) for name, count in few.items() if many[name] > count} == {}
