"""Measure speed: rates of contestants that take turns, so that conditions are equal, and quantiles of single times.

Times are CPU times, so that other processes matter less.
"""

from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import process_time

ROUNDS = 5
SECONDS = 1.0  # per contestant and round


def rate(work: Callable[[], int], seconds: float = SECONDS) -> float:
    """Repeat `work`, which returns how much it did, and return how much it does per second."""
    began, done = process_time(), 0
    while (spent := process_time() - began) < seconds:
        done += work()
    return done / spent


def rates(contestants: Mapping[str, Callable[[], int]]) -> dict[str, list[float]]:
    """Measure all contestants round by round, after a tenth of a second each to warm up."""
    for work in contestants.values():
        rate(work, 0.1)
    measured: dict[str, list[float]] = {name: [] for name in contestants}
    for _round in range(ROUNDS):
        for name, work in contestants.items():
            measured[name].append(rate(work))
    return measured


def ratio(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the median of the rounds' ratios."""
    return median(a / b for a, b in zip(one, other, strict=True))


def milliseconds(work: Callable[[], object]) -> float:
    """Measure how long the work takes once."""
    began = process_time()
    work()
    return (process_time() - began) * 1_000


def quantile(times: Sequence[float], part: float) -> float:
    """Return the value below which that part of the times lies."""
    return sorted(times)[min(int(part * len(times)), len(times) - 1)]


def report(what: str, figure: str, goal: str, reached: bool) -> None:
    """Print a line of the table."""
    print(f"{what:<44} {figure:<34} goal {goal:<12} {'reached' if reached else 'MISSED'}", flush=True)
