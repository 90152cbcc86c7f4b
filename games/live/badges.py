"""The badge on every page that shows how many games wait for the user."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, Protocol

from games.live import frames
from games.pages import waiting_games

GATHER_SECONDS = 0.3  # how long to gather changes
TRUST_SECONDS = 60  # how long a checked session is trusted
CHECK_SECONDS = 60  # how long a count can be wrong if the layer loses messages


class BadgeSocket(Protocol):
    """What a consumer must have."""

    session: str
    checked: float

    async def send_text(self, text: str) -> None: ...
    async def end(self, code: int) -> None: ...
    def is_still_allowed(self) -> bool: ...


class Badges:
    """The badge sockets of this process, by user. Only a number is sent; pages load the rest."""

    def __init__(self, hub: Any) -> None:
        self.hub = hub
        self.sockets: dict[int, set[BadgeSocket]] = defaultdict(set)
        self.sent: dict[int, int] = {}
        self.changed_users: set[int] = set()
        self.missed: set[int] = set()  # users who couldn't be sent their count
        self.checked = 0.0

    async def join(self, user: int, socket: BadgeSocket) -> None:
        """Add the socket of a page, and send it the count."""
        self.sockets[user].add(socket)
        counts = await self.hub.run_in_thread(waiting_games.count_by_user, [user])
        if user in self.sockets:
            self.sent[user] = counts[user]
            await self.send_count(socket, counts[user])

    def leave(self, user: int, socket: BadgeSocket) -> None:
        self.sockets[user].discard(socket)
        if not self.sockets[user]:
            del self.sockets[user]
            self.sent.pop(user, None)

    def refresh_soon(self, users: Iterable[int]) -> None:
        """Send these users their counts in a moment, gathering changes until then."""
        here = self.sockets.keys() & set(users)
        if here and not self.changed_users:
            asyncio.get_running_loop().call_later(GATHER_SECONDS, self.refresh)
        self.changed_users |= here

    def refresh(self) -> None:
        users, self.changed_users = self.changed_users, set()
        self.hub.spawn(self.send_counts(users))

    async def send_counts(self, users: Iterable[int]) -> None:
        """Count for all of these users with one query, and send the counts."""
        try:
            counts = await self.hub.run_in_thread(waiting_games.count_by_user, sorted(users))
            for user, count in counts.items():
                if user in self.sockets:  # and not gone meanwhile
                    self.sent[user] = count
                for socket in list(self.sockets.get(user, ())):
                    await self.send_count(socket, count)
        except Exception:
            self.missed |= set(users)
            raise

    async def send_count(self, socket: BadgeSocket, count: int) -> None:
        """Send the count if the session is still the user's."""
        now = time.monotonic()
        if now - socket.checked > TRUST_SECONDS:
            if not await self.hub.run_in_thread(socket.is_still_allowed):
                await socket.end(4401)
                return
            socket.checked = now
        await self.hub.send(socket, frames.write_count(count))

    async def check_counts(self) -> None:
        """Count for everybody now and then, in case the channel layer lost messages."""
        missed, self.missed = self.missed, set()
        self.refresh_soon(missed)
        now = time.monotonic()
        if now - self.checked < CHECK_SECONDS:
            return
        counts = await self.hub.run_in_thread(waiting_games.count_by_user, sorted(self.sockets))
        self.checked = now
        self.refresh_soon(user for user, count in counts.items() if count != self.sent.get(user))

    def all_sockets(self) -> list[BadgeSocket]:
        return [socket for sockets in self.sockets.values() for socket in sockets]

    def refresh_all(self) -> None:
        """Refresh everybody, since the layer was away and messages are lost."""
        self.refresh_soon(list(self.sockets))

    async def close(self, session: str) -> None:
        """Close the sockets of a session that has ended."""
        for socket in self.all_sockets():
            if socket.session == session:
                await socket.end(4401)
