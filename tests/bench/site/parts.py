"""Goals 9 and 10: parts of the site on their own, in a process for each database."""

import os
import subprocess
import sys
from pathlib import Path

from scripts.services import Missing, Services


def measure_parts(folder: Path, only: str) -> None:
    """Measure the cards of a board, and the statements of a move on SQLite and PostgreSQL."""
    environ = {**os.environ, "TEN_DATA": str(folder)}
    if "9" in only:
        subprocess.run([sys.executable, "-m", "tests.bench.site.cards"], env=environ, check=True)
    if "0" in only:
        command = [sys.executable, "-m", "tests.bench.site.statements"]
        subprocess.run(command, env=environ, check=True)  # noqa: S603 (our own)
        with Services() as services:
            try:
                address = services.postgres()
            except Missing as missing:
                print(f"10  {missing}")
                return
            subprocess.run(command, env={**environ, "DATABASE_URL": address}, check=True)  # noqa: S603 (the same)
