"""The rules of version 1 reproduce the events of every game of the corpus.

If a digest differs, stored games no longer replay as their players saw them: such a change needs a new version.
"""

import hashlib
import json
from pathlib import Path

import pytest

from games.rules.push import turn
from games.rules.record import read
from games.rules.replay import replay
from games.rules.serialization import to_plain
from games.rules.swap import hand
from games.rules.tiles import phase_two

RECORDS = Path(__file__).parents[1] / "records"
NAMES = ("leavers", "push", "swap", "tiles")


def digest(line: str) -> str:
    """Hash every event and every state of a game."""
    game = replay(read(line))
    assert game.error is None
    parts = [to_plain(game.start)]
    parts += [[[event._asdict() for event in step.events], to_plain(step.state)] for step in game.steps]
    return hashlib.sha256(json.dumps(parts, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def list_games() -> list[tuple[str, str]]:
    """List the games of the corpus with their names."""
    return [
        (f"{name}:{number}", line)
        for name in NAMES
        for number, line in enumerate((RECORDS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines(), 1)
    ]


def read_digests() -> list[str]:
    return (RECORDS / "EVENTS.sha256").read_text().splitlines()


def test_games_of_the_corpus_have_the_same_events_as_before(share):
    """Check a sample of the games; tests/records plays all of them to the end."""
    every = share(small=5, proofs=1, whole=1)
    assert [line.split("  ")[1] for line in read_digests()] == [name for name, _ in list_games()]
    assert [f"{digest(line)}  {name}" for name, line in list_games()[::every]] == read_digests()[::every]


@pytest.mark.parametrize(
    ("module", "name", "value", "corpus"),
    [(turn, "LIMIT", 11, "push"), (hand, "FEW", 9, "swap"), (phase_two, "SHIFTS", 1, "tiles")],
)
def test_a_change_of_the_rules_changes_a_digest(monkeypatch, module, name, value, corpus):
    """Or a game of the corpus can't be played anymore."""
    before = dict(line.split("  ")[::-1] for line in read_digests())
    monkeypatch.setattr(module, name, value)
    lines = (RECORDS / f"{corpus}.jsonl").read_text(encoding="utf-8").splitlines()
    assert any(differs(line, before[f"{corpus}:{number}"]) for number, line in enumerate(lines, 1))


def differs(line: str, before: str) -> bool:
    try:
        return digest(line) != before
    except AssertionError:
        return True
