"""The running site compared with its baselines: goals 3, 5, 6, 7, 8, 9 and 10 of docs/performance.md.

Every server is a process on this machine that ends with the benchmark. Contestants take turns, and their ratio counts.
"""

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.bench.site import rates, screens
from tests.bench.site.counters import Counters
from tests.bench.site.parts import measure_parts
from tests.bench.site.servers import Server, allow_files, site_server, stock_server
from tests.bench.site.tables import Games


def site(only: str = "3567890") -> None:
    """Measure all goals, or some by their last digit."""
    files = allow_files()
    with tempfile.TemporaryDirectory(prefix="ten-bench-") as name:
        folder = Path(name, "site")
        folder.mkdir()
        environ = {**os.environ, "TEN_DATA": str(folder)}
        subprocess.run([sys.executable, "-m", "tests.bench.site.prepare"], env=environ, check=True)
        if "9" in only or "0" in only:
            measure_parts(folder, only)
        if set(only) & set("35678"):
            other = Path(shutil.copytree(folder, Path(name, "other")))
            elsewhere = {**environ, "TEN_DATA": str(other)}
            with site_server(environ) as one, site_server(elsewhere) as two, stock_server() as stock:
                asyncio.run(measure(only, (one, two, stock), (folder, other), files))


async def measure(only: str, servers: tuple[Server, Server, Server], folders: tuple[Path, Path], files: int) -> None:
    one, two, stock = servers
    games, others = (Games(folder) for folder in folders)
    counters = Counters(folders[0] / "counters")
    if "7" in only:
        await screens.to_many(one, games, counters)
    if "5" in only:
        await screens.at_half_load(two, others)
    if "3" in only:
        await rates.of_the_smallest(one, stock, games, counters)
    if "6" in only:
        await rates.late_in_a_game(one, games)
    if "8" in only:
        await rates.beside_idle_pages(one, two, games, others, files)
