"""Run commands one after the other, and print the CPU seconds, wall-clock seconds and tests of each.

CPU seconds are those of all child processes: tests, servers, browsers, databases. The same work takes up to twice as
many in another hour, because the machine's other guests share its processor. So a thread measures the speed while a
step runs, and budgets are CPU seconds at the speed at which `REFERENCE` was measured.
"""

import contextlib
import ctypes
import os
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import fmean
from typing import Self
from xml.etree import ElementTree

from scripts.services import Services

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
REPORTS = ROOT / "var" / "tests"
WORKERS = str(max(2, min(8, os.cpu_count() or 2)))
ONE_PROCESS = ("pytest", "-q")
PYTEST = (*ONE_PROCESS, "-n", WORKERS, "--dist", "worksteal")
REFERENCE = 0.025  # CPU seconds that `speed_test` takes on the reference machine
MEASURE_EVERY = 3.0  # seconds
CHILD_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER, on Linux
TICKS = os.sysconf("SC_CLK_TCK")
BAD = ("failure", "error")


@dataclass(frozen=True)
class Step:
    """One command of a run."""

    name: str
    command: Sequence[str]
    budget: float = float("inf")  # CPU seconds
    tests: str = ""  # what it tests, if it runs pytest
    needs: str = ""  # the variable that names a service it can't do without
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Result:
    """The result of a step."""

    name: str
    passed: bool
    cpu: float = 0
    wall: float = 0
    budget: float = float("inf")
    slowness: float = 1  # compared with the reference machine
    note: str = ""
    tests: int = 0
    failed: int = 0
    skipped: tuple[str, ...] = ()

    @property
    def normal_cpu(self) -> float:
        """The CPU seconds it would have taken on the reference machine."""
        return self.cpu / self.slowness


class SpeedMeter:
    """Measures the speed of the machine until the end of the block."""

    def __init__(self) -> None:
        self.measured: list[float] = []
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.measure, daemon=True)

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        self.thread.join()

    def measure(self) -> None:
        while True:
            self.measured.append(speed_test())
            if self.ended.wait(MEASURE_EVERY):
                return

    @property
    def slowness(self) -> float:
        """How many times slower the machine was than the reference, at least 1."""
        return max(1.0, fmean(self.measured) / REFERENCE)


class Runner:
    """Runs steps while the services are running."""

    def __init__(self, services: Services, there: Mapping[str, str]) -> None:
        self.services, self.there = services, there
        adopt_orphans()

    def has_service(self, step: Step) -> bool:
        """Whether the service that the step needs is available."""
        return not step.needs or step.needs in self.there

    def run(self, step: Step) -> Result:
        """Run the step; it fails if its command fails or its budget is exceeded."""
        command, report = list(step.command), REPORTS / f"{step.name}.xml"
        if step.tests:
            report.parent.mkdir(parents=True, exist_ok=True)
            report.unlink(missing_ok=True)
            command.append(f"--junitxml={report}")
        wanted = {name: self.there.get(value, value) for name, value in step.environment.items()}  # or a URL
        variables = {**os.environ, **self.there, **wanted}
        variables.pop("PYTHONDONTWRITEBYTECODE", None)  # or some hundred processes would each compile everything
        cpu, wall = self.cpu(), time.monotonic()
        program = BIN / command[0]
        with SpeedMeter() as meter:
            code = subprocess.run(  # our own command  # nosec
                [program if program.exists() else command[0], *command[1:]], cwd=ROOT, env=variables, check=False
            ).returncode
        reap()
        cpu, wall = self.cpu() - cpu, time.monotonic() - wall
        cases = read_report(report) if step.tests else []
        failed, skipped = list_names(cases, *BAD), list_names(cases, "skipped")
        note = f"{len(cases)} tests, {len(failed)} failed, {len(skipped)} skipped; {step.tests}" if step.tests else ""
        result = Result(
            step.name, code == 0, cpu, wall, step.budget, meter.slowness, note, len(cases), len(failed), tuple(skipped)
        )
        return check_budget(result)

    def cpu(self) -> float:
        """Return the CPU seconds used so far by ended processes and by the services."""
        return ended_cpu() + sum(cpu_of(process.pid) for process, _ in self.services.running)


def check_budget(result: Result) -> Result:
    """Let the step fail if it took more CPU seconds than it may."""
    if result.normal_cpu <= result.budget:
        return result
    return replace(result, passed=False, note=f"over its budget of {result.budget:.0f} CPU s; {result.note}")


def ended_cpu() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def cpu_of(pid: int) -> float:
    """Return the CPU seconds of a running process and its ended children (on Linux)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return sum(map(int, fields[11:15])) / TICKS


def adopt_orphans() -> None:
    """Become the parent of processes whose own parent was killed, so that their CPU time counts (on Linux)."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(CHILD_SUBREAPER, 1)


def reap() -> None:
    """Collect adopted processes that have ended."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def speed_test() -> float:
    """Return the CPU seconds of a fixed piece of Python."""
    began, total = time.thread_time(), 0
    for number in range(1_000_000):
        total += number % 7
    return time.thread_time() - began


def read_report(report: Path) -> list[ElementTree.Element]:
    """Return the tests in a JUnit report, or none if pytest didn't get far enough to write it."""
    if not report.exists():
        return []
    return list(ElementTree.parse(report).iter("testcase"))  # noqa: S314 (our own, just written)  # nosec


def list_names(cases: Iterable[ElementTree.Element], *ends: str) -> list[str]:
    """Return the tests that ended in one of these ways. Expected failures count as skipped."""
    return [
        f"{case.get('classname')}::{case.get('name')}"
        for case in cases
        if any(case.find(end) is not None for end in ends)
    ]


def format_table(results: Sequence[Result]) -> str:
    """Format a table with a line per step."""
    lines = [f"{'step':<13} {'':<7} {'CPU s':>7} {'normal':>7} {'budget':>7} {'wall s':>7}"]
    for result in results:
        budget = "" if result.budget == float("inf") else f"{result.budget:.0f}"
        verdict = "passed" if result.passed else "FAILED"
        lines.append(
            f"{result.name:<13} {verdict:<7} {result.cpu:>7.1f} {result.normal_cpu:>7.1f} {budget:>7} "
            f"{result.wall:>7.1f}  {result.note}"
        )
    cpu, wall = sum(result.cpu for result in results), sum(result.wall for result in results)
    normal = sum(result.normal_cpu for result in results)
    lines.append(f"{'total':<13} {'':<7} {cpu:>7.1f} {normal:>7.1f} {'':>7} {wall:>7.1f}")
    return "\n".join(lines)
