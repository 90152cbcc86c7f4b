"""Every ruling of docs/rulings.md has a test that names it, in its name or its docstring."""

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
RULINGS = set(re.findall(r"^- \*\*(R\d+)", (HERE.parent / "docs/rulings.md").read_text(), re.MULTILINE))


def list_rulings_in_tests() -> set[str]:
    names = set()
    for path in HERE.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                names |= {f"R{number}" for number in re.findall(r"(?:^|_)r(\d+)(?=_|$)", node.name)}
                names |= set(re.findall(r"\bR\d+\b", ast.get_docstring(node) or ""))
    return names


def test_the_page_of_rulings_has_all_of_them():
    numbers = [*range(16), *range(20, 24), *range(30, 39), 40]
    assert {f"R{number}" for number in numbers} == RULINGS


def test_every_ruling_is_named_by_a_test():
    assert RULINGS - list_rulings_in_tests() == set()
