"""`make faults`, run on a small tree with one function and its tests."""

import subprocess
import sys
import time
from concurrent.futures import Future

import pytest

from scripts import faults
from scripts.faults import BROKEN, CAUGHT, LATE, MISSED, Edit, Suite, Workshop
from scripts.services import Services

TESTS = ("tests/test_double.py",)
SCRIPT = """from double import double

if double(3) != 6:
    exit(print("FAILED double") or 1)
"""
LISTED = """
[adds]
file = "double.py"
old = "2 * x"
new = "2 + x"
tests = ["tests/test_double.py"]

[harmless]
tests = ["tests/test_double.py"]
database = true
only = "double"
[[harmless.edits]]
file = "double.py"
old = "def double(x):"
new = "def double(x, y=0):"
[[harmless.edits]]
file = "double.py"
old = "2 * x"
new = "x * 2"
"""


@pytest.fixture
def tree(tmp_path):
    """A repository with a function, its test, an uncommitted file and an ignored one."""
    root = tmp_path / "tree"
    files = {
        "double.py": "def double(x):\n    return 2 * x\n",
        "tests/test_double.py": SCRIPT,
        "new.txt": "not committed",
        "junk.txt": "ignored",
        ".gitignore": "junk.txt\n.venv/\n",
        "lists/topic.toml": LISTED,
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    (root / ".venv").mkdir()
    subprocess.run(["git", "init", "-q", root], check=True)  # noqa: S603, S607
    return root


@pytest.fixture
def shop(tree, tmp_path, monkeypatch):
    """A workshop whose tests are plain scripts; a failing one prints FAILED and exits with 1, like pytest."""
    monkeypatch.setenv("PYTHONPATH", ".")
    monkeypatch.setattr(faults, "make_command", lambda suite: [sys.executable, *suite.tests])
    monkeypatch.setattr(Services, "environment", lambda services: {})
    monkeypatch.setattr(Services, "postgres", lambda services: "postgres://ten@nowhere/ten")
    return Workshop(Services(), tmp_path, 2, tree)


def test_a_list_names_the_edits_and_tests_of_each_fault(tree):
    adds, harmless = faults.load(tree / "lists")
    assert (adds.name, adds.edits) == ("topic.adds", (Edit("double.py", "2 * x", "2 + x"),))
    assert (adds.suite, adds.suite.place) == (Suite(TESTS), "SQLite")
    assert len(harmless.edits) == 2
    assert (harmless.suite, harmless.suite.place) == (Suite(TESTS, True, "double"), "PostgreSQL")


@pytest.mark.parametrize("wrong", ["odd = 1", "database = 'no' ", "old = 'x'\nonly = ''"])
def test_a_list_with_unknown_keys_is_refused(wrong):
    entry = faults.tomllib.loads(f"file = 'a'\nnew = 'b'\ntests = ['t']\n{wrong}")
    if "old" in entry:
        assert faults.parse_fault("a.b", entry).edits == (Edit("a", "x", "b"),)
        return
    with pytest.raises(SystemExit, match=r"a\.b needs file, old, new and tests"):
        faults.parse_fault("a.b", entry)


@pytest.mark.parametrize(
    ("edit", "times"),
    [
        (Edit("double.py", "3 * x", "x"), 0),
        (Edit("double.py", "x", "y"), 2),
        (Edit("gone.py", "x", "y"), 0),
        (Edit("double.py", "2 * x", "2 * x"), 1),
    ],
)
def test_a_fault_that_does_not_fit_the_tree_is_stale(tree, edit, times):
    found = faults.find_stale([faults.Fault("a.b", (edit,), Suite(TESTS))], tree)
    assert found == [f"a.b: its text is in {edit.file} {times} times, not once"]
    assert faults.find_stale(faults.load(tree / "lists"), tree) == []


def test_a_fault_whose_tests_are_gone_is_stale(tree):
    fault = faults.Fault("a.b", (Edit("double.py", "2 * x", "x"),), Suite(("tests/gone.py",)))
    assert faults.find_stale([fault], tree) == ["a.b: there is no tests/gone.py"]


def test_a_copy_has_all_files_except_ignored_ones(shop, tree):
    _number, copy = shop.free.get()
    assert (copy / "new.txt").read_text() == "not committed"
    assert not (copy / "junk.txt").exists()
    assert (copy / ".venv").resolve() == tree / ".venv"


def test_a_run_that_crashes_before_a_test_fails_catches_nothing(shop, tree):
    outcome = shop.attempt(Suite(TESTS), [Edit("double.py", "return 2 * x", "return None.x")])
    assert (outcome.end, "AttributeError" in outcome.said) == (BROKEN, True)


def test_faults_are_caught_or_missed_and_the_copies_are_restored(shop, tree, capsys):
    outcomes = faults.try_all(shop, faults.load(tree / "lists"))
    assert {name: outcome.end for name, outcome in outcomes.items()} == {
        "topic.adds": CAUGHT,
        "topic.harmless": MISSED,
    }
    for _ in range(2):
        _number, copy = shop.free.get()
        assert (copy / "double.py").read_text() == (tree / "double.py").read_text()
    assert faults.print_verdict(outcomes) == 1
    told = capsys.readouterr().out
    assert "MISSED      topic.harmless" in told
    assert "1 of 2 faults caught: 50.0% (at least " in told


def test_95_percent_must_be_caught(capsys):
    ends = {f"a.{number}": faults.Outcome(CAUGHT, 1) for number in range(19)}
    assert faults.print_verdict(ends | {"a.last": faults.Outcome(MISSED, 1)}) == 0
    assert faults.print_verdict(ends | {name: faults.Outcome(LATE, 1) for name in ("b.1", "b.2")}) == 1
    assert faults.print_verdict({}) == 1


def test_tests_that_fail_without_a_fault_end_the_run(shop, tree):
    for _ in range(2):
        number, copy = shop.free.get()
        (copy / "double.py").write_text("def double(x):\n    return 0\n")
        shop.free.put((number, copy))
    with pytest.raises(SystemExit, match="These tests must pass without a fault first"):
        faults.try_all(shop, faults.load(tree / "lists"))


def test_tests_that_take_too_long_are_killed(shop, monkeypatch):
    sleeping = Edit("tests/test_double.py", "if ", "import time; time.sleep(60)\nif ")
    monkeypatch.setattr(faults, "LONGEST", 0.5)
    assert shop.attempt(Suite(TESTS), [sleeping]).end == LATE
    assert not shop.running


def test_tests_that_cannot_run_catch_nothing(shop):
    assert shop.attempt(Suite(("tests/gone.py",))).end == BROKEN


def test_an_interrupt_ends_the_run_at_once(shop):
    """Running tests are killed, and no more are started."""
    sleeping = Edit("tests/test_double.py", "if ", "import time; time.sleep(60)\nif ")

    def interrupted() -> None:
        with shop.open_pool() as pool:
            asked.extend(pool.submit(shop.attempt, Suite(TESTS), [sleeping]) for _ in range(6))
            while len(shop.running) < 2:
                time.sleep(0.01)
            raise KeyboardInterrupt

    asked: list[Future] = []
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not shop.running
    assert [one.cancelled() for one in asked] == [False] * 2 + [True] * 4


def test_the_lists_of_this_project_can_be_read():
    found = faults.load()
    assert len(found) >= 60
    assert len({fault.name for fault in found}) == len(found)
    topics = {"locks", "secrecy", "clocks", "plans", "ratings", "mail", "permissions", "records", "pages", "scripts"}
    topics |= {"areas", "outages"}
    assert {fault.name.partition(".")[0] for fault in found} == topics


def test_each_fault_of_this_project_fits_the_code():
    assert faults.find_stale(faults.load()) == []
