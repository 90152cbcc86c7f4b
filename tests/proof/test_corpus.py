"""Every record of the corpus passes all three checks, and all three find every change."""

import random
from pathlib import Path

from tests.proof.checkers import check_by_all
from tests.proof.in_browser import CHECK, run
from tests.proof.tampering import CHANGES, tamper

FILES = sorted((Path(__file__).parents[1] / "records").glob("*.jsonl"))
LINES = [line for path in FILES for line in path.read_text(encoding="utf-8").splitlines()]


ODD = ["", "ten", "null", "[]", "{}", "7", '{"fair":{}}', '{"fair":{"server":"zz","commit":"","players":{}}}']


def test_every_record_passes_and_every_change_is_found(tmp_path, chromium_path, share):
    assert len(LINES) >= 120
    dice = random.Random("changes")
    some = dice.sample(LINES, share(small=3, proofs=60, whole=len(LINES)))
    made = [change for line in some for change in tamper(line, dice)]
    assert {name for name, _ in made} == set(CHANGES)
    valid = LINES if len(some) > 8 else some  # all of them are checked by the other two in tests/records
    answers = check_by_all([*valid, *(line for _, line in made)], tmp_path / "corpus.jsonl", chromium_path)
    assert set(answers[: len(valid)]) == {("", "", "")}
    missed = [(name, found) for (name, _), found in zip(made, answers[len(valid) :], strict=True) if not all(found)]
    assert missed == []


def test_the_browser_accepts_every_record_and_refuses_anything_else(chromium_path):
    answers = run(chromium_path, CHECK, [*LINES, *ODD])
    assert answers[: len(LINES)] == [""] * len(LINES)
    assert all(answers[len(LINES) :])
