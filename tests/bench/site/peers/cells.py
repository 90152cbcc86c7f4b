"""The measurements of one side: moves as fast as possible, moves at a steady pace, and bytes."""

import asyncio
import time
from typing import NamedTuple

from tests.bench.measure import quantile
from tests.bench.site.client import Http
from tests.bench.site.peers.sides import Match, Place, Seated, Side
from tests.bench.site.tables import Load, Step, work

MOVES_FOR_BYTES = 20
SETTLED = 1.0  # seconds for a server to finish its work on new sockets


class Delay(NamedTuple):
    """Seconds from a move to the other players' screens."""

    middle: float
    slowest: float  # the 99th percentile


class Bytes(NamedTuple):
    """Bytes per move, on average."""

    others: float
    mover: float


async def as_fast_as_they_go(side: Side, wanted: str, count: int, seconds: float) -> Load:
    """Let each table make its next move as soon as all players have seen the last one."""
    tables = side.tables[:count]
    await prepare(tables)
    return await work(side.server, [step(table, wanted) for table in tables], seconds)


def step(table: Place, wanted: str) -> Step:
    return lambda http: table.move(http, wanted)


async def prepare(tables: list[Place]) -> None:
    """Prepare the tables before the measurement starts."""
    if any([await table.prepare() for table in tables]):
        await asyncio.sleep(SETTLED)


async def at_a_pace(side: Side, wanted: str, rate: int, seconds: float) -> Delay:
    """Make `rate` moves per second in all, evenly spread over the tables."""
    await prepare(side.tables)
    times: list[float] = []
    pause, began = len(side.tables) / rate, time.perf_counter()

    async def play(number: int, table: Place) -> None:
        async with Http(side.server.port) as http:
            due = began + pause * (1 + number / len(side.tables))
            while due < began + pause + seconds:
                await asyncio.sleep(due - time.perf_counter())
                times.append(await table.move(http, wanted))
                due += pause

    await asyncio.gather(*(play(*pair) for pair in enumerate(side.tables)))
    return Delay(quantile(times, 0.5), quantile(times, 0.99))


async def bytes_of_kinds(side: Side) -> dict[str, Bytes]:
    """Measure the bytes of each of our kinds, or of boardgame.io's game under an empty name."""
    found = {}
    tables: dict[str, Seated | Match] = {
        kind: Seated(side.server.port, iter(games)) for kind, games in side.scripts.items()
    }
    for kind, table in (tables or {"": Match(side.server.port)}).items():
        await table.prepare()
        found[kind] = await bytes_of(table, side.wanted.get("htmx", ""))
        for screen in table.screens:
            await screen.close()
    return found


async def bytes_of(table: Seated | Match, wanted: str) -> Bytes:
    """Measure the bytes of a game's first moves. The mover gets the response and the frame on their own socket."""
    others, mover, count = 0, 0, 0
    async with Http(table.port) as http:
        for _move in range(MOVES_FOR_BYTES):
            seat, before = table.mover, arrived(table, http)
            await table.move(http, wanted)
            await asyncio.sleep(0.05)  # the mover's own socket may come after the response
            *sockets, answer = (now - then for now, then in zip(arrived(table, http), before, strict=True))
            mover += sockets.pop(seat) + answer
            others, count = others + sum(sockets), count + len(sockets)
    return Bytes(others / count, mover / MOVES_FOR_BYTES)


def arrived(table: Seated | Match, http: Http) -> list[int]:
    """Return the bytes received so far by each seat's socket and in responses."""
    return [*(screen.socket.arrived for screen in table.screens), http.arrived]
