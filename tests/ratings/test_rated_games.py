"""Ratings change at the end of a game, and are the same when rebuilt."""

import random
import re
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import play
from games.clocks import database_clock
from games.models import LeaderboardBucket, Outcome, Rating, RatingPeriod
from games.play import results
from games.ratings import keys, ledger
from games.ratings.model import MU, PROVISIONAL, SIGMA, WEEK, Strength, widen_uncertainty
from tests.tables import as_user, people, person, play_to_the_end, table

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def play_short_game(kind="tiles", seats=2, seed=0, rated=True, **extra):
    """Play a game that ends at once, because all but one resign."""
    game, users = table(kind, seats, rated=rated, **extra)
    for user in random.Random(seed).sample(users, max(1, seats - 1)):
        play.resign(game.pk, user)
    game.refresh_from_db()
    return game, users


def rebuild(*options):
    output = StringIO()
    call_command("rebuild_ratings", *options, stdout=output)
    return output.getvalue()


def load_ratings():
    ratings = list(
        Rating.objects.order_by("user", "pool").values_list("user", "pool", "mu", "sigma", "games", "last_game_at")
    )
    periods = list(
        RatingPeriod.objects.order_by("user", "pool", "period").values_list("user", "period", "games", "wins", "gain")
    )
    outcomes = list(
        Outcome.objects.order_by("pk").values_list("pk", "mu_before", "sigma_before", "mu_after", "sigma_after")
    )
    buckets = sorted(LeaderboardBucket.objects.exclude(count=0).values_list("leaderboard", "height", "count"))
    return ratings, periods, outcomes, buckets


def test_winner_and_loser_of_a_rated_game_change_by_the_same_amount():
    game, users = table("tiles", 2, rated=True)
    play.resign(game.pk, users[1])
    outcomes = {outcome.user_id: outcome for outcome in Outcome.objects.filter(game=game)}
    (winner,) = [outcome for outcome in outcomes.values() if outcome.result == "won"]
    (loser,) = [outcome for outcome in outcomes.values() if outcome.result == "lost"]
    assert (winner.mu_before, winner.sigma_before) == (MU, SIGMA)
    assert winner.mu_after - MU == pytest.approx(MU - loser.mu_after)
    assert winner.mu_after > MU + 100
    assert winner.sigma_after == loser.sigma_after < SIGMA
    rating = Rating.objects.get(user=winner.user_id)
    assert (rating.pool, rating.games, rating.mu, rating.sigma) == ("tiles", 1, winner.mu_after, winner.sigma_after)
    assert not rating.is_ranked  # one game isn't enough
    assert (winner.user_id, loser.user_id) == (users[0].pk, users[1].pk)
    assert {outcome.pool for outcome in outcomes.values()} == {"tiles"}


@pytest.mark.parametrize(("seats", "pool"), [(2, "push2"), (3, "push3"), (5, "push3")])
def test_push_for_two_is_rated_separately(seats, pool):
    play_short_game("push", seats)
    assert set(Rating.objects.values_list("pool", flat=True)) == {pool}
    assert Rating.objects.count() == seats


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "tiles", "seats": 2, "rated": False},
        {"kind": "push", "seats": 1, "options": {"solo": 5}},
    ],
    ids=["unrated", "solo"],
)
def test_other_games_leave_results_but_no_rating(fields):
    game, users = play_short_game(**fields)
    assert Outcome.objects.filter(game=game, is_rated=False).count() == len(users)
    assert not Rating.objects.exists()
    assert not LeaderboardBucket.objects.exists()


def test_a_game_with_a_bot_leaves_results_but_no_rating():
    game, users = table("push", 3, players=2, rated=True)
    for user in users:
        play.resign(game.pk, user)
    assert set(Outcome.objects.filter(game=game).values_list("has_bots", "is_rated")) == {(True, False)}
    assert not Rating.objects.exists()


def test_a_canceled_game_leaves_no_results():
    game, users = table("tiles", 2, rated=True)
    for user in users:
        play.agree_to_cancel(game.pk, user, True)
    game.refresh_from_db()
    assert game.status == "aborted"
    assert not Outcome.objects.exists()
    assert not Rating.objects.exists()


def test_guests_are_left_out_of_ratings():
    guest = people(3)[2]
    guest.is_guest = True
    guest.save()
    game, _users = play_short_game("push", 3)
    assert set(Outcome.objects.filter(game=game, is_rated=False).values_list("user", flat=True)) == {guest.pk}
    assert Rating.objects.filter(user=guest).count() == 0
    assert Rating.objects.count() == 2


def test_players_who_left_are_rated_last_and_substitutes_are_not_rated():
    game, users = table("push", 3, rated=True)
    leaver, helper = users[2], person("Zoe")
    seat = game.seats.get(user=leaver).number
    play.resign(game.pk, leaver)
    play.substitute(game.pk, helper)
    users_by_pk = {user.pk: user for user in [*users, helper]}
    game.refresh_from_db()
    seated = [users_by_pk[pk] for pk in game.seats.order_by("number").values_list("user", flat=True)]
    assert seated[seat] == helper
    play_to_the_end(game, seated, random.Random(4))
    lost = Outcome.objects.get(game=game, user=leaver)
    assert (lost.rank, lost.leave_reason, lost.is_rated, lost.result) == (3, "resigned", True, "lost")
    instead = Outcome.objects.get(game=game, user=helper)
    assert (instead.is_substitute, instead.is_rated, instead.leave_reason) == (True, False, "")
    assert set(Rating.objects.values_list("user", flat=True)) == {user.pk for user in users}
    assert Rating.objects.get(user=leaver).mu < min(Rating.objects.exclude(user=leaver).values_list("mu", flat=True))


def test_rebuilt_ratings_are_the_same_to_the_last_digit():
    for seed in range(2):
        play_short_game("tiles", 2, seed)
        play_short_game("swap", 5, seed)
    game, users = table("push", 3, rated=True)
    play_to_the_end(game, users, random.Random(1))
    before = load_ratings()
    assert len(before[0]) == 2 + 3 + 5
    assert "10 ratings of 5 players in 3 pools" in rebuild("--check")
    assert "(0 rows fixed)" in rebuild()
    assert load_ratings() == before


def test_a_changed_rating_is_found_and_corrected():
    play_short_game("push", 3)
    before = load_ratings()
    row = Rating.objects.first()
    Rating.objects.filter(pk=row.pk).update(mu=row.mu + 1e-9)
    Outcome.objects.filter(user=row.user_id).update(sigma_after=1)
    LeaderboardBucket.objects.update(count=7)
    with pytest.raises(CommandError, match="2 rows differ"):
        rebuild("--check")
    rebuild()
    assert load_ratings() == before


def play_rated_game(winner, loser):
    """Play a short rated game."""
    users = [person(winner), person(loser)]
    game = play.create_game(users[0], kind="tiles", seats=2, options={}, rated=True)
    play.sit(game.pk, users[1])
    play.resign(game.pk, users[1])


def test_results_of_games_that_ended_at_once_can_be_interleaved():
    for names in (("Ana", "Ben"), ("Chloe", "Dora"), ("Ana", "Dora")):
        play_rated_game(*names)
    _first, second, third = Outcome.objects.order_by("pk").values_list("pk", flat=True)[:3]
    for old, new in ((second, -1), (third, second), (-1, third)):
        Outcome.objects.filter(pk=old).update(id=new)
    names = Outcome.objects.order_by("pk").values_list("user__username", flat=True)
    assert list(names[:4]) == ["Ana", "Chloe", "Ben", "Dora"]
    before = load_ratings()
    assert "4 ratings of 4 players" in rebuild("--check")
    assert "(0 rows fixed)" in rebuild()
    assert load_ratings() == before


def test_a_wrong_bucket_is_found_and_corrected_and_the_solo_ladder_stays():
    for number in range(16):
        play_rated_game(*(("Ana", "Ben") if number % 3 else ("Ben", "Ana")))
    assert Rating.objects.filter(is_ranked=True).count() == 2
    ladder = keys.solo_leaderboard_key("aeg"), keys.solo_height(7, 3)
    results.add_buckets({ladder: 2})
    before = load_ratings()
    assert (*ladder, 2) in before[3]
    assert sum(count for board, _height, count in before[3] if board == "tiles") == 2
    assert "(0 rows fixed)" in rebuild()
    assert load_ratings() == before
    results.add_buckets({(keys.leaderboard_key("tiles"), 150): 1})
    with pytest.raises(CommandError, match="1 rows differ"):
        rebuild("--check")
    rebuild()
    assert load_ratings() == before


def test_a_game_whose_rating_cannot_be_stored_does_not_end(monkeypatch):
    """The last move, the results and the ratings are stored in one transaction, or none of them."""
    game, users = table("tiles", 2, rated=True)

    def fail(_buckets):
        raise OSError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(results, "add_buckets", fail)
        with pytest.raises(OSError, match="full"):
            play.resign(game.pk, users[1])
    game.refresh_from_db()
    assert (game.status, game.version) == ("playing", 0)
    assert not Rating.objects.exists()
    assert not RatingPeriod.objects.exists()
    assert not Outcome.objects.exists()
    play.resign(game.pk, users[1])
    assert Rating.objects.count() == 2


def test_the_end_of_a_rated_game_touches_a_bounded_number_of_rows():
    costs = {}
    for count in (1, 8):
        for seed in range(count):
            play_rated_game(*(("Ana", "Ben") if seed % 2 else ("Ben", "Ana")))
        game, users = table("tiles", 2, rated=True)
        loser = users[1]
        with CaptureQueriesContext(connection) as queries:
            play.resign(game.pk, loser)
        costs[count] = len([query for query in queries if "SAVEPOINT" not in query["sql"]])
    assert costs[1] == costs[8] <= 18


def add_ranked_player(name="Ana", mu=1700.0, sigma=100.0, days=0):
    user, now = person(name), database_clock.now()
    at = now - timedelta(days=days)
    strength = Strength(mu, sigma)
    row = Rating.objects.create(
        user=user,
        pool="tiles",
        mu=mu,
        sigma=sigma,
        games=40,
        last_game_at=at,
        peak_mu=mu,
        leaderboard_value=strength.value,
        is_ranked=True,
        fades_at=at + WEEK,
    )
    results.add_buckets({("tiles", ledger.bucket_height(strength.value)): 1})
    return row


def test_inactive_players_become_uncertain_and_leave_the_leaderboard():
    row = add_ranked_player(days=8)
    now = database_clock.now()
    assert results.fade_ratings(now) == 1
    row.refresh_from_db()
    expected = widen_uncertainty(Strength(1700.0, 100.0), row.last_game_at, row.last_game_at + WEEK)
    assert (row.mu, row.sigma, row.leaderboard_value) == (1700.0, 100.0, expected.value)
    assert row.leaderboard_value < 1500.0
    assert row.fades_at == row.last_game_at + 2 * WEEK
    assert results.fade_ratings(now) == 0
    years = now + timedelta(days=3_000)
    assert results.fade_ratings(years) == 1
    row.refresh_from_db()
    assert (row.is_ranked, row.fades_at) == (False, None)
    assert row.mu == 1700.0  # the rating itself stays
    assert not LeaderboardBucket.objects.exclude(count=0).exists()


def test_leaderboard_and_player_pages_agree_on_a_fading_rating():
    add_ranked_player(days=20)
    assert results.fade_ratings(database_clock.now()) == 1
    now = database_clock.now()
    expected = widen_uncertainty(Strength(1700.0, 100.0), now, now + 2 * WEEK)  # whole weeks
    assert round(expected.sigma) != 100
    board = as_user(None).get("/leaders/tiles/").content.decode()
    assert f">1700 ± {round(expected.sigma)}<" in board
    assert f">{round(expected.value)}<" in board
    assert f"± {round(expected.sigma)} ·" in as_user(None).get("/players/Ana/").content.decode()
    course = as_user(None).get("/players/Ana/ratings/").content.decode()
    assert f"± {round(expected.sigma)} ·" in course
    assert f"Almost certainly {round(expected.value)} or more" in course


def test_buckets_count_the_players_on_the_leaderboard():
    first, second = add_ranked_player("Ana", 1700), add_ranked_player("Ben", 1704)
    users = [first.user, second.user]
    game = play.create_game(users[0], kind="tiles", seats=2, options={}, rated=True)
    play.sit(game.pk, users[1])
    play.resign(game.pk, users[0])
    heights = sorted(
        ledger.bucket_height(value) for value in Rating.objects.values_list("leaderboard_value", flat=True)
    )
    buckets = LeaderboardBucket.objects.filter(leaderboard="tiles").exclude(count=0)
    assert sorted(h for height, count in buckets.values_list("height", "count") for h in [height] * count) == heights
    month = keys.leaderboard_key("tiles", keys.month_key(timezone.now()))
    rose = RatingPeriod.objects.filter(period=keys.month_key(timezone.now()), gain__gt=0).count()
    assert sum(LeaderboardBucket.objects.filter(leaderboard=month).values_list("count", flat=True)) == rose == 1


def test_a_second_game_starts_from_the_rating_after_the_first():
    play_short_game(seed=1)
    first = {rating.user_id: rating for rating in Rating.objects.all()}
    game, _users = play_short_game(seed=2)
    for outcome in Outcome.objects.filter(game=game):
        was = first[outcome.user_id]
        assert outcome.mu_before == was.mu
        assert was.sigma <= outcome.sigma_before < was.sigma + 0.01  # a moment has passed


def test_provisional_ratings_are_not_ranked():
    assert PROVISIONAL < SIGMA
    for seed in range(3):
        play_short_game(seed=seed)
    assert not Rating.objects.filter(is_ranked=True).exists()


def test_the_table_of_a_rated_game_shows_the_changes_of_ratings():
    game, users = table("tiles", 2, rated=True)
    play.resign(game.pk, users[1])
    shown = as_user(None).get(f"/games/{game.pk}/").content.decode()
    for user, sign in zip(users, "+−", strict=True):
        rating = Rating.objects.get(user=user)
        assert re.search(rf"{round(rating.mu)} <small>{re.escape(sign)}\d+</small>", shown)
    other, users = table("tiles", 2)
    play.resign(other.pk, users[1])
    assert "place-rating" not in as_user(None).get(f"/games/{other.pk}/").content.decode()
