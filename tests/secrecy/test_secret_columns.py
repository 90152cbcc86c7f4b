"""Only the modules named in docs/architecture.md read a game's secret columns, and only those write games and seats."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text()
SITE = [
    path
    for path in sorted((ROOT / "games").rglob("*.py"))
    if not {"rules", "kinds", "labs", "migrations"} & set(path.relative_to(ROOT).parts)
]
STATE = re.compile(r"\bparse_state\(|\bgame\.state\b|\btable\.state\b")
SERVER_SEED = re.compile(r"\bgame\.server(_seed)?\b")


def find_modules(pattern: re.Pattern[str]) -> set[str]:
    """Find the modules outside games/play with a matching line."""
    found = {
        str(path.relative_to(ROOT))
        for path in SITE
        if any(pattern.search(line) for line in path.read_text().splitlines())
    }
    return {name for name in found if not name.startswith("games/play/")}


def test_only_these_modules_read_the_state_of_a_game():
    found = find_modules(STATE) - {"games/stats/counts.py"}  # there, games are replayed after their end
    assert found == {
        "games/archive/integrity.py",
        "games/notifications/content.py",
        "games/pages/board.py",
        "games/pages/tables.py",
        "games/worker/bots.py",
    }
    assert all(f"`{name}`" in PAGE for name in found)


def test_only_these_modules_read_the_servers_seed():
    """While a game is running, the record and the page of the proof leave it out."""
    assert find_modules(SERVER_SEED) == {
        "games/archive/integrity.py",
        "games/archive/proofs.py",
        "games/archive/records.py",
        "games/views/proof.py",
    }


def test_only_these_modules_outside_play_change_games_and_seats():
    found = find_modules(re.compile(r"\b(Game|Seat)\.objects\b.*\.(update|create|bulk_create|bulk_update|delete)\("))
    assert found == {"games/notifications/collect.py", "games/stats/collector.py"}
    assert all(f"`{name}`" in PAGE for name in found)


def test_secret_columns_are_only_deferred_by_querysets():
    by_hand = re.compile(r"\.defer\([^)]*(SECRETS|\"(game__)?(state|server|server_seed|head)\")")
    assert find_modules(by_hand) == {"games/models/querysets.py"}
