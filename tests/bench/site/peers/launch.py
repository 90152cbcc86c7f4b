"""Start what is measured: our site now and at the baseline, each with its own data, and boardgame.io."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Set
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from scripts.services import Missing, Services
from tests.bench.site.peers.sides import Side, our_side, peer_side
from tests.bench.site.servers import PLACE, Server, free_port

HERE = Path(__file__).parent
ROOT = HERE.parents[3]
PACKAGES, LOCK = ROOT / ".node-bench", "requirements-bench.lock"
# these names exist in every commit that can be a baseline
PREPARE = """
from tests.bench.site import prepare
prepare.PEOPLE, prepare.LONG, prepare.SEATS = 150, 1, {{"push": (2,), "tiles": (2,), "swap": (4,)}}
prepare.GAMES = {{"push": {games}, "tiles": {games}, "swap": 2}}
prepare.grown = lambda *_: ({{}}, {{}})  # the long games of other goals
prepare.main()
"""
OURS = ("DATABASE_URL", "REDIS_URL", "TEN_DATA", "SITE_URL", "PORT")  # not inherited from the environment
INSTALL, PREPARED = 300, 900  # seconds for npm, and for filling a database


class Size(NamedTuple):
    """How much to measure."""

    rounds: int
    seconds: float
    counts: tuple[int, ...]  # of tables

    @property
    def games(self) -> int:
        """Games of each kind to prepare: enough even for a site that is much faster than ours."""
        return int(max(self.counts) + self.rounds * (max(self.counts) / 2 + 10 * self.seconds))


def start(stack: ExitStack, size: Size, baseline: str, cores: Set[int]) -> dict[str, Side]:
    """Start all sides; names of the baseline's start with "old"."""
    trees = {"": ROOT} | ({"old ": stack.enter_context(checkout(baseline))} if baseline else {})
    sides = {}
    for when, tree in trees.items():
        for store in ("SQLite", "PostgreSQL"):
            with suppress_missing():
                environ = environment(stack, store)
                sides[when + store] = ours(stack, tree, environ, size, cores)
    if problem := install():
        print(f"boardgame.io is left out: {problem}")
        return sides
    for store in ("memory", "PostgreSQL"):
        with suppress_missing():
            sides[f"peer {store}"] = theirs(stack, store, size, cores)
    return sides


@contextmanager
def suppress_missing() -> Iterator[None]:
    """Continue without a database that is missing."""
    try:
        yield
    except Missing as missing:
        print(missing)


@contextmanager
def checkout(commit: str) -> Iterator[Path]:
    """Check out another commit in a temporary worktree."""
    with tempfile.TemporaryDirectory(prefix="ten-bench-") as folder:
        tree = Path(folder, "tree")
        subprocess.run(["git", "worktree", "add", "-q", "--detach", tree, commit], cwd=ROOT, check=True)  # noqa: S603, S607 (our own)
        try:
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=False)  # noqa: S603, S607 (our own)


def python_for(tree: Path) -> str:
    """Return our Python, or that of a new environment if the tree has other requirements."""
    if (tree / LOCK).read_bytes() == (ROOT / LOCK).read_bytes():
        return sys.executable
    subprocess.run([Path(sys.base_prefix, "bin/python3"), "scripts/env.py", "bench"], cwd=tree, check=True)  # noqa: S603 (our own)
    return str(tree / ".venv-bench/bin/python")


def environment(stack: ExitStack, store: str) -> dict[str, str]:
    """Make the variables of a side, with an empty folder and, for PostgreSQL, private services."""
    environ = {name: value for name, value in os.environ.items() if name not in OURS}
    environ["TEN_DATA"] = stack.enter_context(tempfile.TemporaryDirectory(prefix="ten-bench-"))
    if store == "PostgreSQL":
        services = stack.enter_context(Services())
        environ |= {"DATABASE_URL": services.start_postgres(), "REDIS_URL": services.start_redis()}
    return environ


def ours(stack: ExitStack, tree: Path, environ: Mapping[str, str], size: Size, cores: Set[int]) -> Side:
    python = python_for(tree)
    for command in (["manage.py", "migrate", "-v0"], ["-c", PREPARE.format(games=size.games)]):
        run = [python, *command]
        subprocess.run(run, cwd=tree, env=environ, stdout=subprocess.DEVNULL, check=True, timeout=PREPARED)  # noqa: S603 (our own)
    scripts = json.loads(Path(environ["TEN_DATA"], "games.json").read_text())["games"]
    server = Server([python, "-m", "ten_site.server"], free_port(), {**environ, **PLACE}, tree, cores)
    return our_side(stack.enter_context(server), scripts, max(size.counts))


def theirs(stack: ExitStack, store: str, size: Size, cores: Set[int]) -> Side:
    environ = {**os.environ, "NODE_PATH": str(PACKAGES / "node_modules"), "NODE_ENV": "production", "PGHOST": ""}
    if store == "PostgreSQL":
        address = stack.enter_context(Services()).start_postgres()
        environ["PGHOST"] = address.partition("@")[2].partition("/")[0].replace("%2F", "/")
    server = Server(["node", str(HERE / "server.js")], free_port(), environ, cores=cores)
    return peer_side(stack.enter_context(server), max(size.counts))


def install() -> str:
    """Install boardgame.io from its lock unless that is done; return a problem, or an empty string."""
    if not shutil.which("node") or not shutil.which("npm"):
        return "node and npm are missing: apt-get install nodejs npm"
    lock = HERE / "package-lock.json"
    stamp, wanted = PACKAGES / ".lock", hashlib.sha256(lock.read_bytes()).hexdigest()
    with suppress(OSError):
        if stamp.read_text() == wanted:
            return ""
    PACKAGES.mkdir(exist_ok=True)
    for name in ("package.json", lock.name):
        shutil.copy(HERE / name, PACKAGES)
    print("Installing boardgame.io ...", flush=True)
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    try:
        done = subprocess.run(command, cwd=PACKAGES, capture_output=True, text=True, timeout=INSTALL, check=False)  # noqa: S603 (our own)
    except subprocess.TimeoutExpired:
        return f"npm didn't finish within {INSTALL} seconds"
    if done.returncode:
        return f"npm failed: {' '.join(done.stderr.split())[:300]}"
    stamp.write_text(wanted)
    return ""
