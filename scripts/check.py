"""`make test`: every check in turn, and a table of what passed, what failed and what was not run.

Nothing is skipped in silence: skipped tests stand in the table, and where `CI` is set they fail the run.
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
REPORT = ROOT / "var" / "tests.xml"
WORKERS = str(max(2, min(8, os.cpu_count() or 2)))
STEPS = {
    "lint": ["ruff", "check", "--quiet", "."],
    "format": ["ruff", "format", "--check", "--quiet", "."],
    "types": ["mypy"],
    "imports": ["lint-imports", "--no-cache"],
    "tests": ["pytest", "-q", "-n", WORKERS, "--dist", "worksteal", "--cov", f"--junitxml={REPORT}"],
}
ELSEWHERE = "the large shares (make soak), mutation tests (make mutants), speed (make bench)"


class Result(NamedTuple):
    step: str
    passed: bool
    seconds: float
    note: str = ""


def main() -> int:
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.unlink(missing_ok=True)
    results = [run(step, command) for step, command in STEPS.items()]
    skipped = skipped_tests()
    if skipped and os.environ.get("CI"):
        results.append(Result("skips", False, 0, "CI refuses a run in which a test was skipped"))
    show(results, skipped)
    return 0 if all(result.passed for result in results) else 1


def run(step: str, command: list[str]) -> Result:
    print(f"\n== {step}: {' '.join(command)}", flush=True)
    began = time.monotonic()
    passed = subprocess.run([BIN / command[0], *command[1:]], cwd=ROOT, check=False).returncode == 0
    return Result(step, passed, time.monotonic() - began, counts() if step == "tests" else "")


def counts() -> str:
    cases = all_tests()
    bad = sum(case.find("failure") is not None or case.find("error") is not None for case in cases)
    return f"{len(cases)} tests, {bad} failed, {len(skipped_tests())} skipped; 100 % of games/rules demanded"


def skipped_tests() -> list[str]:
    """Those skipped, and those that were expected to fail and did."""
    return [f"{case.get('classname')}::{case.get('name')}" for case in all_tests() if case.find("skipped") is not None]


def all_tests() -> list[ElementTree.Element]:
    # our own report, just written
    return list(ElementTree.parse(REPORT).iter("testcase")) if REPORT.exists() else []  # noqa: S314


def show(results: list[Result], skipped: list[str]) -> None:
    print("\n" + "-" * 72)
    for result in results:
        verdict = "passed" if result.passed else "FAILED"
        print(f"{result.step:<8} {verdict}  {result.seconds:6.1f} s  {result.note}")
    print("-" * 72)
    for name in skipped:
        print("skipped:", name)
    print("not run here:", ELSEWHERE)
    print("all passed" if all(result.passed for result in results) else "NOT ALL PASSED")


if __name__ == "__main__":
    sys.exit(main())
