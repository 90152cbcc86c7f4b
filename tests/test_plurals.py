"""Every text with a number has a singular and a plural, chosen by the number shown."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CODE = sorted(path for folder in ("games", "accounts", "ten_site") for path in (ROOT / folder).rglob("*.py"))
PAGES = sorted((ROOT / "templates").rglob("*.*"))
NOT_COUNTED = {"name", "names"}  # a verb follows
VERBS = {"turns"}  # after the number on a tile
COUNTED = re.compile(r"(?:%\((\w+)\)s|\{(\w+)\}) (?:<\w+>)?([a-z]+)")
TAG = re.compile(r"blocktranslate[^%]*?\bcount \w+=.*?%\}(.*?)\{% plural %\}(.*?)\{% endblocktranslate %\}", re.DOTALL)


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


Call = tuple[str, str, str, ast.expr, ast.AST | None]


def find_calls(path: Path) -> list[Call]:
    """Find calls of ngettext: path, singular, plural, number, and what is interpolated right away."""
    tree = ast.parse(path.read_text())
    found: list[Call] = []
    filled = {
        id(node.left): node.right
        for node in ast.walk(tree)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("ngettext", "ngettext_lazy"):
            singular, plural, number = node.args
            if isinstance(singular, ast.Constant) and isinstance(plural, ast.Constant):
                found.append((relative(path), str(singular.value), str(plural.value), number, filled.get(id(node))))
    return found


CALLS = [call for path in CODE for call in find_calls(path)]


def nouns(words: str) -> dict[str, str]:
    """Map each number to the noun that follows it."""
    return {found[0] or found[1]: found[2] for found in COUNTED.findall(words) if found[2] not in VERBS}


def check(singular: str, plural: str) -> None:
    one, many = nouns(singular), nouns(plural)
    for number in (one.keys() & many.keys()) - NOT_COUNTED:
        assert one[number] != many[number] + "s", "singular and plural are swapped"
        assert one[number] != many[number] or not many[number].endswith("s"), "the singular has the plural's noun"


def test_calls_of_ngettext_are_found():
    assert len(CALLS) > 30


@pytest.mark.parametrize(
    ("where", "singular", "plural", "number", "filled"), CALLS, ids=[call[1][:30] for call in CALLS]
)
def test_ngettext_has_a_singular_and_counts_the_number_shown(where, singular, plural, number, filled):
    check(singular, plural)
    if isinstance(filled, ast.Dict):
        given = {key.value: ast.dump(value) for key, value in zip(filled.keys, filled.values, strict=True)}
        counted = [name for name in nouns(plural) if name in given]
        assert not counted or ast.dump(number) in [given[name] for name in counted], f"{where}: wrong number"


@pytest.mark.parametrize("path", [path for path in PAGES if "plural" in path.read_text()], ids=relative)
def test_templates_have_a_singular(path):
    found = TAG.findall(path.read_text())
    assert found
    for singular, plural in found:
        one, many = (re.sub(r"\{\{ *(\w+) *\}\}", r"{\1}", words) for words in (singular, plural))
        check(one, many)


def test_texts_filled_in_by_scripts_have_a_singular():
    for path in PAGES:
        said = re.findall(r"\{% translate '([^']*)' %\}", path.read_text())
        for words in said:
            for many in re.findall(r"\{(?:n|count)\} (?:[a-z]+ )?[a-z]{2,}(?=s\b)", words):
                assert words.replace(f"{many}s", many) in said, f"{relative(path)}: {words}"
