"""`make proofs`: run the long tests, all of them or by topic, and print how long each took.

All topics run even if one fails; any failed or skipped test fails the run. `make proofs list` names the topics.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.services import Services, install, orderly_end  # noqa: E402
from scripts.steps import PYTEST, Result, Runner, Step, format_table  # noqa: E402

NO_BROWSER = "--ignore=tests/browser"
PATIENT = (*PYTEST, "--timeout", "1800")
ON_POSTGRES = {"DATABASE_URL": "TEST_DATABASE_URL"}
FRESH = ("--create-db", "--reuse-db")


def browser_step(topic: str, what: str) -> Step:
    return Step(topic, [*PATIENT, "tests/browser", f"--proofs={topic}"], tests=what, needs="CHROMIUM")


def sqlite_step(topic: str, what: str) -> Step:
    """Make a step without browsers, on SQLite."""
    return Step(topic, [*PATIENT, NO_BROWSER, f"--proofs={topic}"], tests=what)


def postgres_step(name: str, what: str, *arguments: str) -> Step:
    return Step(
        name,
        [*PATIENT, NO_BROWSER, *FRESH, *arguments],
        tests=what,
        needs="TEST_DATABASE_URL",
        environment=ON_POSTGRES,
    )


TOPICS = {
    "pages": [browser_step("pages", "every page at every width, in light and dark, with and without scripts")],
    "games": [browser_step("games", "whole games by clicking, of each kind")],
    "windows": [browser_step("windows", "the other long browser scenarios")],
    "postgres": [postgres_step("postgres", "everything but browsers and rules, on PostgreSQL", "--ignore=tests/rules")],
    "locks": [
        sqlite_step("locks", "races, sweepers, bursts and kills"),
        postgres_step("locks-pg", "the same on PostgreSQL", "-m", "database", "--proofs=locks"),
    ],
    "clocks": [sqlite_step("clocks", "the simulated month and other long runs of the clock")],
    "luck": [sqlite_step("luck", "luck, calibration and the strength of bots")],
    "records": [sqlite_step("records", "whole corpora of records, good and spoiled")],
    "site": [sqlite_step("site", "long tests of the server")],
    "shares": [
        Step(
            "shares",
            [*PATIENT, NO_BROWSER, "--proofs=shares"],
            tests="contract, secrecy and the rest with larger numbers",
            environment={"TEN_SHARE": "proofs"},
        )
    ],
    "planted": [Step("planted", ["python", "scripts/faults.py"])],
}


def main(topics: Sequence[str]) -> int:
    if topics == ["list"]:
        for topic, steps in TOPICS.items():
            print(f"{topic:<10} {steps[0].tests or 'planted faults: are they caught?'}")
        return 0
    if unknown := [topic for topic in topics if topic not in TOPICS]:
        sys.exit(f"There's no topic {', '.join(unknown)}. Choose from: {', '.join(TOPICS)}.")
    steps = [step for topic in topics or TOPICS for step in TOPICS[topic]]
    lacking = install()
    with orderly_end(), Services() as services:
        runner = Runner(services, services.environment())
        results = [run(runner, step) for step in steps if runner.has_service(step)]
        not_run = [step.name for step in steps if not runner.has_service(step)]
    print_report(results, not_run, lacking)
    passed = all(result.passed and not result.skipped for result in results) and not not_run
    return 0 if passed else 1


def run(runner: Runner, step: Step) -> Result:
    print(f"\n== {step.name}: {' '.join(step.command)}", flush=True)
    return runner.run(step)


def print_report(results: Sequence[Result], not_run: Sequence[str], lacking: Sequence[str]) -> None:
    print("-" * 100)
    print(format_table(results))
    print("-" * 100)
    for line in (*lacking, *(f"{name}: not run" for name in not_run)):
        print(line)
    for result in results:
        for test in result.skipped:
            print(f"skipped: {test}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
