"""Pages take as many statements with many times the games, and at most nine."""

import io

import pytest
from django.core.management import call_command

from games.models import Game
from tests.scale.measurements import once, summary
from tests.scale.page_requests import PAGES

pytestmark = pytest.mark.django_db
MOST = 9
WARM = 1  # what a process remembers is asked for once


def fill(games: int) -> None:
    told = {"games": str(games), "players": "40", "moves": "60", "templates": "1", "seed": str(games), "yes": True}
    call_command("fill", **told, stdout=io.StringIO(), stderr=io.StringIO())


def statements(addresses: int) -> dict[str, int]:
    """The most statements of each page, which must be there."""
    found = {}
    for page in PAGES:
        told = summary([once(path, user) for path, user in list(page.of(WARM + addresses))][WARM:])
        assert told["statuses"] == [200], page.name
        found[page.name] = told["queries"]
    return found


def test_pages_ask_no_more_where_there_are_more_games(share):
    games, addresses = share(small=100, proofs=600, whole=600), share(small=1, proofs=2, whole=2)
    fill(games)
    few = statements(addresses)
    fill(4 * games)
    assert Game.objects.count() == 5 * games
    many = statements(addresses)
    assert {name: count for name, count in many.items() if count > MOST} == {}
    assert {name: (count, many[name]) for name, count in few.items() if many[name] > count} == {}
