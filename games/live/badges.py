"""The sockets of people: on every page of theirs they hear how many games wait, and that it may be another now."""

import asyncio
import json
import time
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, Protocol

from games.pages import my_turn

GATHER_SECONDS = 0.3  # what changes is gathered for so long
TRUST_SECONDS = 60  # a session is looked up again when the last look is older
CHECK_SECONDS = 60  # the longest that a count can be wrong when the layer lost what was said


class Bell(Protocol):
    """What a consumer has."""

    session: str
    checked: float

    async def send_text(self, text: str) -> None: ...
    async def end(self, code: int) -> None: ...
    def is_still_allowed(self) -> bool: ...


class Bells:
    """The sockets of this process, by user. Only a number goes out; who wants to know more asks for a page."""

    def __init__(self, hub: Any) -> None:
        self.hub = hub
        self.sockets: dict[int, set[Bell]] = defaultdict(set)
        self.told: dict[int, int] = {}
        self.rung: set[int] = set()
        self.missed: set[int] = set()  # whom nobody could tell
        self.checked = 0.0

    async def join(self, user: int, socket: Bell) -> None:
        """A page was opened: it hears how many wait."""
        self.sockets[user].add(socket)
        counts = await self.hub.run(my_turn.counts, [user])
        if user in self.sockets:
            self.told[user] = counts[user]
            await self.say(socket, counts[user])

    def leave(self, user: int, socket: Bell) -> None:
        self.sockets[user].discard(socket)
        if not self.sockets[user]:
            del self.sockets[user]
            self.told.pop(user, None)

    def ring(self, users: Iterable[int]) -> None:
        """What waits for these users may have changed: say so once, a moment later."""
        here = self.sockets.keys() & set(users)
        if here and not self.rung:
            asyncio.get_running_loop().call_later(GATHER_SECONDS, self.answer)
        self.rung |= here

    def answer(self) -> None:
        users, self.rung = self.rung, set()
        self.hub.spawn(self.tell(users))

    async def tell(self, users: Iterable[int]) -> None:
        """Ask for all of them at once, and tell each."""
        try:
            counts = await self.hub.run(my_turn.counts, sorted(users))
            for user, count in counts.items():
                if user in self.sockets:  # and not gone meanwhile
                    self.told[user] = count
                for socket in list(self.sockets.get(user, ())):
                    await self.say(socket, count)
        except Exception:
            self.missed |= set(users)
            raise

    async def say(self, socket: Bell, count: int) -> None:
        """To one socket, as long as its session is the user's."""
        now = time.monotonic()
        if now - socket.checked > TRUST_SECONDS:
            if not await self.hub.run(socket.is_still_allowed):
                await socket.end(4401)
                return
            socket.checked = now
        await self.hub.send(socket, json.dumps({"count": count}))

    async def check(self) -> None:
        """The net under the layer: now and then count for everybody who is here, and tell whose count is another."""
        missed, self.missed = self.missed, set()
        self.ring(missed)
        now = time.monotonic()
        if now - self.checked < CHECK_SECONDS:
            return
        counts = await self.hub.run(my_turn.counts, sorted(self.sockets))
        self.checked = now
        self.ring(user for user, count in counts.items() if count != self.told.get(user))

    def everybody(self) -> list[Bell]:
        return [socket for sockets in self.sockets.values() for socket in sockets]

    def ring_all(self) -> None:
        """The layer was away: whatever was said meanwhile is lost."""
        self.ring(list(self.sockets))

    async def close(self, session: str) -> None:
        """A session has ended."""
        for socket in self.everybody():
            if socket.session == session:
                await socket.end(4401)
