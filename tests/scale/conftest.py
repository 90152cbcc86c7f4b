"""The games that are copied to fill a site, played once for all tests."""

from datetime import UTC, datetime
from functools import cache

import pytest

from games.labs import filling

play_template = filling._play_template


@cache
def played(number: int) -> filling.PlayedGame:
    return play_template((number, "any", datetime(2026, 11, 1, tzinfo=UTC)))


@pytest.fixture(autouse=True)
def played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One game of each kind of table, whatever the seed; games whose moves are stored are still played each time."""
    monkeypatch.setattr(filling, "_play_template", lambda asked: played(asked[0]))
