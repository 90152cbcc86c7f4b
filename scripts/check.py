"""`make test`: run everything a change can break, cheap steps first, and stop at the first step that fails.

What didn't run is listed at the end, and with `CI` set a missing service or a skipped test fails the run. Failed tests
aren't repeated. What the tests need besides Python is installed first if possible; see scripts/services.py.
"""

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.services import Services, install, orderly_end  # noqa: E402
from scripts.steps import ONE_PROCESS, PYTEST, Result, Runner, SpeedMeter, Step, check_budget, ended_cpu, format_table  # noqa: E402

MINUTES = 6  # on two cores like those of the reference
TOTAL = 1_180  # CPU seconds at normal speed, next to other work, which costs more than the measured speed shows
PREPARE = 50  # CPU seconds to build the environment and to install services
TESTS = ROOT / "tests"


def list_marked_files(marker: str) -> list[str]:
    """List the files that use this marker; collecting only them saves ten seconds."""
    files = sorted(TESTS.rglob("test_*.py"))
    return [str(path.relative_to(ROOT)) for path in files if f"mark.{marker}" in path.read_text()]


SETTINGS = ("--settings", "tests.settings")
SITE = ("accounts", "games", "ten_site", "scripts", "manage.py")
PUBLIC = {  # a public site; the checks connect to nothing
    "SITE_URL": "https://ten.example",
    "DATABASE_URL": "postgres://ten@localhost/ten",
    "REDIS_URL": "redis://localhost",
    "EMAIL_URL": "submission://ten:password@mail.example",
}
STEPS = (
    Step("lint", ["ruff", "check", "--quiet", "."], 5),
    Step("format", ["ruff", "format", "--check", "--quiet", "."], 5),
    Step("imports", ["lint-imports", "--no-cache"], 5),
    Step("models", ["python", "manage.py", "makemigrations", "--check", "--dry-run", *SETTINGS], 5),
    Step("types", ["mypy"], 20),
    Step("bandit", ["bandit", "--quiet", "-c", "pyproject.toml", "-r", *SITE], 7),
    Step("templates", ["djlint", "templates", "--lint", "--quiet"], 3),
    Step("boards", ["djlint", "templates", "--lint", "--quiet", "--extension", "jinja", "--profile", "jinja"], 3),
    Step(
        "deploy",
        ["python", "manage.py", "check", "--deploy", "--fail-level", "INFO", *SETTINGS],
        4,
        environment=PUBLIC,
    ),
    Step(
        "rules",
        [*ONE_PROCESS, "tests/rules", "-m", "covers", "--cov", "--cov-report=term-missing:skip-covered"],
        35,  # two processes would take as long, because both must collect and combine
        tests="the rules, and that these tests run every branch of them",
    ),
    Step(
        "sqlite",
        [*PYTEST, "--ignore=tests/browser", "-m", "not covers"],
        450,
        tests="everything else but browsers, on SQLite",
    ),
    Step(
        "postgres",
        [*PYTEST, "-m", "database and not browser", "--create-db", "--reuse-db", *list_marked_files("database")],
        125,
        tests="what depends on the database, on PostgreSQL",
        needs="TEST_DATABASE_URL",
        environment={"DATABASE_URL": "TEST_DATABASE_URL"},
    ),
    Step("browser", [*PYTEST, "tests/browser"], 450, tests="Chromium at the real server", needs="CHROMIUM"),
)
ELSEWHERE = (
    "long tests (make proofs), the largest numbers (make soak), planted faults (make faults), speed (make bench)"
)


def main(steps: Sequence[Step] = STEPS) -> int:
    print(f"make test: {len(steps)} steps, about {MINUTES} minutes on two cores.", flush=True)
    began = float(os.environ.get("TEN_BEGAN", time.time()))  # when scripts/env.py began
    lacking = install()
    with orderly_end(), Services() as services:
        with SpeedMeter() as meter:
            runner = Runner(services, services.environment())
        first = Result("prepare", True, ended_cpu(), time.time() - began, PREPARE, meter.slowness)
        results, not_run = run_all(runner, steps, [check_budget(first)])
    print_report(results, not_run, lacking)
    return print_verdict(results, not_run)


def run_all(runner: Runner, steps: Sequence[Step], results: list[Result]) -> tuple[list[Result], list[str]]:
    """Run the steps until one fails; return the results, and what didn't run and why."""
    not_run = []
    for number, step in enumerate(steps, 1):
        failed = next((result.name for result in results if not result.passed), "")
        if failed:
            not_run.append(f"{step.name}: not run, because {failed} failed")
        elif not runner.has_service(step):
            not_run.append(f"{step.name}: not run, because {step.needs} isn't set and nothing could be installed")
        else:
            print(f"\n[{number}/{len(steps)}] {step.name}: {' '.join(step.command)[:200]}", flush=True)
            results = [*results, runner.run(step)]
    return results, not_run


def print_report(results: Sequence[Result], not_run: Sequence[str], lacking: Sequence[str]) -> None:
    print("-" * 100)
    print(format_table(results))
    print("-" * 100)
    skipped = [test for result in results for test in result.skipped]
    for line in (*lacking, *not_run, *(f"skipped: {test}" for test in skipped)):
        print(line)
    print(f"not part of make test: {ELSEWHERE}")
    failed = sum(result.failed for result in results)
    passed = sum(result.tests for result in results) - failed - len(skipped)
    print(f"{passed} passed, {failed} failed, {len(skipped)} skipped")


def print_verdict(results: Sequence[Result], not_run: Sequence[str]) -> int:
    """Print how the run ended; return 0 if it passed."""
    failed = [result.name for result in results if not result.passed]
    skipped = not_run or any(result.skipped for result in results)
    cpu, normal = sum(result.cpu for result in results), sum(result.normal_cpu for result in results)
    if failed:
        print(f"FAILED: {', '.join(failed)}")
    elif skipped:
        print("Everything that ran passed, but some steps didn't run (see above).")
    else:
        print(f"All {len(results)} steps ran and passed, in {cpu:.0f} CPU s ({normal:.0f} at normal speed).")
    return 1 if failed or (skipped and os.environ.get("CI")) else 0


if __name__ == "__main__":
    sys.exit(main())
