"""Goals 5 and 7: the time from a move to the other screens."""

import asyncio
import time
from statistics import median
from typing import Any

from websockets.asyncio.client import ClientConnection

from tests.bench.measure import ROUNDS, quantile, report
from tests.bench.site.client import Http, hang_up, listen, listen_all
from tests.bench.site.counters import Counters
from tests.bench.site.servers import Server
from tests.bench.site.tables import BOARD, Games, Table, work

TABLES, SECONDS = 50, 2.0
SPREAD, FAN_OUT = 2.0, 1.15
SPECTATORS = (1, 20, 200, 1_000)
TURNS = 3  # moves per round


class Watched(Table):
    """A table with the screen of another player."""

    screen: ClientConnection | None = None

    async def watched_move(self, http: Http) -> float:
        """Make a move, and return the seconds until the other screen shows it."""
        if self.is_over or self.screen is None:
            if self.screen is not None:
                await self.screen.close()
            if self.is_over:
                self.game, self.at = next(self.games), 0
            seat = (self.game["moves"][self.at][0] + 1) % len(self.game["sessions"])
            path = f"/ws/games/{self.game['id']}/?v={self.version}"
            self.screen = await listen(self.port, path, self.game["sessions"][seat])
        began = time.perf_counter()
        sent = asyncio.ensure_future(self.move(http, BOARD))
        await until(self.screen, self.version + 1)
        seconds = time.perf_counter() - began
        await sent
        return seconds


async def until(socket: ClientConnection, version: int) -> int:
    """Wait for that version or a newer one; return the length of its frame."""
    while True:
        text = await socket.recv()
        if text[:11] == '{"version":' and int(text[11:21].partition(",")[0]) >= version:  # type: ignore[arg-type]
            return len(text)


async def at_half_load(site: Server, games: Games) -> None:
    """Goal 5: at 50 tables, half as many moves per second as the server can handle."""
    tables = [Watched(site.port, games) for _table in range(TABLES)]
    await work(site, [table.watched_move for table in tables], SECONDS)
    full = await work(site, [table.watched_move for table in tables], SECONDS)
    measured = []
    for _round in range(ROUNDS):
        times: list[float] = []
        await asyncio.gather(*(paced(table, n, 2 * TABLES / full.rate, times) for n, table in enumerate(tables)))
        measured.append((quantile(times, 0.99) / median(times), median(times)))
    value, middle = (median(column) for column in zip(*measured, strict=True))
    figure = f"{value:.1f} (median {middle * 1000:.1f} ms at {full.rate / 2:.0f}/s)"
    report("5   to the other screen, 99 % / median", figure, f"<= {SPREAD:g}", value <= SPREAD)
    await hang_up([table.screen for table in tables if table.screen])


async def paced(table: Watched, number: int, pause: float, times: list[float]) -> None:
    """Make a move every `pause` seconds, at different times for each table."""
    began = time.perf_counter() + pause * number / TABLES
    async with Http(table.port) as http:
        for turn in range(max(2, int(SECONDS / pause))):
            await asyncio.sleep(began + turn * pause - time.perf_counter())
            times.append(await table.watched_move(http))


async def to_many(site: Server, games: Games, counters: Counters) -> None:
    """Goal 7: the last of many screens, compared with a bare relay of equally long texts in the same process."""
    table = Table(site.port, iter(games.longest(1)))
    game = table.game
    seats = [await listen(site.port, f"/ws/games/{game['id']}/?v=0", session) for session in game["sessions"]]
    teller = await listen(site.port, "/ws/bench/")
    screens: list[ClientConnection] = []
    relayed: list[ClientConnection] = []
    async with Http(site.port) as http:
        for count in SPECTATORS:
            more = count - len(screens)
            screens += await listen_all(site.port, [f"/ws/games/{game['id']}/?v={table.version}"] * more)
            relayed += await listen_all(site.port, ["/ws/bench/"] * more)
            await asyncio.sleep(1.5)  # until presence has been announced
            await compare(table, http, screens, (teller, relayed), (counters, len(seats) + 1))
    await hang_up([*seats, teller, *screens, *relayed])


async def compare(
    table: Table, http: Http, screens: list[ClientConnection], relay: tuple[Any, Any], made: tuple[Counters, int]
) -> None:
    counters, audiences = made
    rounds, renders = [], []
    for _round in range(ROUNDS):
        spent: list[tuple[float, float, float, float]] = []
        for _turn in range(TURNS):
            before = counters.read("renders")
            first, last, length = await shown(table, http, screens)
            renders.append(counters.read("renders") - before)
            spent.append((first, last, *await passed_on(*relay, length)))
        rounds.append([median(column) for column in zip(*spent, strict=True)])
    whole = median(last / other for _, last, _, other in rounds)
    rest = median((last - first) / max(other - begun, 1e-6) for first, last, begun, other in rounds)
    first, last, _, other = (1000 * median(column) for column in zip(*rounds, strict=True))
    figure = f"{whole:.2f} ({last:.1f} / {other:.1f} ms; from the first on {rest:.2f})"
    report(f"7   last of {len(screens):,} screens / relay", figure, f"<= {FAN_OUT}", whole <= FAN_OUT)
    value = median(renders)
    report(f"7   renders a move, {len(screens):,} screens", f"{value:g}", f"= {audiences}", value == audiences)


async def arrivals(waiting: list[Any], began: float) -> tuple[float, float]:
    """Return when the first and the last of these arrived."""
    times: list[float] = []

    async def one(wait: Any) -> None:
        await wait
        times.append(time.perf_counter() - began)

    await asyncio.gather(*map(one, waiting))
    return times[0], times[-1]


async def shown(table: Table, http: Http, screens: list[ClientConnection]) -> tuple[float, float, int]:
    """Make a move; return when the first and the last screen showed it, and the length of its frame."""
    if table.is_over:
        raise RuntimeError("The watched game is over")
    version, lengths = table.version + 1, []

    async def one(screen: ClientConnection) -> None:
        lengths.append(await until(screen, version))

    began = time.perf_counter()
    sent = asyncio.ensure_future(table.move(http, BOARD))
    first, last = await arrivals([one(screen) for screen in screens], began)
    await sent
    return first, last, lengths[0]


async def passed_on(teller: ClientConnection, sockets: list[ClientConnection], length: int) -> tuple[float, float]:
    began = time.perf_counter()
    await teller.send(str(length))
    found = await arrivals([socket.recv() for socket in sockets], began)
    await teller.recv()
    return found
