"""What a player sees: a socket that is read continuously, and the newest position it has received."""

import asyncio
import contextlib
import re
from collections.abc import Sequence
from typing import Self

from tests.bench.site.client import Wire, listen

PATIENCE = 20  # seconds for a move to be shown
KEPT = re.compile(r'"(?:version|_stateID)": ?(\d+)')  # ours, and boardgame.io's, which also repeats older ones
PING, PONG = "2", "3"  # of socket.io


class Screen:
    """A socket, and the task that reads it."""

    def __init__(self, socket: Wire, newest: int) -> None:
        self.socket, self.newest = socket, newest
        self.news: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.reading = asyncio.ensure_future(self.read())

    @classmethod
    async def open(cls, port: int, path: str, session: str, newest: int) -> Self:
        """Open the socket with compression, as browsers do."""
        return cls(await listen(port, path, session, compression="deflate"), newest)

    async def read(self) -> None:
        async for text in self.socket:
            if text == PING:
                await self.socket.send(PONG)
            elif found := KEPT.findall(str(text)):
                self.newest = max(self.newest, *map(int, found))
                self.tell()
        self.tell()

    def tell(self) -> None:
        news, self.news = self.news, asyncio.get_running_loop().create_future()
        news.set_result(None)

    async def until(self, number: int) -> None:
        """Wait for that position or a newer one."""
        while self.newest < number:
            if self.reading.done():
                raise ConnectionError(f"The server closed a socket that waits for number {number}")
            await self.news

    async def close(self) -> None:
        await self.socket.close()
        with contextlib.suppress(Exception):
            await self.reading


async def shown(screens: Sequence[Screen], number: int) -> None:
    """Wait until all of them show that position."""
    for screen in screens:
        await screen.until(number)
