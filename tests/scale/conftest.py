"""The games that are copied to fill a site, played once for all tests."""

from datetime import UTC, datetime
from functools import cache

import pytest

from games.labs import filling

play_game = filling.play_game
ANY = filling.FillRequest(games=0, players=0, moves=0, seed="any", now=datetime(2026, 11, 1, tzinfo=UTC))


@cache
def play_template(planned: filling.PlannedGame) -> filling.PlayedGame:
    return play_game(ANY, planned)


@pytest.fixture(autouse=True)
def played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One game of each kind of table, whatever the seed; games whose moves are stored are still played each time."""
    monkeypatch.setattr(
        filling,
        "play_game",
        lambda wish, planned: play_game(wish, planned) if planned.is_kept else play_template(planned),
    )
