"""The ledger of ratings: games are entered as they come, and periods have their months."""

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


def test_the_last_game_is_the_latest_in_whatever_order_they_are_entered():
    """Two games may end in one order and be entered in the other: nobody's rest begins again."""
    book = Ledger()
    book.enter([RankedPlayer(1, 1), RankedPlayer(2, 2)], NOON)
    book.enter([RankedPlayer(1, 1), RankedPlayer(2, 2)], NOON - timedelta(hours=1))
    assert {entry.at for entry in book.entries.values()} == {NOON}


def test_only_gains_after_the_provisional_time_count():
    book = Ledger()
    before = book.enter([RankedPlayer(1, 1), RankedPlayer(2, 2)], NOON)[0]
    assert before.after.mu > before.before.mu
    month = book.periods[1, keys.month_key(NOON)]
    assert (month.games, month.won, month.gain) == (1, 1, 0.0)
    book.entries[1].strength = Strength(1500.0, 100.0)
    [change, _other] = book.enter([RankedPlayer(1, 1), RankedPlayer(2, 2)], NOON)
    assert month.gain == change.after.mu - change.before.mu > 0


def test_a_shared_first_place_is_not_a_win():
    book = Ledger()
    book.enter([RankedPlayer(1, 1), RankedPlayer(2, 1), RankedPlayer(3, 3)], NOON)
    assert [book.periods[user, keys.month_key(NOON)].won for user in (1, 2, 3)] == [0, 0, 0]
