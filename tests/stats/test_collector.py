"""Statistics of finished games are counted once, and agree with the rules."""

import random
from collections import Counter

import pytest

from games import play
from games.archive import luck
from games.archive.records import make_record
from games.models import Game, HeadToHead, LeaderboardBucket, Outcome, PlayerTotals, SiteCounter, SoloProgress
from games.pages.tables import load_with_all_moves
from games.ratings import keys
from games.rules.replay import replay
from games.stats import collector, counts
from tests.clocks.overlap import overlap
from tests.finished_games import play_once
from tests.tables import as_user, play_to_the_end, table

pytestmark = pytest.mark.django_db
KINDS = [("push", 3, {}), ("push", 2, {"edition": "gamefactory", "bust_buy": True}), ("tiles", 2, {}), ("swap", 5, {})]


def play_game(kind, seats, options=None, seed=0, **extra):
    game, users = table(kind, seats, options=options or {}, **extra)
    play_to_the_end(game, users, random.Random(seed))
    return game, users


def play_two_games(kind, seats, options):
    """Play two games of the same people, which haven't been counted yet."""

    def make():
        games = [play_game(kind, seats, options, seed)[0] for seed in range(2)]
        return games[0], None

    return play_once(f"two {kind}{seats}{options}", seats, make)[0]


def replay_stored(game):
    return replay(make_record(load_with_all_moves(game.pk), None))


@pytest.mark.parametrize(("kind", "seats", "options"), KINDS)
def test_each_result_has_the_counts_of_the_rules_and_luck(kind, seats, options):
    game = play_two_games(kind, seats, options)
    assert collector.collect_game(game.pk)
    counted, shares = counts.count_by_seat(replay_stored(game)), luck.compute_shares(replay_stored(game))
    for outcome in Outcome.objects.filter(game=game):
        assert outcome.facts.items() >= counted[outcome.seat].items()
        share = shares[outcome.seat]
        assert (outcome.luck, outcome.skill) == (share.luck, share.skill)
        assert share.result == pytest.approx(share.prior + share.luck + share.skill + share.others, abs=1e-9)


@pytest.mark.parametrize(("kind", "seats", "options"), KINDS)
def test_totals_are_the_sums_of_results(kind, seats, options):
    play_two_games(kind, seats, options)
    assert collector.collect_all() == 2
    assert collector.collect_all() == 0
    for totals in PlayerTotals.objects.all():
        outcomes = Outcome.objects.filter(user=totals.user_id)
        assert totals.games == len(outcomes) == 2
        assert totals.wins == outcomes.filter(result="won").count()
        assert totals.shared_wins == outcomes.filter(result="shared").count()
        assert totals.facts["reviewed"] == 2
        assert totals.facts["luck"] == pytest.approx(sum(outcome.luck for outcome in outcomes))
        for name in outcomes[0].facts:
            assert totals.facts[name] == pytest.approx(sum(outcome.facts.get(name, 0) for outcome in outcomes))
    assert PlayerTotals.objects.count() == seats
    assert SiteCounter.objects.get(name=f"day {kind}").count == 2


def test_head_to_head_results_are_counted_both_ways():
    play_two_games("push", 3, {})
    collector.collect_all()
    expected = Counter()
    for game in Game.objects.all():
        places = dict(game.outcomes.values_list("user", "rank"))
        for one in places:
            for other in places:
                if one != other:
                    expected[one, other] += (places[one] < places[other]) - (places[one] > places[other])
    rows = HeadToHead.objects.all()
    assert len(rows) == 6
    for row in rows:
        assert (row.games, row.balance) == (2, expected[row.user_id, row.other_id])
        back = HeadToHead.objects.get(user=row.other_id, other=row.user_id)
        assert (back.balance, back.ties) == (-row.balance, row.ties)
        assert row.wins + back.wins + row.ties == 2


def test_opponents_in_private_games_are_not_counted():
    _game, users = play_game("tiles", 2, public=False, rated=True)
    collector.collect_all()
    assert PlayerTotals.objects.count() == 2
    assert not HeadToHead.objects.exists()
    path = f"/players/{users[0].username}/ratings/"
    assert "last rated game" not in as_user(users[1]).get(path).content.decode()
    assert "The last rated game" in as_user(users[0]).get(path).content.decode()


def test_a_solo_game_that_was_lost_ends_the_streak_and_keeps_the_level(monkeypatch):
    game, (user,) = play_game("push", 1, {"solo": 4})
    collector.collect_all()
    outcome = Outcome.objects.get(game=game)
    solo = SoloProgress.objects.get(user=user)
    assert solo.games == 1
    won = outcome.result == "won"
    assert (solo.best_level, solo.streak) == ((4, 1) if won else (0, 0))
    SoloProgress.objects.update(best_level=7, best_margin=3, streak=5, best_streak=5)
    other, _ = play_game("push", 1, {"solo": 4}, seed=3)
    collector.collect_all()
    solo.refresh_from_db()
    won = Outcome.objects.get(game=other).result == "won"
    assert (solo.games, solo.best_level, solo.best_margin) == (2, 7, 3)
    assert (solo.streak, solo.best_streak) == ((6, 6) if won else (0, 5))


def test_the_solo_ladder_keeps_the_highest_level_its_best_margin_and_the_longest_streak():
    solo_games = [(4, "won", 7), (4, "won", 9), (5, "won", 2), (4, "won", 30), (6, "lost", -3), (4, "won", 1)]
    expected = [(4, 7, 1, 1), (4, 9, 2, 2), (5, 2, 3, 3), (5, 2, 4, 4), (5, 2, 0, 4), (5, 2, 1, 4)]
    for (level, result, margin), row in zip(solo_games, expected, strict=True):
        game, (user,) = table("push", 1, options={"solo": level})
        play.resign(game.pk, user)
        Outcome.objects.filter(game=game).update(result=result, margin=margin)
        collector.collect_all()
        solo = SoloProgress.objects.get(user=user, edition="aeg")
        assert (solo.best_level, solo.best_margin, solo.streak, solo.best_streak) == row
        buckets = LeaderboardBucket.objects.filter(leaderboard=keys.solo_leaderboard_key("aeg")).exclude(count=0)
        assert [(bucket.height, bucket.count) for bucket in buckets] == [
            (keys.solo_height(solo.best_level, solo.best_margin), 1)
        ]
    assert solo.games == len(solo_games)


def test_a_seat_that_changed_hands_counts_for_nobody():
    game, users = table("push", 3)
    play.resign(game.pk, users[1])
    game.refresh_from_db()
    play.resign(game.pk, users[2])
    collector.collect_all()
    by_user = {outcome.user_id: outcome for outcome in Outcome.objects.filter(game=game)}
    assert by_user[users[1].pk].luck is None
    assert by_user[users[1].pk].facts == {}
    assert by_user[users[0].pk].luck is not None


def test_a_game_that_cannot_be_replayed_is_logged_and_skipped(caplog, monkeypatch):
    first, _ = play_game("tiles", 2, seed=1)
    second, _ = play_game("tiles", 2, seed=2)
    move = first.moves.get(number=1)
    type(move).objects.filter(pk=move.pk).update(move={"do": "place", "at": [77, 77]})
    assert collector.collect_all() == 2
    assert "couldn't be counted in the statistics" in caplog.text
    assert Outcome.objects.get(game=second, seat=0).facts
    assert Outcome.objects.get(game=first, seat=0).facts is None
    assert not collector.select_uncounted().exists()


def test_old_games_without_results_get_them():
    play_game("tiles", 2, rated=True)
    before = list(Outcome.objects.order_by("seat").values_list("user", "rank", "result", "ended_at"))
    Outcome.objects.all().delete()
    collector.collect_all()
    assert list(Outcome.objects.order_by("seat").values_list("user", "rank", "result", "ended_at")) == before
    assert not Outcome.objects.filter(is_rated=True).exists()


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_count_each_game_once(monkeypatch):
    game, _users = play_game("tiles", 2)
    other = overlap(monkeypatch, collector, "set_facts", collector.collect_all)
    assert collector.collect_all() + other.result() == 1
    assert set(PlayerTotals.objects.values_list("games", flat=True)) == {1}
    assert set(HeadToHead.objects.values_list("games", flat=True)) == {1}
    assert SiteCounter.objects.get(name=f"day {game.kind}").count == 1
