"""Measure speed: rates in turns, so that all see the same machine, and quantiles of single times.

Times are CPU times, so that other work on the machine matters less.
"""

from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import process_time

ROUNDS = 5
SECONDS = 1.0  # of each contestant in each round


def rate(work: Callable[[], int], seconds: float = SECONDS) -> float:
    """How many a second, when `work` is done over and over and says how many it did."""
    began, done = process_time(), 0
    while (spent := process_time() - began) < seconds:
        done += work()
    return done / spent


def rates(contestants: Mapping[str, Callable[[], int]]) -> dict[str, list[float]]:
    """Rates of all, round by round; each one's first tenth of a second warms it up and does not count."""
    for work in contestants.values():
        rate(work, 0.1)
    measured: dict[str, list[float]] = {name: [] for name in contestants}
    for _round in range(ROUNDS):
        for name, work in contestants.items():
            measured[name].append(rate(work))
    return measured


def ratio(one: Sequence[float], other: Sequence[float]) -> float:
    """The median of the ratios within each round."""
    return median(a / b for a, b in zip(one, other, strict=True))


def milliseconds(work: Callable[[], object]) -> float:
    """How long it takes once."""
    began = process_time()
    work()
    return (process_time() - began) * 1_000


def quantile(times: Sequence[float], part: float) -> float:
    """The value below which that part of the times lies."""
    return sorted(times)[min(int(part * len(times)), len(times) - 1)]


def report(what: str, figure: str, goal: str, reached: bool) -> None:
    """One line of the table."""
    print(f"{what:<44} {figure:<34} goal {goal:<12} {'reached' if reached else 'MISSED'}", flush=True)
