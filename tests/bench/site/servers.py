"""Server processes: start, measure and stop them."""

import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Set
from pathlib import Path
from typing import Self

from scripts.services import die_with_parent

PATIENCE = 60  # seconds for a server to start
PLACE = {"HOST": "127.0.0.1", "TEN_BOT_PAUSE": "0"}  # variables of the site
NONE: Set[int] = frozenset()
TICK = os.sysconf("SC_CLK_TCK")


class Server:
    """A process that listens on a port, optionally on certain processors only."""

    def __init__(
        self,
        command: list[str],
        port: int,
        environ: Mapping[str, str],
        tree: Path | None = None,
        cores: Set[int] = NONE,
    ) -> None:
        self.command, self.port, self.tree, self.cores = command, port, tree, cores
        self.environ = {**environ, "PORT": str(port)}

    def __enter__(self) -> Self:
        self.process = subprocess.Popen(  # noqa: S603 (our own command)
            self.command,
            cwd=self.tree,
            env=self.environ,
            stdout=subprocess.DEVNULL,
            preexec_fn=self.settle,
        )
        deadline = time.monotonic() + PATIENCE
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.process.kill()
                raise RuntimeError(f"{self.command} did not start")
            time.sleep(0.05)
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def settle(self) -> None:
        """Prepare the new process before it starts the program."""
        die_with_parent(signal.SIGTERM)
        if self.cores:
            os.sched_setaffinity(0, self.cores)

    def answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def cpu(self) -> float:
        """Return the CPU seconds it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK


def site_server(environ: Mapping[str, str]) -> Server:
    """Make a server of the site with the data that the environment names."""
    return Server([sys.executable, "-m", "tests.bench.site.entry"], free_port(), {**environ, **PLACE})


def stock_server() -> Server:
    """Make a server with the smallest view on stock Django and Daphne."""
    port = free_port()
    options = ["-v", "0", "-b", "127.0.0.1", "-p", str(port), "tests.bench.site.stock:application"]
    return Server([sys.executable, "-m", "daphne", *options], port, os.environ)


def free_port() -> int:
    """Find a free port, from TEN_BENCH_PORT on if that is set."""
    first = int(os.environ.get("TEN_BENCH_PORT", "0"))
    for port in range(first, first + 50) if first else (0,):
        try:
            with socket.create_server(("127.0.0.1", port)) as found:
                return int(found.getsockname()[1])
        except OSError:
            continue
    raise RuntimeError("No port is free")


def allow_files() -> int:
    """Raise the limit of open files to its maximum, for child processes too, and return it."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most if most != resource.RLIM_INFINITY else 1_000_000
