"""Every record of the corpus passes all three checks, and all three find every change."""

import random
from pathlib import Path

from tests.proof.checkers import all_three
from tests.proof.in_browser import CHECK, run
from tests.proof.spoiling import CHANGES, spoiled

FILES = sorted((Path(__file__).parents[1] / "records").glob("*.jsonl"))
LINES = [line for path in FILES for line in path.read_text(encoding="utf-8").splitlines()]


ODD = ["", "ten", "null", "[]", "{}", "7", '{"fair":{}}', '{"fair":{"server":"zz","commit":"","players":{}}}']


def test_every_record_passes_and_every_change_is_found(tmp_path, chromium_path, share):
    assert len(LINES) >= 120
    dice = random.Random("changes")
    some = dice.sample(LINES, share(small=3, proofs=60, whole=len(LINES)))
    made = [change for line in some for change in spoiled(line, dice)]
    assert {name for name, _ in made} == set(CHANGES)
    sound = LINES if len(some) > 8 else some  # all of them are checked by the other two in tests/records
    said = all_three([*sound, *(line for _, line in made)], tmp_path / "corpus.jsonl", chromium_path)
    assert set(said[: len(sound)]) == {("", "", "")}
    missed = [(name, found) for (name, _), found in zip(made, said[len(sound) :], strict=True) if not all(found)]
    assert missed == []


def test_the_browser_passes_every_record_and_reads_anything(chromium_path):
    said = run(chromium_path, CHECK, [*LINES, *ODD])
    assert said[: len(LINES)] == [""] * len(LINES)
    assert all(said[len(LINES) :])
