"""`make test`: every check in turn, and a table of what passed, what failed and what was not run.

Nothing is skipped in silence: skipped tests stand in the table, and where `CI` is set they fail the run. Where a few
tests fail they are run once more, alone, for windows and clocks share a machine with whatever else it does; those that
pass then are named: each is a fault to be mended. What the tests need beside Python is installed first where that can
be done; see scripts/services.py.
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.services import Services, install, orderly_end  # noqa: E402

BIN = Path(sys.executable).parent
REPORTS = ROOT / "var" / "tests"
WORKERS = str(max(2, min(8, os.cpu_count() or 2)))
PYTEST = ["pytest", "-q", "-n", WORKERS, "--dist", "worksteal", "-m"]
AGAIN = ["-n", "0", "--cov-append", "--last-failed", "--last-failed-no-failures", "none"]
FEW = 3  # failed tests are run again; more are no accident
STEPS = {
    "lint": ["ruff", "check", "--quiet", "."],
    "format": ["ruff", "format", "--check", "--quiet", "."],
    "types": ["mypy"],
    "imports": ["lint-imports", "--no-cache"],
    "models": ["python", "manage.py", "makemigrations", "--check", "--dry-run", "--settings", "tests.settings"],
    "tests": [*PYTEST, "not browser", "--cov", "--cov-report=", "--cov-fail-under=0"],
    "coverage": ["coverage", "report"],
    "postgres": [*PYTEST, "not browser", "--create-db", "--reuse-db", "tests/games", "tests/accounts"],
    "browser": [*PYTEST, "browser"],
}
TESTS = {
    "tests": "SQLite",
    "postgres": "the same games and accounts on PostgreSQL",
    "browser": "windows of Chromium",
}
BAD = ("failure", "error")
NEEDS = {"postgres": ("TEST_DATABASE_URL", "DATABASE_URL"), "browser": ("CHROMIUM", "CHROMIUM")}
ELSEWHERE = "the large shares (make soak), mutation tests (make mutants), speed (make bench)"


class Result(NamedTuple):
    step: str
    passed: bool
    seconds: float
    note: str = ""


def main() -> int:
    REPORTS.mkdir(parents=True, exist_ok=True)
    lacking = install()
    with orderly_end(), Services() as services:
        there = services.environment()
        results = [run(step, command, there) for step, command in STEPS.items() if can(step, there)]
    not_run = [f"{step}: not run" for step in STEPS if not can(step, there)]
    tested = [step for step in STEPS if step in TESTS and can(step, there)]
    skipped = not_run + [test for step in tested for test in named(step, "skipped")]
    if skipped and os.environ.get("CI"):
        results.append(Result("skips", False, 0, "CI refuses a run in which a test was skipped"))
    show(results, skipped, lacking, [test for step in tested for test in named(step, *BAD)])
    return 0 if all(result.passed for result in results) else 1


def can(step: str, there: dict[str, str]) -> bool:
    """Whether what the step needs is there."""
    return step not in NEEDS or NEEDS[step][0] in there


def run(step: str, command: list[str], there: dict[str, str]) -> Result:
    environment = {**os.environ, **there}
    if step in NEEDS:
        given, wanted = NEEDS[step]
        environment[wanted] = there[given]
    if step in TESTS:
        report(step).unlink(missing_ok=True)
        command = [*command, f"--junitxml={report(step)}"]
    print(f"\n== {step}: {' '.join(command)}", flush=True)
    began = time.monotonic()
    passed = call(command, environment)
    if step in TESTS and not passed and 0 < len(named(step, *BAD)) <= FEW:
        print(f"\n== {step}, once more: what failed, alone", flush=True)
        passed = call([*command[:-1], *AGAIN], environment)
    return Result(step, passed, time.monotonic() - began, counts(step) if step in TESTS else "")


def call(command: list[str], environment: dict[str, str]) -> bool:
    return subprocess.run([BIN / command[0], *command[1:]], cwd=ROOT, env=environment, check=False).returncode == 0


def counts(step: str) -> str:
    bad, skipped = len(named(step, *BAD)), len(named(step, "skipped"))
    return f"{len(all_tests(step))} tests, {bad} failed, {skipped} skipped; {TESTS[step]}"


def named(step: str, *ends: str) -> list[str]:
    """The tests that ended so. Skipped are also those that were expected to fail and did."""
    return [
        f"{case.get('classname')}::{case.get('name')}"
        for case in all_tests(step)
        if any(case.find(end) is not None for end in ends)
    ]


def all_tests(step: str) -> list[ElementTree.Element]:
    # our own report, just written
    return list(ElementTree.parse(report(step)).iter("testcase")) if report(step).exists() else []  # noqa: S314


def report(step: str) -> Path:
    return REPORTS / f"{step}.xml"


def show(results: list[Result], skipped: list[str], lacking: list[str], failed: list[str]) -> None:
    print("\n" + "-" * 72)
    for result in results:
        verdict = "passed" if result.passed else "FAILED"
        print(f"{result.step:<8} {verdict}  {result.seconds:6.1f} s  {result.note}")
    print("-" * 72)
    for sentence in lacking:
        print(sentence)
    for name in skipped:
        print("skipped:", name)
    for name in failed:
        print("failed at the first try:", name)
    print("not run here:", ELSEWHERE)
    print("all passed" if all(result.passed for result in results) else "NOT ALL PASSED")


if __name__ == "__main__":
    sys.exit(main())
