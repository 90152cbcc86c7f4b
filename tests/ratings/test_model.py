"""The rating model: properties that hold for any game, and agreement with another implementation."""

import random
from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull

from games.ratings.ledger import Entry, Ledger, RankedPlayer
from games.ratings.model import BETA, MU, SIGMA, Strength, update_strengths, widen_uncertainty

NOW = datetime(2026, 11, 18, tzinfo=UTC)
strengths = st.builds(Strength, st.floats(500, 2500), st.floats(40, SIGMA))
games = st.integers(2, 12).flatmap(
    lambda n: st.tuples(
        st.lists(strengths, min_size=n, max_size=n), st.lists(st.integers(1, n), min_size=n, max_size=n)
    )
)


@given(games)
def test_a_better_place_never_earns_less(game):
    equal = [game[0][0]] * len(game[0])
    new = update_strengths(equal, game[1])
    for one, two in permutations(range(len(equal)), 2):
        if game[1][one] < game[1][two]:
            assert new[one].mu > new[two].mu
        if game[1][one] == game[1][two]:
            assert new[one] == new[two]


@given(games, st.randoms(use_true_random=False))
def test_the_order_of_the_seats_does_not_matter(game, dice):
    order = list(range(len(game[0])))
    dice.shuffle(order)
    new = update_strengths(*game)
    turned = update_strengths([game[0][seat] for seat in order], [game[1][seat] for seat in order])
    for place, seat in enumerate(order):
        assert turned[place] == pytest.approx(new[seat], abs=1e-9)


@given(games)
def test_a_game_never_increases_uncertainty(game):
    for old, new in zip(game[0], update_strengths(*game), strict=True):
        assert 0 < new.sigma <= old.sigma


@given(st.lists(strengths, min_size=2, max_size=2))
def test_beating_a_stronger_player_earns_more(pair):
    weak, strong = sorted(pair)
    strong = strong._replace(sigma=weak.sigma)
    against_strong = update_strengths([weak, strong], [1, 2])[0].mu - weak.mu
    against_weak = update_strengths([strong, weak], [1, 2])[0].mu - strong.mu
    assert against_strong >= against_weak >= 0


@given(strengths, st.floats(0, 4_000), st.floats(0, 4_000))
def test_uncertainty_from_inactivity_adds_up_and_leaves_mu_alone(strength, days, more):
    first = widen_uncertainty(strength, NOW, NOW + timedelta(days=days))
    both = widen_uncertainty(first, NOW, NOW + timedelta(days=more))
    assert both == pytest.approx(widen_uncertainty(strength, NOW, NOW + timedelta(days=days + more)), abs=1e-6)
    assert first.mu == strength.mu
    assert strength.sigma <= first.sigma <= SIGMA
    assert widen_uncertainty(strength, NOW, NOW - timedelta(days=days)) == strength  # a clock that was set back


def test_for_two_players_the_model_agrees_with_openskill():
    model = BradleyTerryFull(mu=MU, sigma=SIGMA, beta=BETA, tau=0.0, kappa=0.0001)
    dice = random.Random(7)
    for _ in range(300):
        old = [Strength(dice.uniform(800, 2200), dice.uniform(60, SIGMA)) for _ in range(2)]
        places = dice.choice([[1, 2], [2, 1], [1, 1]])
        teams = [[model.create_rating([strength.mu, strength.sigma])] for strength in old]
        theirs = [team[0] for team in model.rate(teams, ranks=places)]
        for mine, other in zip(update_strengths(old, places), theirs, strict=True):
            assert (mine.mu, mine.sigma) == pytest.approx((other.mu, other.sigma), rel=1e-9)


def measure_misordered_pairs(seats):
    """Let players of known strength play, and return the share of pairs that are rated the wrong way around."""
    dice = random.Random(f"order {seats}")
    real = {user: 1500 + 60 * (user - 12) for user in range(24)}
    ledger = Ledger()
    for number in range(600):
        users = dice.sample(sorted(real), seats)
        shown = sorted(users, key=lambda user: -dice.gauss(real[user], BETA))
        ledger.enter([RankedPlayer(user, shown.index(user) + 1) for user in users], NOW + timedelta(minutes=number))
    rated = [ledger.entries[user].strength.mu for user in sorted(real)]
    pairs = [(low, high) for low in range(24) for high in range(low + 1, 24)]
    return sum(rated[low] > rated[high] for low, high in pairs) / len(pairs)


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_after_hundreds_of_games_stronger_players_are_rated_higher(seats):
    assert measure_misordered_pairs(seats) < 0.12


def test_a_game_of_twelve_earns_as_much_as_a_game_of_two():
    new = update_strengths([Strength()] * 12, range(1, 13))
    duel = update_strengths([Strength()] * 2, [1, 2])
    assert new[0].mu == pytest.approx(duel[0].mu, abs=1)
    assert new[0].sigma == pytest.approx(duel[0].sigma, abs=1)
    assert min(strength.sigma for strength in new) > SIGMA / 2


def test_gains_are_kept_by_month_and_season():
    strength = Strength(1500, 200)
    ledger = Ledger({1: Entry(strength, 20, NOW), 2: Entry(strength, 20, NOW)})
    ledger.enter([RankedPlayer(1, 1), RankedPlayer(2, 2)], datetime(2026, 10, 31, 23, 59, tzinfo=UTC))
    ledger.enter([RankedPlayer(1, 1), RankedPlayer(2, 1)], datetime(2026, 11, 1, tzinfo=UTC))
    months = {period: totals for (user, period), totals in ledger.periods.items() if user == 1}
    assert {period: (s.games, s.won) for period, s in months.items()} == {
        "2026-10": (1, 1),
        "2026-11": (1, 0),
        "2026-q4": (2, 1),
    }
    assert months["2026-q4"].gain == pytest.approx(ledger.entries[1].strength.mu - 1500)
    assert months["2026-11"].gain < 0 < months["2026-10"].gain


def test_changes_of_a_provisional_rating_are_not_gains():
    ledger = Ledger()
    ledger.enter([RankedPlayer(1, 1), RankedPlayer(2, 2)], NOW)
    assert {totals.gain for totals in ledger.periods.values()} == {0}
    assert ledger.entries[1].strength.mu > MU
