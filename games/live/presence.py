"""Who is at a table: each process says it of its own sockets, and adds up what it heard."""

import json
import time
from collections import defaultdict
from typing import Any, NamedTuple

from games.rules.base import Plain

GATHER_SECONDS = 1  # who comes and goes within so long is told at once
PULSE_SECONDS = 8  # the longest that a board can be behind when the layer lost what was said
GONE_SECONDS = 4 * PULSE_SECONDS  # a process that says nothing for so long has ended


class Here(NamedTuple):
    """Who is at a table, as one process said it."""

    seats: list[int]
    watching: int
    heard: float


class Presence:
    """Who is at the tables that this process shows."""

    def __init__(self, hub: Any) -> None:
        self.hub = hub
        self.here: dict[str, dict[str, Here]] = defaultdict(dict)  # by game and process
        self.gathering: set[str] = set()

    def changed(self, game_id: str) -> None:
        """Somebody came or went: say so once, a moment later."""
        if game_id not in self.gathering and self.hub.loop is not None:
            self.gathering.add(game_id)
            self.hub.loop.call_later(GATHER_SECONDS, self.tell, game_id)

    def tell(self, game_id: str) -> None:
        self.gathering.discard(game_id)
        sockets = self.hub.sockets.get(game_id, set())
        seats = sorted({socket.seat for socket in sockets if socket.seat is not None})
        watching = sum(socket.seat is None for socket in sockets)
        told = {"type": "here", "game": game_id, "hub": self.hub.channel, "seats": seats, "watching": watching}
        self.hub.tell_game(game_id, told)
        if game_id not in self.hub.sockets:
            self.here.pop(game_id, None)
        else:
            self.hear(told)

    def hear(self, message: Plain) -> None:
        game_id, process = message["game"], message["hub"]
        if game_id not in self.hub.sockets:
            return
        known, now = self.here[game_id], time.monotonic()
        if process not in known and process != self.hub.channel:
            self.changed(game_id)  # it does not know of us yet
        before = summed(known)
        known[process] = Here(message["seats"], message["watching"], now)
        for other in [other for other, here in known.items() if now - here.heard > GONE_SECONDS]:
            del known[other]  # its process has ended without a word
        if summed(known) != before:
            self.hub.spawn(self.hub.send_all(list(self.hub.sockets[game_id]), json.dumps(summed(known))))


def summed(known: dict[str, Here]) -> Plain:
    """Who is at a table, in all processes."""
    seats = sorted({seat for here in known.values() for seat in here.seats})
    return {"here": seats, "watching": sum(here.watching for here in known.values())}
