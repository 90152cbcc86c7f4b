"""`manage.py fill` stores the same rows as real games."""

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Model

from accounts.models import User
from games import play
from games.archive import integrity
from games.models import (
    Game,
    HeadToHead,
    LeaderboardBucket,
    Move,
    Outcome,
    PlayerTotals,
    Rating,
    RatingPeriod,
    Seat,
    SiteCounter,
    SoloProgress,
)
from games.rules.verify import verify
from games.stats import collector
from tests.proof.site_games import line_of
from tests.tables import people

pytestmark = pytest.mark.django_db
RATED = ["is_rated", "pool", "mu_before", "sigma_before", "mu_after", "sigma_after"]


def fill(**given: Any) -> list[str]:
    out = io.StringIO()
    said = {name: value if value is True else str(value) for name, value in given.items()}
    call_command("fill", **said, stdout=out, stderr=io.StringIO())
    return out.getvalue().splitlines()


def rows(model: type[Model], *without: str) -> list[Any]:
    """Return all rows without their IDs. Sums are rounded, since they may have been added in another order."""
    fields = [field.attname for field in model._meta.concrete_fields if field.name not in ("id", *without)]
    found = model._default_manager.values_list(*fields)
    return sorted(repr([(name, _round(value)) for name, value in zip(fields, row, strict=True)]) for row in found)


def _round(value: Any) -> Any:
    if isinstance(value, dict):
        return sorted((name, _round(inner)) for name, inner in value.items())
    return round(float(value), 6) if isinstance(value, float | int) else value


def test_real_games_leave_the_same_rows(share):
    """Every game with moves verifies, can be replayed, and has the same statistics when collected again."""
    count = share(small=4, proofs=12, whole=60)
    fill(games=count, players=40, moves=count, templates=1, luck=True)
    games = list(Game.objects.order_by("ended_at"))
    assert len(games) == count
    assert [str(found) for game in games if (found := integrity.find_difference(game))] == []
    assert [found for game in games if (found := verify(line_of(game)))] == []
    before = {model: rows(model) for model in (PlayerTotals, HeadToHead, SoloProgress, SiteCounter)}
    results, rungs = rows(Outcome, *RATED), rows(LeaderboardBucket)
    for model in (PlayerTotals, HeadToHead, SoloProgress, SiteCounter):
        model._default_manager.all().delete()
    LeaderboardBucket.objects.filter(leaderboard__startswith="solo").delete()
    Outcome.objects.update(luck=None, skill=None, facts=None)
    Game.objects.update(has_statistics=False)
    assert collector.collect_all() == count
    for model in before:
        assert rows(model) == before[model]
    assert rows(Outcome, *RATED) == results
    assert rows(LeaderboardBucket) == rungs


def test_rebuilding_the_ratings_changes_nothing():
    fill(games=80, players=40, moves=0, templates=1)
    call_command("rebuild_ratings", "--check", stdout=io.StringIO())
    before = {model: rows(model, "leaderboard_value", "is_ranked", "fades_at") for model in (Rating, RatingPeriod)}
    rungs = rows(LeaderboardBucket)
    solo = list(
        LeaderboardBucket.objects.filter(leaderboard__startswith="solo").values("leaderboard", "height", "count")
    )
    call_command("rebuild_ratings", stdout=io.StringIO())
    LeaderboardBucket.objects.bulk_create([LeaderboardBucket(**row) for row in solo], ignore_conflicts=True)
    assert {
        model: rows(model, "leaderboard_value", "is_ranked", "fades_at") for model in (Rating, RatingPeriod)
    } == before
    assert len(rows(LeaderboardBucket)) == len(rungs)


def test_fill_is_deterministic_and_creates_what_was_asked_for():
    said = fill(games=120, players=40, moves=12, templates=1)
    assert said[0] == "games_game: 120"
    assert (Game.objects.count(), User.objects.count(), Game.objects.filter(version__gt=0).count()) == (120, 40, 12)
    assert Move.objects.count() == sum(Game.objects.values_list("version", flat=True))
    assert Seat.objects.filter(rank=None).count() == 0
    assert Outcome.objects.count() == Seat.objects.filter(user__isnull=False).count()
    first = Game.objects.order_by("pk").values_list("pk", "ended_at", "result", "host__username").first()
    for model in (
        Outcome,
        Move,
        Seat,
        Game,
        Rating,
        RatingPeriod,
        PlayerTotals,
        HeadToHead,
        SoloProgress,
        LeaderboardBucket,
        SiteCounter,
    ):
        model._default_manager.all().delete()
    User.objects.all().delete()
    fill(games=120, players=40, moves=12, templates=1)
    assert Game.objects.order_by("pk").values_list("pk", "ended_at", "result", "host__username").first() == first


def test_fill_refuses_invalid_arguments_and_sites_with_users():
    ana = people(1)[0]
    play.create_game(ana, kind="push", seats=2, options={})
    for wrong in (
        {"games": 10, "players": 50},
        {"games": 10, "players": 5},
        {"games": 0, "players": 50},
        {"games": 10, "players": 50, "moves": 11},
    ):
        with pytest.raises(CommandError):
            fill(**wrong)
    fill(games=3, players=40, templates=1, yes=True)
    assert Game.objects.count() == 4
