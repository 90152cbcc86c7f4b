"""Who is at a table: each process announces its own sockets, and combines the announcements it hears."""

import json
import time
from collections import defaultdict
from typing import Any, NamedTuple

from games.rules.base import Plain

GATHER_SECONDS = 1  # how long to gather changes
PULSE_SECONDS = 8  # how long a board can be outdated if the layer loses messages
GONE_SECONDS = 4 * PULSE_SECONDS  # a process silent for this long has ended


class ProcessPresence(NamedTuple):
    """Who is at a table in one process."""

    seats: list[int]
    watching: int
    heard: float


class Presence:
    """Who is at the tables that this process shows."""

    def __init__(self, hub: Any) -> None:
        self.hub = hub
        self.here: dict[str, dict[str, ProcessPresence]] = defaultdict(dict)  # by game and process
        self.gathering: set[str] = set()

    def announce_soon(self, game_id: str) -> None:
        """Announce soon that somebody came or went, gathering changes until then."""
        if game_id not in self.gathering and self.hub.loop is not None:
            self.gathering.add(game_id)
            self.hub.loop.call_later(GATHER_SECONDS, self.announce, game_id)

    def announce(self, game_id: str) -> None:
        self.gathering.discard(game_id)
        sockets = self.hub.sockets.get(game_id, set())
        seats = sorted({socket.seat for socket in sockets if socket.seat is not None})
        watching = sum(socket.seat is None for socket in sockets)
        message = {"type": "here", "game": game_id, "hub": self.hub.channel, "seats": seats, "watching": watching}
        self.hub.tell_game(game_id, message)
        if game_id not in self.hub.sockets:
            self.here.pop(game_id, None)
        else:
            self.hear(message)

    def hear(self, message: Plain) -> None:
        game_id, process = message["game"], message["hub"]
        if game_id not in self.hub.sockets:
            return
        known, now = self.here[game_id], time.monotonic()
        if process not in known and process != self.hub.channel:
            self.announce_soon(game_id)  # it doesn't know about this process yet
        before = sum_up(known)
        known[process] = ProcessPresence(message["seats"], message["watching"], now)
        for other in [other for other, here in known.items() if now - here.heard > GONE_SECONDS]:
            del known[other]  # its process has died
        if sum_up(known) != before:
            self.hub.spawn(self.hub.send_all(list(self.hub.sockets[game_id]), json.dumps(sum_up(known))))


def sum_up(known: dict[str, ProcessPresence]) -> Plain:
    """Return who is at a table in all processes."""
    seats = sorted({seat for here in known.values() for seat in here.seats})
    return {"here": seats, "watching": sum(here.watching for here in known.values())}
