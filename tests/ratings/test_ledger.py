"""The ledger of ratings: last games, gains and wins by month and season."""

from datetime import UTC, datetime, timedelta

import pytest

from games.ratings import keys
from games.ratings.ledger import Ledger, RankedPlayer
from games.ratings.model import Strength

NOON = datetime(2026, 5, 10, 12, tzinfo=UTC)


@pytest.mark.parametrize("month", range(1, 13))
def test_each_month_belongs_to_its_season(month):
    first, last = datetime(2026, month, 1, tzinfo=UTC), datetime(2026, month, 28, 23, 59, tzinfo=UTC)
    season = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4, 11: 4, 12: 4}[month]
    assert keys.season_key(first) == keys.season_key(last) == f"2026-q{season}"
    assert keys.month_key(first) == keys.month_key(last) == f"2026-{month:02}"


def test_the_last_game_is_the_latest_one_whatever_the_order_of_entry():
    """Otherwise an older game that is entered later would make a rating look less recent."""
    ledger = Ledger()
    ledger.enter([RankedPlayer(1, 1), RankedPlayer(2, 2)], NOON)
    ledger.enter([RankedPlayer(1, 1), RankedPlayer(2, 2)], NOON - timedelta(hours=1))
    assert {entry.at for entry in ledger.entries.values()} == {NOON}


def test_gains_count_only_after_the_rating_is_no_longer_provisional():
    ledger = Ledger()
    before = ledger.enter([RankedPlayer(1, 1), RankedPlayer(2, 2)], NOON)[0]
    assert before.after.mu > before.before.mu
    month = ledger.periods[1, keys.month_key(NOON)]
    assert (month.games, month.won, month.gain) == (1, 1, 0.0)
    ledger.entries[1].strength = Strength(1500.0, 100.0)
    [change, _other] = ledger.enter([RankedPlayer(1, 1), RankedPlayer(2, 2)], NOON)
    assert month.gain == change.after.mu - change.before.mu > 0


def test_a_shared_first_place_is_not_a_win():
    ledger = Ledger()
    ledger.enter([RankedPlayer(1, 1), RankedPlayer(2, 1), RankedPlayer(3, 3)], NOON)
    assert [ledger.periods[user, keys.month_key(NOON)].won for user in (1, 2, 3)] == [0, 0, 0]
