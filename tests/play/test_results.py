"""Results of each player, and which games are rated."""

import pytest
from django.utils import timezone

from games import play
from games.models import Outcome, Rating
from games.play.results import make_outcomes
from games.rules.base import Result
from tests.tables import person, table

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("places", "points", "results", "margins"),
    [
        ((1, 2, 3), (12, 9, 4), ["won", "lost", "lost"], [3, -3, -8]),
        ((3, 2, 1), (4, 9, 12), ["lost", "lost", "won"], [-8, -3, 3]),
        ((1, 1, 3), (10, 10, 4), ["shared", "shared", "lost"], [0, 0, -6]),
        ((1, 1, 1), (7, 7, 7), ["shared", "shared", "shared"], [0, 0, 0]),
        ((1, 2, 2), (9, 5, 5), ["won", "lost", "lost"], [4, -4, -4]),
        ((2, 1, 3), None, ["lost", "won", "lost"], [None, None, None]),
    ],
)
def test_results_and_margins_follow_from_places_and_points(places, points, results, margins):
    game, _users = table("push", 3)
    found = make_outcomes(game, play.load_seats(game), Result("played", places, points, ()), timezone.now())
    assert [outcome.rank for outcome in found] == list(places)
    assert [outcome.result for outcome in found] == results
    assert [outcome.margin for outcome in found] == margins


def test_a_rated_table_that_starts_with_bots_becomes_unrated():
    ana, ben = person("Ana"), person("Ben")
    game = play.create_game(ana, kind="tiles", seats=2, options={}, rated=True)
    assert game.is_rated
    play.start(game.pk, ana)
    game.refresh_from_db()
    assert not game.is_rated
    three = play.create_game(ana, kind="push", seats=3, options={}, rated=True)
    play.sit(three.pk, ben)
    play.start(three.pk, ana)
    play.resign(three.pk, ben)
    play.resign(three.pk, ana)
    three.refresh_from_db()
    assert (three.status, three.is_rated) == ("finished", False)
    assert list(Outcome.objects.filter(game=three).values_list("is_rated", "has_bots")) == [(False, True)] * 2
    assert not Rating.objects.exists()


def test_a_table_with_bots_from_the_start_is_never_rated():
    game = play.create_game(person("Ana"), kind="push", seats=3, options={}, rated=True, bots={2: "easy"})
    assert not game.is_rated
