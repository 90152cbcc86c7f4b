"""Our site compared with boardgame.io, and with itself at another commit: goals 1, 2, 4, 5 and 13.

All servers run at the same time on one processor; the load, PostgreSQL and Redis run on the others. They are measured
in turns, round after round. The median of the rounds' ratios counts.
"""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Set
from contextlib import ExitStack

from scripts.services import orderly_end
from tests.bench.site.peers import goals, launch
from tests.bench.site.peers.cells import as_fast_as_they_go, at_a_pace, bytes_of_kinds
from tests.bench.site.peers.launch import Size
from tests.bench.site.peers.sides import Side
from tests.bench.site.servers import NONE, allow_files

BASELINE = "eaffef4"  # the commit that the goals compare with
WHOLE = Size(rounds=5, seconds=3.0, counts=(10, 50))
RATE = 50  # moves a second at a steady pace
LIMIT = 8  # times the expected duration


def peers(size: Size = WHOLE, baseline: str = "") -> None:
    if baseline and not resolve(baseline):
        sys.exit(f"This repository has no commit {baseline}.")
    allow_files()
    with orderly_end(), ExitStack() as stack:
        cores = pin()
        sides = launch.start(stack, size, baseline, cores)
        results = asyncio.run(measure(sides, size))
    goals.tell(results, bool(baseline) and resolve(baseline) == resolve(BASELINE))


def pin() -> Set[int]:
    """Reserve a processor for the servers and return it; this process and all others stay on the rest."""
    known = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if len(known) < 2:
        print("Servers and load share the processor: there is only one, or no way to choose.")
        return NONE
    os.sched_setaffinity(0, known[1:])
    return {known[0]}


def resolve(commit: str) -> str:
    command = ["git", "rev-parse", "-q", "--verify", f"{commit}^{{commit}}"]
    return subprocess.run(command, cwd=launch.ROOT, capture_output=True, text=True, check=False).stdout  # noqa: S603 (our own)


async def measure(sides: dict[str, Side], size: Size) -> goals.Results:
    cells = sum(len(side.wanted) * len(size.counts) + 2 for side in sides.values())
    async with asyncio.timeout(60 + LIMIT * cells * size.rounds * size.seconds):
        results = goals.Results()
        for name, side in sides.items():
            results.sizes[name] = await bytes_of_kinds(side)
        for number in range(size.rounds + 1):
            began = time.monotonic()
            await one_round(sides, size if number else size._replace(seconds=1), results if number else goals.Results())
            print(f"round {number} of {size.rounds}: {time.monotonic() - began:.0f} s", flush=True)  # 0 warms up
    return results


async def one_round(sides: dict[str, Side], size: Size, results: goals.Results) -> None:
    for count in size.counts:
        for name, side in sides.items():
            for way, wanted in side.wanted.items():
                load = await as_fast_as_they_go(side, wanted, count, size.seconds)
                results.loads.setdefault((name, way, count), []).append(load)
    for name, side in sides.items():
        wanted = list(side.wanted.values())[-1]  # htmx, as browsers do
        delay = await at_a_pace(side, wanted, RATE, 2 * size.seconds)
        results.delays.setdefault(name, []).append(delay)
