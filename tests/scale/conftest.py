"""The games that are copied to fill a site, played once for all tests."""

from dataclasses import replace
from functools import cache

import pytest

from games.labs import filling

ANY = {"games": 0, "players": 0, "moves": 0, "seed": "any", "luck": True}
play_game = filling.play_game


@cache
def play_template(wish: filling.FillRequest, planned: filling.PlannedGame) -> filling.PlayedGame:
    return play_game(wish, planned)


def play_once(wish: filling.FillRequest, planned: filling.PlannedGame) -> filling.PlayedGame:
    return play_game(wish, planned) if planned.is_kept else play_template(replace(wish, **ANY), planned)


@pytest.fixture(autouse=True)
def played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One game of each kind of table, whatever the seed; games whose moves are stored are still played each time."""
    monkeypatch.setattr(filling, "play_game", play_once)
