"""A common interface to both sites: servers with tables of players who each have an open socket."""

import asyncio
import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from tests.bench.site.client import Http, listen
from tests.bench.site.peers.screen import PATIENCE, Screen, shown
from tests.bench.site.servers import Server
from tests.bench.site.tables import BOARD, JSON, PAGE, Script, Table

ENCODINGS = "Accept-Encoding: gzip, deflate, br"
WANTED = {"JSON": f"{JSON}\r\n{ENCODINGS}", "htmx": f"{BOARD}\r\n{ENCODINGS}"}  # headers of our requests
AHEAD = 40  # moves a game must have left before a measurement, so that no sockets are opened during it
MATCH = 80  # moves per match of boardgame.io, which stores its growing log again at each move


class Place(Protocol):
    """A table where one game after another is played."""

    async def prepare(self) -> bool:
        """Make sure that enough moves are left; return whether sockets were opened for that."""

    async def move(self, http: Http, wanted: str) -> float:
        """Make a move and wait until all players have seen it; return the seconds until the others had."""


class Seated(Table):
    """One of our tables, with the sockets of all players."""

    screens: tuple[Screen, ...] = ()

    @property
    def mover(self) -> int:
        return int(self.game["moves"][self.at][0])

    async def prepare(self) -> bool:
        if self.screens and len(self.game["moves"]) - self.at >= AHEAD:
            return False
        await self.sit()
        return True

    async def sit(self) -> None:
        """Continue with the next game, unless this one hasn't started."""
        if self.at or self.screens:
            for screen in self.screens:
                await screen.close()
            self.game, self.at = next(self.games), 0
        path = f"/ws/games/{self.game['id']}/?v={self.version}&page={PAGE}"
        sessions = self.game["sessions"]
        self.screens = tuple([await Screen.open(self.port, path, each, self.version) for each in sessions])

    async def move(self, http: Http, wanted: str) -> float:  # type: ignore[override]
        if self.is_over:
            await self.sit()
        others = [screen for seat, screen in enumerate(self.screens) if seat != self.mover]
        number, began = self.version + 1, time.perf_counter()

        async def seen() -> float:
            await shown(others, number)
            return time.perf_counter() - began

        async with asyncio.timeout(PATIENCE):
            _answer, seconds = await asyncio.gather(super().move(http, wanted), seen())
        return seconds


class Match:
    """A match of boardgame.io for two, which uses only sockets after joining."""

    def __init__(self, port: int) -> None:
        self.port, self.made = port, 0
        self.screens: list[Screen] = []

    @property
    def mover(self) -> int:
        return self.made % 2

    async def prepare(self) -> bool:
        if self.screens and self.made < MATCH:
            return False
        for screen in self.screens:
            await screen.close()
        self.made = 0
        async with Http(self.port) as http:
            self.id = (await self.ask(http, "create", {"numPlayers": 2}))["matchID"]
            keys = [
                (await self.ask(http, f"{self.id}/join", {"playerID": player, "playerName": f"player{player}"}))
                for player in "01"
            ]
        self.keys = [key["playerCredentials"] for key in keys]
        self.screens = [await self.open(player) for player in (0, 1)]
        return True

    async def ask(self, http: Http, path: str, data: Mapping[str, Any]) -> Any:
        body = json.dumps(data)
        head = f"POST /games/draw/{path} HTTP/1.1\r\nHost: localhost:{self.port}\r\nContent-Type: application/json"
        return json.loads(await http.ask(f"{head}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()))

    async def open(self, player: int) -> Screen:
        """Open a socket with the handshakes of engine.io and socket.io."""
        socket = await listen(self.port, "/socket.io/?EIO=4&transport=websocket", compression="deflate")
        await socket.recv()
        await socket.send("40/draw,")
        await socket.recv()
        screen = Screen(socket, -1)
        await self.send(screen, "sync", self.id, str(player), self.keys[player])
        async with asyncio.timeout(PATIENCE):
            await screen.until(0)
        return screen

    async def send(self, screen: Screen, *message: Any) -> None:
        await screen.socket.send(f"42/draw,{json.dumps(message)}")

    async def move(self, http: Http, wanted: str) -> float:
        player, number = self.mover, self.made
        mine, other = self.screens[player], self.screens[1 - player]
        payload = {"type": "draw", "args": [], "playerID": str(player), "credentials": self.keys[player]}
        async with asyncio.timeout(PATIENCE):
            began = time.perf_counter()
            await self.send(mine, "update", {"type": "MAKE_MOVE", "payload": payload}, number, self.id, str(player))
            await other.until(number + 1)
            seconds = time.perf_counter() - began
            await mine.until(number + 1)
        self.made += 1
        return seconds


@dataclass
class Side:
    """A running server, its tables, and the ways to send moves to it."""

    server: Server
    tables: list[Place]
    wanted: Mapping[str, str]
    scripts: dict[str, list[Script]] = field(default_factory=dict)  # our games for measuring bytes, by kind


def our_side(server: Server, scripts: list[Script], count: int) -> Side:
    """Keep one game of each kind for measuring bytes; the tables play longer games for two."""
    kept = {game["kind"]: [game] for game in sorted(scripts, key=lambda game: len(game["moves"]))}  # the longest
    rest = [game for game in scripts if len(game["sessions"]) == 2 and [game] != kept[game["kind"]]]
    games = until_played([game for game in rest if len(game["moves"]) > AHEAD])
    return Side(server, [Seated(server.port, games) for _table in range(count)], WANTED, kept)


def until_played(games: list[Script]) -> Iterator[Script]:
    yield from games
    raise RuntimeError("All games have been played: prepare more")


def peer_side(server: Server, count: int) -> Side:
    return Side(server, [Match(server.port) for _table in range(count)], {"": ""})
