"""Leaderboards: ranks, paging, the players around the reader, friends, and the number of queries."""

import random
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import friends
from accounts.models import User
from games.clocks import database_clock
from games.models import LeaderboardBucket, Rating, RatingPeriod, Reliability, SoloProgress
from games.play import results
from games.ratings import keys, leaderboards, ledger
from games.ratings.model import Strength
from tests.tables import as_user, person

pytestmark = [pytest.mark.django_db, pytest.mark.database]
PERIOD = "2026-11"


def add_players(count, pool="tiles", seed=1):
    """Add players with ratings to a leaderboard and its buckets."""
    dice, now = random.Random(seed), database_clock.now()
    users = User.objects.bulk_create(
        [User(username=f"p{number:04d}", name_skeleton=f"p{number:04d}") for number in range(count)]
    )
    rows, buckets = [], {}
    for user in users:
        strength = Strength(dice.gauss(1500, 150), dice.uniform(60, 200))
        rows.append(
            Rating(
                user=user,
                pool=pool,
                mu=strength.mu,
                sigma=strength.sigma,
                games=30,
                last_game_at=now - timedelta(days=1),
                peak_mu=strength.mu,
                leaderboard_value=strength.value,
                is_ranked=True,
            )
        )
        bucket = keys.leaderboard_key(pool), ledger.bucket_height(strength.value)
        buckets[bucket] = buckets.get(bucket, 0) + 1
    Rating.objects.bulk_create(rows)
    results.add_buckets(buckets)
    return sorted(rows, key=lambda row: -row.leaderboard_value)


def names(page):
    return [place.row.user.username for place in page.places]


def test_a_rank_is_one_more_than_the_players_ahead():
    rows = add_players(300)
    board = leaderboards.rank_by_rating("tiles")
    for rank, row in enumerate(rows, 1):
        assert board.rank(row) == rank


def test_pages_follow_each_other_without_gaps():
    rows = add_players(130)
    seen, after, ranks = [], "", []
    while True:
        page = leaderboards.load_page(leaderboards.rank_by_rating("tiles"), None, after)
        seen += names(page)
        ranks += [place.rank for place in page.places]
        after = page.more
        if not after:
            break
    assert seen == [row.user.username for row in rows]
    assert ranks == list(range(1, 131))


def test_the_players_around_the_reader_are_shown_below_the_page():
    rows = add_players(130)
    me = rows[99]
    page = leaderboards.load_page(leaderboards.rank_by_rating("tiles"), me.user_id)
    assert [place.rank for place in page.around] == [97, 98, 99, 100, 101, 102, 103]
    assert [place.is_you for place in page.around].index(True) == 3
    assert not leaderboards.load_page(leaderboards.rank_by_rating("tiles"), rows[10].user_id).around


def test_a_closed_account_keeps_its_rank_without_a_link():
    first = add_players(3)[0].user
    link = f'href="/players/{first.username}/"'
    assert link in as_user(None).get("/leaders/tiles/").content.decode()
    User.objects.filter(pk=first.pk).update(is_active=False)
    page = as_user(None).get("/leaders/tiles/").content.decode()
    assert first.username in page
    assert link not in page


def test_a_leaderboard_can_show_friends_only():
    rows = add_players(60)
    me, near, far = rows[30].user, rows[3].user, rows[58].user
    friends.add(me, near)
    friends.add(me, far)
    page = as_user(me).get("/leaders/tiles/?friends=1").content.decode()
    shown = [name for name in (row.user.username for row in rows) if f"/players/{name}/" in page.split("<tbody>")[1]]
    assert shown == [near.username, me.username, far.username]
    anonymous = as_user(None).get("/leaders/tiles/?friends=1").content.decode()
    assert "/players/" in anonymous  # the filter is ignored


def add_solo_players(*beaten):
    buckets = {}
    for name, level, margin in beaten:
        SoloProgress.objects.create(
            user=person(name), edition="aeg", best_level=level, best_margin=margin, last_game_at=database_clock.now()
        )
        bucket = keys.solo_leaderboard_key("aeg"), keys.solo_height(level, margin)
        buckets[bucket] = buckets.get(bucket, 0) + 1
    results.add_buckets(buckets)


def test_the_solo_ladder_is_ordered_by_level_and_margin_and_ties_share_a_rank():
    add_solo_players(("Ana", 5, 20), ("Ben", 7, 1), ("Chloe", 7, 9), ("Dora", 7, 1), ("Emil", 0, 0))
    board = leaderboards.rank_by_solo_level("aeg")
    page = leaderboards.load_page(board, None)
    assert [(place.rank, place.row.user.username) for place in page.places] == [
        (1, "Chloe"),
        (2, "Ben"),
        (2, "Dora"),
        (4, "Ana"),
    ]
    assert [board.rank(place.row) for place in page.places] == [1, 2, 2, 4]
    rest = leaderboards.load_page(board, None, "Ben")
    assert [(place.rank, place.row.user.username) for place in rest.places] == [(2, "Dora"), (4, "Ana")]


def test_a_period_is_ordered_by_gain():
    for name, gain in (("Ana", 12.0), ("Ben", -40.0), ("Chloe", 99.5)):
        RatingPeriod.objects.create(
            user=person(name), pool="swap", period=PERIOD, games=3, gain=gain, mu=1500, sigma=90
        )
    page = as_user(None).get(f"/leaders/swap/?period={PERIOD}").content.decode()
    assert page.index("Chloe") < page.index("Ana")
    assert "Ben" not in page
    assert "+100" in page
    assert "November 2026" in page


def add_inactive_player(name):
    """Add a player to the leaderboards of swap who hasn't played for five weeks."""
    user, now = person(name), database_clock.now()
    strength, at = Strength(1600, 90), now - timedelta(days=36)
    value, ranked, fades = ledger.leaderboard_value(strength, at, now)
    known = {"mu": strength.mu, "sigma": strength.sigma, "games": 30}
    Rating.objects.create(
        user=user,
        pool="swap",
        last_game_at=at,
        peak_mu=1600,
        leaderboard_value=value,
        is_ranked=ranked,
        fades_at=fades,
        **known,
    )
    for period in (keys.season_key(now), keys.month_key(now), "2025-q4"):
        RatingPeriod.objects.create(user=user, pool="swap", period=period, gain=50, **known)


def test_all_boards_and_the_player_page_show_the_same_uncertainty():
    """A rating gets less certain without games, on the leaderboards of this season and month too."""
    add_inactive_player("Ana")
    now = database_clock.now()
    paths = [
        "/leaders/",
        "/leaders/swap/",
        f"/leaders/swap/?period={keys.season_key(now)}",
        f"/leaders/swap/?period={keys.month_key(now)}",
        "/players/Ana/",
        "/players/Ana/ratings/",
    ]
    shown = {path: set(re.findall(r"± (\d+)", as_user(None).get(path).text)) for path in paths}
    assert shown == {path: {"131"} for path in paths}
    then = as_user(None).get("/leaders/swap/?period=2025-q4").text
    assert "1600 ± 90" in then  # as it was at the end of that season
    assert "Final rating" in then
    RatingPeriod.objects.create(user=person("Ana"), pool="swap", period="2025-12", games=9, mu=1500, sigma=200)
    by_month = re.findall(r"<td>(± \d+)</td>", as_user(None).get("/players/Ana/ratings/").text)
    assert by_month == ["± 200", "± 131"]


def test_players_who_leave_games_are_not_reliable():
    for name, started, finished in (("Ana", 40, 40), ("Ben", 100, 94), ("Chloe", 100, 95), ("Dora", 9, 9)):
        Reliability.objects.create(user=person(name), started=started, finished=finished)
    assert names(leaderboards.load_page(leaderboards.rank_by_reliability(), None)) == ["Chloe", "Ana"]


def test_the_reliable_players_around_the_reader_have_no_rank():
    for number in range(70):
        Reliability.objects.create(user=person(f"p{number:02d}"), started=100 - number, finished=100 - number)
    page = leaderboards.load_page(leaderboards.rank_by_reliability(), person("p60").pk)
    assert [place.row.user.username for place in page.around] == [f"p{number}" for number in range(57, 64)]
    assert {place.rank for place in page.around} == {0}
    shown = as_user("p60").get("/leaders/reliable/").content.decode()
    top, near = shown.split('id="around"')
    assert "Rank" in top
    assert "Rank" not in near
    assert '<tr class="is-you" aria-current="true">' in near
    assert "Around you" not in as_user("p10").get("/leaders/reliable/").content.decode()


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("tiles/", "your rating is reliable enough"),
        (f"tiles/?period={PERIOD}", "you've gained rating points in this period"),
        ("solo/", "you've beaten a solo level"),
        ("reliable/", "you've started ten multiplayer games"),
    ],
)
def test_only_unranked_readers_see_what_it_takes(path, why):
    add_players(3)
    for name in ("p0000", "p0001"):
        user = person(name)
        RatingPeriod.objects.create(user=user, pool="tiles", period=PERIOD, games=3, gain=9, mu=1500, sigma=90)
        Reliability.objects.create(user=user, started=20, finished=20)
        SoloProgress.objects.create(
            user=user, edition="aeg", best_level=3, best_margin=5, last_game_at=database_clock.now()
        )
    shown = {
        name: why in as_user(name and person(name)).get(f"/leaders/{path}").text for name in ("p0001", "Zoe", None)
    }
    assert shown == {"p0001": False, "Zoe": True, None: False}


def test_reliable_players_are_read_from_an_index_in_order():
    board = leaderboards.rank_by_reliability()
    row = Reliability.objects.create(user=person("Ana"), started=20, finished=20)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":  # it would read and sort all rows, because they are few
            for way in ("seqscan", "bitmapscan", "sort"):
                cursor.execute(f"SET LOCAL enable_{way} = off")
    for rows in (board.rows.order_by(*board.order), board.below(row), board.above(row)):
        plan = rows[: leaderboards.PAGE].explain()
        assert "reliable_board" in plan
        assert "TEMP B-TREE" not in plan
        assert "Sort" not in plan


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/leaders/", 200),
        ("/leaders/tiles/", 200),
        ("/leaders/solo/?edition=devir", 200),
        ("/leaders/reliable/", 200),
        ("/leaders/chess/", 404),
        ("/leaders/solo/?edition=%00", 404),
        ("/leaders/tiles/?period=2026-13", 422),
        ("/leaders/tiles/?period=%3Cscript%3E", 422),
        ("/leaders/tiles/?after=nobody", 404),
    ],
)
def test_every_leaderboard_answers_with_a_page_or_a_sentence(path, status):
    answer = as_user(None).get(path)
    assert answer.status_code == status
    assert b"<script>" not in answer.content


@pytest.mark.parametrize(
    "path", ["/leaders/", "/leaders/tiles/", "/leaders/tiles/?after=p0005", "/leaders/tiles/?friends=1"]
)
def test_the_number_of_queries_does_not_depend_on_the_number_of_players(path):
    costs = []
    for count in (60, 400):
        for model in (Rating, LeaderboardBucket, RatingPeriod):
            model.objects.all().delete()
        User.objects.filter(username__startswith="p").delete()
        rows = add_players(count)
        client = as_user(rows[-1].user)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(path).status_code == 200
        costs.append(len(queries))
    assert costs[0] == costs[1] <= 10
