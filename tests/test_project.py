"""The tree itself: sizes, imports, locks, and that the documentation names only what exists."""

import ast
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
LONGEST_FILE = 400
LONGEST_FUNCTION = 49
CHANCE_AND_CLOCKS = {"asyncio", "os", "random", "secrets", "socket", "threading", "time", "uuid"}
LOCKS = sorted(ROOT.glob("requirements*.lock"))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def list_modules(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


CODE = [ROOT / "manage.py", *list_modules("accounts", "games", "ten_site", "scripts")]
TESTS = list_modules("tests")
NAMES = {path.name for path in [*CODE, *TESTS, *ROOT.glob("*.*"), *ROOT.glob("docs/*"), *ROOT.glob("tests/*.txt")]}


class Outline(NamedTuple):
    """What the tests need of a file. Keeping all syntax trees would take hundreds of megabytes."""

    docstring: str | None
    lengths: dict[str, int]  # lines of each function, by its first line and name


@cache
def make_outline(path: Path) -> Outline:
    tree = ast.parse(path.read_text())
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    lengths = {f"{node.lineno} {node.name}": (node.end_lineno or 0) - node.lineno for node in functions}
    return Outline(ast.get_docstring(tree), lengths)


@cache
def list_test_names() -> set[str]:
    return {where.split()[1] for path in TESTS for where in make_outline(path).lengths}


def list_imports(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports by dots"
            names.add(str(node.module))
    return names


def test_files_are_short():
    ours = [path for path in CODE if path.parent.name != "migrations"]  # Django writes those
    assert [path for path in ours if len(path.read_text().splitlines()) > LONGEST_FILE] == []


def test_functions_are_short():
    long = [
        f"{path.relative_to(ROOT)}:{where}"
        for path in CODE + TESTS
        for where, length in make_outline(path).lengths.items()
        if length >= LONGEST_FUNCTION
    ]
    assert long == []


def test_threads_that_use_the_database_check_its_connection():
    """They are `Workers`. Django checks the threads of requests, and three others use no database."""
    by_hand = re.compile(r" ((?:ThreadPoolExecutor|\S*Thread|\S*Timer|\S*to_thread|\S*sync_to_async)\()")
    files = list_modules("accounts", "games", "ten_site")
    found = [(path.name, made) for path in files for made in by_hand.findall(path.read_text())]
    pool = "ThreadPoolExecutor("
    assert sorted(found) == [
        ("asgi.py", pool),
        ("daphne_server.py", "threading.Timer("),
        ("sending.py", pool),
        *[("wsgi_bridge.py", pool)] * 2,
    ]


def test_rules_import_nothing_but_the_standard_library_and_themselves():
    for path in list_modules("games/rules"):
        for name in list_imports(path):
            top = name.split(".")[0]
            assert name.startswith("games.rules") or top in sys.stdlib_module_names - CHANCE_AND_CLOCKS, (path, name)


def test_rules_have_no_clock():
    for path in list_modules("games/rules"):
        for node in ast.walk(ast.parse(path.read_text())):
            assert not (isinstance(node, ast.Attribute) and node.attr in {"now", "today", "utcnow"}), path


def test_bots_import_nothing_but_the_standard_library_and_rules():
    for path in list_modules("games/kinds"):
        for name in list_imports(path) if path.parent.name == "bots" else ():
            ours = name.startswith(("games.rules", f"games.kinds.{path.parent.parent.name}.bots"))
            assert ours or name.split(".")[0] in sys.stdlib_module_names, (path, name)


def test_every_public_function_of_the_rules_has_a_docstring():
    silent = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
        for path in list_modules("games/rules")
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and not ast.get_docstring(node)
    ]
    assert silent == []


def test_every_module_has_a_docstring():
    assert [path for path in CODE + TESTS if not make_outline(path).docstring] == []


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_has_exact_versions_with_hashes_and_no_index(lock):
    text = lock.read_text()
    packages = re.split(r"\n(?=\S)", text.split("\n", 1)[1])
    assert packages
    for package in packages:
        assert re.match(r"[a-z0-9-]+==[0-9][^ ]* ", package), package
        assert "--hash=sha256:" in package, package
    assert not re.search(r"://|/home|/opt|/tmp|--index|--find-links| @ ", text)


def test_the_npm_lock_of_the_bench_has_exact_versions_with_hashes_and_no_registry():
    folder = ROOT / "tests/bench/site/peers"
    named = json.loads((folder / "package.json").read_text())["dependencies"]
    whole, *packages = json.loads((folder / "package-lock.json").read_text())["packages"].values()
    assert whole["dependencies"] == named
    assert packages
    for package in packages:
        assert re.match(r"[0-9]+\.[0-9]+\.[0-9]+", package["version"])
        assert package["integrity"].startswith("sha512-")
        assert "resolved" not in package
    assert all(re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+", version) for version in named.values())


def test_both_locks_have_the_same_versions():
    run, dev = ((ROOT / name).read_text().split("\n", 1)[1] for name in ("requirements.lock", "requirements-dev.lock"))
    assert all(package in dev for package in re.split(r"\n(?=\S)", run.rstrip()))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_documentation_page_names_only_what_exists(page):
    text = page.read_text()
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"(?:^|`)make ([a-z]+)", text, re.MULTILINE)) <= targets
    for path in re.findall(r"`([\w.-]+/[\w./-]*)`", text):
        assert (ROOT / path).exists() or re.fullmatch(r"ten-[a-z]+/1|var/", path), f"{page.name} names {path}"
    for name in re.findall(r"`([\w-]+\.(?:py|md|toml|txt|lock|in))`", text):
        assert name in NAMES, f"{page.name} names {name}"
    for name, path in re.findall(r"`(\w+)` in\s+`([\w/]+\.py)`", text):
        assert re.search(rf"\b{name}\b", (ROOT / path).read_text()), f"{page.name} names {name} in {path}"
    for test in re.findall(r"`(test_\w+)`", text):
        assert test in list_test_names(), f"{page.name} names {test}"
    for link in re.findall(r"\]\(([^)#:]+)[)#]", text):
        assert (page.parent / link).exists(), f"{page.name} links to {link}"


def test_manage_py_without_django_says_what_to_do():
    told = subprocess.run([sys.executable, "-S", "manage.py", "help"], cwd=ROOT, capture_output=True, text=True)
    assert told.returncode == 1
    assert told.stderr == "This Python has no Django. Run `make env`, then `.venv/bin/python manage.py`.\n"


def test_an_up_to_date_environment_is_not_rebuilt():
    built = subprocess.run([sys.executable, "scripts/env.py", "dev"], cwd=ROOT, capture_output=True, text=True)
    assert (built.returncode, built.stdout, built.stderr) == (0, "", "")


def test_only_known_environments_are_built():
    told = subprocess.run([sys.executable, "scripts/env.py", "moon"], cwd=ROOT, capture_output=True, text=True)
    assert told.returncode == 1
    assert told.stderr == "Name an environment: env.py run | dev | bench\n"
