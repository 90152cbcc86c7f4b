"""`make faults`: break the product on purpose, one fault at a time, and see if its tests notice; 95 % must be caught.

The faults are small replacements in tests/faults/*.toml, each with the tests that should fail. They are tried in copies
of the tree, two at a time; the tree itself is never touched. First the tests must pass without any fault. A fault that
no longer fits the code fails the run: update it. `ONLY='locks*'` tries some of them. `--whole NAME` runs all tests of
`make test` for one fault, to see which notice.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from queue import Queue
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.services import Services, orderly_end  # noqa: E402

LISTS = ROOT / "tests" / "faults"
AT_ONCE = 2
LONGEST = 600  # seconds for the tests of one fault
ENOUGH = 95.0  # percent
BROWSER = "tests/browser"
CAUGHT, MISSED, LATE, BROKEN = "caught", "MISSED", "TOO SLOW", "NO TEST RAN"
PYTEST = ("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--tb=line", "--no-header")
FITTING = "tests/test_faults.py::test_each_fault_of_this_project_fits_the_code"  # fails once a fault is planted
ENDS = {0: MISSED, 1: CAUGHT}  # by exit code of pytest; all others mean that the tests couldn't run


class Edit(NamedTuple):
    """One replacement in one file."""

    file: str
    old: str
    new: str


class Suite(NamedTuple):
    """Which tests to run, and where."""

    tests: tuple[str, ...]
    database: bool = False  # those marked `database`, on PostgreSQL
    only: str = ""  # an expression for pytest -k

    @property
    def place(self) -> str:
        """The database or the browser that they run on."""
        return "PostgreSQL" if self.database else "browser" if self.is_browser else "SQLite"

    @property
    def is_browser(self) -> bool:
        """Whether they drive a browser."""
        return self.tests[0].startswith(BROWSER)


@dataclass(frozen=True)
class Fault:
    """Edits that break something, and the tests that should notice."""

    name: str
    edits: tuple[Edit, ...]
    suite: Suite


class Outcome(NamedTuple):
    """How the tests ended, and the line that says why."""

    end: str
    seconds: float
    said: str = ""


# --- the lists -------------------------------------------------------------------------------------------------------


def load(folder: Path = LISTS) -> list[Fault]:
    """Load all faults. The name of `late` in locks.toml is locks.late."""
    return [
        parse_fault(f"{path.stem}.{name}", entry)
        for path in sorted(folder.glob("*.toml"))
        for name, entry in tomllib.loads(path.read_text()).items()
    ]


def parse_fault(name: str, entry: dict[str, object]) -> Fault:
    """Parse an entry of a list: `file`, `old` and `new`, or several of them in `edits`."""
    entry = dict(entry)
    tests, database, only = entry.pop("tests"), entry.pop("database", False), entry.pop("only", "")
    edits = entry.pop("edits", None) or [entry]
    if not (isinstance(tests, list) and tests and isinstance(edits, list)):
        raise SystemExit(f"{name}: `tests` and `edits` are lists")
    try:
        return Fault(name, tuple(Edit(**edit) for edit in edits), Suite(tuple(tests), bool(database), str(only)))
    except TypeError:
        raise SystemExit(f"{name} needs file, old, new and tests, and may have database, only and edits") from None


def find_stale(faults: Iterable[Fault], root: Path = ROOT) -> list[str]:
    """Return a sentence for each fault that no longer fits the tree."""
    found = []
    for each in faults:
        for edit in each.edits:
            path = root / edit.file
            times = path.read_text().count(edit.old) if edit.old and path.is_file() else 0
            if times != 1 or edit.old == edit.new:
                found.append(f"{each.name}: its text is in {edit.file} {times} times, not once")
        found += [f"{each.name}: there is no {test}" for test in each.suite.tests if not (root / test).exists()]
    return found


# --- copies of the tree ----------------------------------------------------------------------------------------------


def copy_tree(target: Path, root: Path) -> None:
    """Copy the working tree, uncommitted changes included; the copy shares the environment."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    said = subprocess.run(  # our own command  # nosec
        listed, cwd=root, check=True, capture_output=True, text=True
    ).stdout
    names = said.split("\0")
    for name in filter(None, names):
        source = root / name
        if source.is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target / name)
    (target / ".venv").symlink_to(root / ".venv")


@contextmanager
def planted(tree: Path, edits: Sequence[Edit]) -> Iterator[None]:
    """Apply the edits to the copy, and undo them at the end."""
    whole = {edit.file: (tree / edit.file).read_text() for edit in edits}
    try:
        for edit in edits:
            write(tree / edit.file, (tree / edit.file).read_text().replace(edit.old, edit.new))
        yield
    finally:
        for name, text in whole.items():
            write(tree / name, text)


def write(path: Path, text: str) -> None:
    """Write the file and delete its compiled code, which Python might still consider up to date."""
    path.write_text(text)
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
        compiled.unlink()


# --- running ---------------------------------------------------------------------------------------------------------


def make_command(suite: Suite) -> list[str]:
    """Make the command that runs the tests selected by `make test`: no proofs, and on PostgreSQL only marked ones."""
    marked = "database" if suite.database else "browser" if suite.is_browser else "not browser"
    only = ["-k", suite.only] if suite.only else []
    return [sys.executable, *PYTEST, "-m", marked, "--deselect", FITTING, *only, *suite.tests]


def run(
    command: Sequence[str],
    tree: Path,
    environment: dict[str, str],
    running: set[subprocess.Popen[str]],
    longest: float = 0,
) -> Outcome:
    """Run the tests in their own session; if they take too long, kill them and everything they started."""
    began = time.monotonic()
    with tempfile.TemporaryFile("w+", errors="replace") as said:
        process = subprocess.Popen(  # our own command  # nosec
            command, cwd=tree, env=environment, stdout=said, stderr=said, text=True, start_new_session=True
        )
        running.add(process)
        try:
            end = ENDS.get(process.wait(longest or LONGEST), BROKEN)
        except subprocess.TimeoutExpired:
            end = LATE
        finally:
            finish(process)
            running.discard(process)
        said.seek(0)
        output = said.read()
        if end == CAUGHT and not list_failures(output):  # it crashed before a test could fail
            end = BROKEN
        return Outcome(end, time.monotonic() - began, find_reason(output, end))


def finish(process: subprocess.Popen[str]) -> None:
    """Kill the process and its group, which belongs to it because it started the session."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def find_reason(output: str, end: str) -> str:
    """Return the line that names the failed test or the error."""
    lines = [line for line in output.splitlines() if line.strip()]
    return (list_failures(output) or lines[-1:] or [""])[0] if end != MISSED else ""


def list_failures(output: str) -> list[str]:
    """Return the lines that name failed tests."""
    return [line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))]


class Workshop:
    """Copies of the tree, each for one run at a time, and the services that tests need."""

    def __init__(self, services: Services, folder: Path, copies: int, root: Path = ROOT) -> None:
        self.services, self.free = services, Queue[tuple[int, Path]]()
        self.running: set[subprocess.Popen[str]] = set()
        for number in range(copies):
            tree = folder / str(number)
            tree.mkdir()
            copy_tree(tree, root)
            self.free.put((number, tree))

    def environment(self, number: int, suite: Suite) -> dict[str, str]:
        """Make the variables of a run: ours, those of services, and a database for each copy."""
        found = {**os.environ, **self.services.environment()}
        if suite.database:
            found["DATABASE_URL"] = f"{self.services.postgres().rpartition('/')[0]}/faults{number}"
        return found

    def attempt(self, suite: Suite, edits: Sequence[Edit] = ()) -> Outcome:
        """Run the tests with these edits in the first free copy."""
        number, tree = self.free.get()
        try:
            with planted(tree, edits):
                return run(make_command(suite), tree, self.environment(number, suite), self.running)
        finally:
            self.free.put((number, tree))

    @contextmanager
    def open_pool(self) -> Iterator[ThreadPoolExecutor]:
        """Open a pool for attempts. If its block ends early, start no more and kill those that are running."""
        pool = ThreadPoolExecutor(AT_ONCE)
        try:
            yield pool
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in list(self.running):
                finish(process)
            pool.shutdown()


def try_all(shop: Workshop, faults: Sequence[Fault]) -> dict[str, Outcome]:
    """Try every fault, two at a time, after running each named test once without any."""
    named = (each.suite._replace(tests=(test,)) for each in faults for test in each.suite.tests)
    suites = dict.fromkeys(named)
    with shop.open_pool() as pool:
        print(f"{len(suites)} files and folders of tests, with no fault planted:", flush=True)
        if not all(list(pool.map(lambda suite: passes_without_fault(shop, suite), suites))):
            raise SystemExit("These tests must pass without a fault first.")
        print(f"{len(faults)} faults:", flush=True)
        outcomes = pool.map(lambda each: try_fault(shop, each), faults)
        return dict(zip((each.name for each in faults), outcomes, strict=True))


def passes_without_fault(shop: Workshop, suite: Suite) -> bool:
    """Whether the tests pass without a fault."""
    outcome = shop.attempt(suite)
    passed = outcome.end == MISSED
    said = "pass" if passed else f"FAIL: {outcome.said}"
    print(f"  {outcome.seconds:5.0f} s  {suite.place:<10} {' '.join(suite.tests)}: {said}", flush=True)
    return passed


def try_fault(shop: Workshop, each: Fault) -> Outcome:
    """Try one fault and print its outcome."""
    outcome = shop.attempt(each.suite, each.edits)
    print(f"  {outcome.end:<11} {outcome.seconds:5.0f} s  {each.name:<38} {outcome.said[:140]}", flush=True)
    return outcome


def try_everywhere(shop: Workshop, each: Fault) -> int:
    """Try one fault against all tests of `make test`, each suite up to its first failure."""
    suites = (Suite(("tests",)), Suite(("tests",), database=True), Suite((BROWSER,)))
    outcomes = []
    for suite in suites:
        outcomes.append(shop.attempt(suite, each.edits))
        print(
            f"{suite.place:<11} {outcomes[-1].end:<11} {outcomes[-1].seconds:5.0f} s  {outcomes[-1].said}", flush=True
        )
    return 0 if any(outcome.end == CAUGHT for outcome in outcomes) else 1


def print_verdict(outcomes: dict[str, Outcome]) -> int:
    """Print how many were caught; return 0 if that is enough."""
    left = [name for name, outcome in outcomes.items() if outcome.end != CAUGHT]
    caught = len(outcomes) - len(left)
    percent = 100 * caught / max(1, len(outcomes))
    print("-" * 72)
    for name in left:
        print(f"{outcomes[name].end:<11} {name}")
    print(f"{caught} of {len(outcomes)} faults caught: {percent:.1f}% (at least {ENOUGH:.0f}% required)")
    return 0 if outcomes and percent >= ENOUGH else 1


def main() -> int:
    parser = argparse.ArgumentParser(description="Break the product on purpose and check that its tests notice.")
    parser.add_argument("only", nargs="*", help="names of faults, such as locks.* (default: all)")
    parser.add_argument("--whole", metavar="NAME", help="run all tests of `make test` for this one fault")
    parser.add_argument("--list", action="store_true", help="list the faults and whether they still apply")
    asked = parser.parse_args()
    wanted = [asked.whole] if asked.whole else asked.only or ["*"]
    faults = [each for each in load() if any(fnmatchcase(each.name, pattern) for pattern in wanted)]
    if not faults:
        raise SystemExit(f"There's no fault called {' or '.join(wanted)}.")
    if asked.list:
        print(*(each.name for each in faults), sep="\n")
    if gone := find_stale(faults):
        raise SystemExit("\n".join(gone))
    if asked.list:
        return 0
    with orderly_end(), Services() as services, tempfile.TemporaryDirectory(prefix="ten-faults-") as folder:
        shop = Workshop(services, Path(folder), 1 if asked.whole else min(AT_ONCE, len(faults)))
        return try_everywhere(shop, faults[0]) if asked.whole else print_verdict(try_all(shop, faults))


if __name__ == "__main__":
    sys.exit(main())
