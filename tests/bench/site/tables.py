"""Games whose moves are all known in advance."""

import asyncio
import json
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, NamedTuple

from tests.bench.site.client import Http, get, post
from tests.bench.site.servers import Server

PAGE = "1-2-3-4"  # one ID for all pages: the server compares the user, too
JSON, BOARD = "Accept: application/json", "HX-Request: true"

Script = dict[str, Any]


class Load(NamedTuple):
    """The result of working for a while."""

    done: int
    seconds: float
    cpu: float

    @property
    def rate(self) -> float:
        return self.done / self.seconds

    @property
    def per_cpu(self) -> float:
        return self.done / max(self.cpu, 0.01)

    def __add__(self, other: "Load") -> "Load":  # type: ignore[override]
        return Load(self.done + other.done, self.seconds + other.seconds, self.cpu + other.cpu)


class Games:
    """The games of a data folder, each of which is played once."""

    def __init__(self, folder: Path) -> None:
        known = json.loads((folder / "games.json").read_text())
        self.sessions: list[str] = known["sessions"]
        self.quiet = [game["id"] for game in known["late"]]  # nobody plays these
        self.early, self.late = iter(known["early"]), iter(known["late"])
        self.left: list[Script] = known["games"]

    def __iter__(self) -> Iterator[Script]:
        return self

    def __next__(self) -> Script:
        if not self.left:
            raise RuntimeError("All games have been played: prepare more")
        return self.left.pop()

    def longest(self, count: int) -> list[Script]:
        """Take out the longest games that are left."""
        self.left.sort(key=lambda game: len(game["moves"]))
        found, self.left = self.left[-count:], self.left[:-count]
        return found


class Table:
    """A table where one game after another is played over one connection."""

    def __init__(self, port: int, games: Iterator[Script]) -> None:
        self.port, self.games = port, games
        self.game: Script = next(games)
        self.at = 0

    @property
    def version(self) -> int:
        return int(self.game["base"]) + self.at

    @property
    def is_over(self) -> bool:
        return self.at == len(self.game["moves"])

    async def move(self, http: Http, wanted: str) -> bytes:
        """Make the next move of the game, or the first of the next game."""
        if self.is_over:
            self.game, self.at = next(self.games), 0
        seat, move = self.game["moves"][self.at]
        fields = {"seen": str(self.version), "ticket": secrets.token_hex(8), "move": move}
        path = f"/games/{self.game['id']}/moves/"
        headers = f"{wanted}\r\nTen-Shown: {self.version}.0\r\nTen-Page: {PAGE}"  # as a page says it
        answer = await http.ask(post(self.port, path, self.game["sessions"][seat], headers, fields))
        self.at += 1
        return answer


Step = Callable[[Http], Awaitable[object]]


def moves(tables: list[Table], wanted: str) -> list[Step]:
    """Make steps that move at each of these tables."""

    def step(table: Table) -> Step:
        return lambda http: table.move(http, wanted)

    return [step(table) for table in tables]


def pages(port: int, path: str, sessions: list[str]) -> list[Step]:
    """Make steps that request the page for each of these sessions."""

    def step(request: bytes) -> Step:
        return lambda http: http.ask(request)

    return [step(get(port, path, session)) for session in sessions]


async def work(server: Server, steps: list[Step], seconds: float, most: int = 10**9) -> Load:
    """Repeat all steps concurrently, each over its own connection, for that long or that many times in all."""
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(Http(server.port)) for _step in steps]
        cpu, began = server.cpu(), time.perf_counter()
        end, done = began + seconds, 0

        async def one(http: Http, step: Step) -> None:
            nonlocal done
            while done < most and time.perf_counter() < end:
                done += 1
                await step(http)

        await asyncio.gather(*(one(*pair) for pair in zip(lines, steps, strict=True)))
        return Load(done, time.perf_counter() - began, server.cpu() - cpu)
