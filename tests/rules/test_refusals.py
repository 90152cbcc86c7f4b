"""Every refusal has a sentence with its facts and a rule, and every sentence is used."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

from games.rules import registry
from games.rules.base import Refusal
from games.rules.refusals import SHARED, TABLE, format_fact, rule, sentence

ROOT = Path(__file__).parents[2]
REFUSED = {"IllegalMove", "BadSetup", "BadRecord", "Refused", "Fault"}
RULINGS = set(re.findall(r"\*\*(R\d+)", (ROOT / "docs/rulings.md").read_text()))
SOURCES = sorted([*(ROOT / "games/rules").rglob("*.py"), ROOT / "games/kinds/__init__.py"])


class Raised(NamedTuple):
    where: str
    code: str
    facts: frozenset[str]


def find_refusals() -> list[Raised]:
    """Every refusal in the code, with the names of its facts."""
    refusals = []
    for path in SOURCES:
        for node in calls(ast.parse(path.read_text())):
            if name_of(node.func) in REFUSED and not is_reraised(node):
                where = f"{path.relative_to(ROOT)}:{node.lineno}"
                refusals.append(Raised(where, code_of(node, where), facts_of(node, where)))
    return refusals


def calls(node: ast.AST) -> Iterator[ast.Call]:
    """All calls, except those in the copies of functions that `make mutants` makes."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.Call):
            yield inner
        if not re.search(r"__mutmut_\d", getattr(inner, "name", "") or ""):
            yield from calls(inner)


def name_of(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def is_reraised(node: ast.Call) -> bool:
    """Whether it was raised elsewhere already, as in `BadRecord(error.code, **error.facts)`."""
    return isinstance(node.args[0], ast.Attribute) and node.args[0].attr == "code"


def code_of(node: ast.Call, where: str) -> str:
    assert isinstance(node.args[0], ast.Constant), f"{where}: the code must be text here"
    return str(node.args[0].value)


def facts_of(node: ast.Call, where: str) -> frozenset[str]:
    if name_of(node.func) != "Fault":
        assert all(keyword.arg for keyword in node.keywords), f"{where}: the facts must be named here"
        return frozenset(str(keyword.arg) for keyword in node.keywords)
    facts = node.args[1]
    assert isinstance(facts, ast.Dict), f"{where}: the facts must be named here"
    return frozenset(str(key.value) for key in facts.keys if isinstance(key, ast.Constant))


RAISED = find_refusals()
each_code = pytest.mark.parametrize("code", TABLE)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("raised", RAISED, ids=lambda raised: raised.where)
def test_every_refusal_has_a_sentence_that_uses_only_its_facts(raised):
    assert raised.code in TABLE, f"{raised.where}: no sentence for {raised.code}"
    assert placeholders(TABLE[raised.code].sentence) <= raised.facts, raised.where


def test_the_refusals_in_the_code_are_found():
    assert len(RAISED) > 60
    assert {"game.over", "record.hex", "verify.result", "place.taken", "auction.bid-too-low"} <= {
        raised.code for raised in RAISED
    }


@each_code
def test_every_sentence_is_used(code):
    assert code in {raised.code for raised in RAISED}


@each_code
def test_sentences_are_short_and_complete(code):
    text = TABLE[code].sentence
    assert isinstance(TABLE[code], Refusal)
    assert text[0].isupper() or text[0] in "{0123456789"
    assert text.endswith(".")
    assert len(text) <= 160
    assert "  " not in text
    assert "!" not in text


@each_code
def test_every_refusal_cites_a_ruling_or_a_page(code):
    assert rule(code) in RULINGS or (ROOT / rule(code)).is_file(), rule(code)


@each_code
def test_codes_have_two_parts(code):
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*", code)


def test_no_code_is_in_two_tables():
    counted = Counter(
        code for table in (SHARED, *(kind.REFUSALS for kind in registry.KINDS.values())) for code in table
    )
    assert [code for code, count in counted.items() if count > 1] == []
    assert set(counted) == set(TABLE)


def test_every_sentence_is_marked_for_translation():
    """Each is written as `_("...")`, where tools that collect texts find it."""
    marked = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and name_of(node.func) == "_" and isinstance(node.args[0], ast.Constant):
                marked.add(node.args[0].value)
    assert {refusal.sentence for refusal in TABLE.values()} <= marked


def test_sentences_include_their_facts():
    assert sentence("seat.unknown", {"seat": "7", "seats": 3}) == (
        "There's no seat 7. Seats are numbered from 0, and this game has 3."
    )
    assert (
        sentence("turn.not-yours", {"waiting": (0, 2)})
        == "It isn't this seat's turn. The game is waiting for seat 0, 2."
    )
    assert sentence("move.not-an-object", {}) == 'A move must be a JSON object such as {"do": "resign"}.'
    assert rule("resign.twice") == "R40"


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (3, "3"),
        ("g5", "g5"),
        ("w" * 300, "w" * 300),
        ("a\nb", "a?b"),
        ((1, 2), "1, 2"),
        ([("b1", 2), "x"], "b1, 2, x"),
        (None, "null"),
        (10**5000, "int"),
    ],
    ids=range(8),
)
def test_facts_are_formatted_for_sentences(fact, text):
    assert format_fact(fact) == text


def test_an_unknown_code_raises_key_error():
    with pytest.raises(KeyError):
        sentence("no.such", {})
