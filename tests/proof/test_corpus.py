"""The corpus: every record passes all three checks, and every change of one is found by all three."""

import random
from pathlib import Path

import pytest

from tests.proof.checkers import all_three
from tests.proof.in_browser import CHECK, run
from tests.proof.spoiling import CHANGES, spoiled

pytestmark = pytest.mark.volume
FILES = sorted((Path(__file__).parents[1] / "records").glob("*.jsonl"))
LINES = [line for path in FILES for line in path.read_text(encoding="utf-8").splitlines()]


def test_every_record_passes(tmp_path, chromium_path):
    assert len(LINES) >= 120
    assert set(all_three(LINES, tmp_path / "corpus.jsonl", chromium_path)) == {("", "", "")}


def test_every_change_is_found(tmp_path, chromium_path, share):
    dice = random.Random("changes")
    some = dice.sample(LINES, share(small=40, whole=len(LINES)))
    made = [change for line in some for change in spoiled(line, dice)]
    assert {name for name, _ in made} == set(CHANGES)
    said = all_three([line for _, line in made], tmp_path / "spoiled.jsonl", chromium_path)
    missed = [(name, found) for (name, _), found in zip(made, said, strict=True) if not all(found)]
    assert missed == []


def test_the_browser_reads_anything(chromium_path):
    odd = ["", "ten", "null", "[]", "{}", "7", '{"fair":{}}', '{"fair":{"server":"zz","commit":"","players":{}}}']
    assert all(run(chromium_path, CHECK, odd))
