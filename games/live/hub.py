"""Telling everybody who watches: after a move each process renders once for each audience, and sends it to its sockets.

Only numbers go through the channel layer. One `Hub` a process listens there for all its sockets, so that neither the
layer nor the database knows how many people watch.
"""

import asyncio
import contextlib
import hashlib
import json
import logging
import time
from collections import defaultdict
from collections.abc import Coroutine
from typing import Any, Protocol

from channels.layers import BaseChannelLayer, get_channel_layer
from django.contrib.auth.signals import user_logged_out

from accounts.signals import sessions_ended
from games import signals
from games.chat import service
from games.live.badges import TRUST_SECONDS, Bell, Bells
from games.live.presence import PULSE_SECONDS, Presence
from games.pages import board
from games.rules.base import Plain
from games.worker.threads import CUT_OFF, Workers

log = logging.getLogger(__name__)
LAYER_SECONDS = 5  # the longest that telling the other processes may take
ALIVE_PULSES = 2  # after so many pulses each page hears that boards come, and says so itself if it hears nothing

MISSED: board.Mark = (-1, "", 0)  # no game is like that: the next pulse sends the board
SENDING: board.Mark = (0, "", 0)  # nor like that: whatever is heard meanwhile is sent after it
RELOAD = json.dumps({"reload": True})
ALIVE = json.dumps({"alive": True})
PEOPLE = "people"  # the group of all hubs


class Socket(Protocol):
    """What a consumer has."""

    seat: int | None
    user: int | None
    language: str
    session: str
    checked: float

    async def send_text(self, text: str) -> None: ...
    async def end(self, code: int) -> None: ...
    def is_still_allowed(self) -> bool: ...


def group(game_id: str) -> str:
    return f"game.{game_id}"


def digest(session_key: str) -> str:
    """A session's name in messages: its key is a secret."""
    return hashlib.sha256(session_key.encode()).hexdigest()[:32]


def audience_of(socket: Socket) -> board.Audience:
    """Whose board it gets."""
    return socket.seat, socket.language


def by_seat(audience: board.Audience) -> tuple[bool, int, str]:
    """Players come before those who only watch."""
    seat, language = audience
    return seat is None, seat or 0, language


def the_layer() -> BaseChannelLayer:
    """The one that the settings name."""
    layer = get_channel_layer()
    if layer is None:
        raise AssertionError("the settings name no layer")
    return layer


class Hub:
    """The sockets of this process, by game, and the one channel on which it hears of moves."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self.channel = ""
        self.sockets: dict[str, set[Socket]] = defaultdict(set)
        self.sent: dict[str, board.Mark] = {}  # by game: what its sockets have got
        self.busy: set[str] = set()
        self.unheard: set[str] = set()  # games that the layer could not be asked to tell of
        self.presence = Presence(self)
        self.bells = Bells(self)
        self.is_layer_away = False  # it failed since the last pulse: messages may be lost
        self.tasks: set[asyncio.Task[None]] = set()
        self.ready = asyncio.Event()
        self.pool = Workers(2, "boards")

    # --- joining and leaving, in the loop ---

    def start(self) -> None:
        """Listen to the layer; in every server from the first request on, and again in another loop (tests)."""
        loop = asyncio.get_running_loop()
        if self.loop is not loop:
            self.loop, self.channel, self.ready = loop, "", asyncio.Event()
            self.spawn(self.listen())
            self.spawn(self.pulse())

    async def join(self, game_id: str, socket: Socket) -> None:
        self.start()
        is_first = not self.sockets[game_id]
        self.sockets[game_id].add(socket)
        with contextlib.suppress(TimeoutError):  # without the layer the pulse must do
            await asyncio.wait_for(self.ready.wait(), LAYER_SECONDS)
        if is_first:
            await self.subscribe(game_id)
        self.presence.changed(game_id)

    async def leave(self, game_id: str, socket: Socket) -> None:
        sockets = self.sockets[game_id]
        sockets.discard(socket)
        if not sockets:
            del self.sockets[game_id]
            self.sent.pop(game_id, None)
            self.unheard.discard(game_id)
            with contextlib.suppress(Exception):  # what is heard of a game without sockets is not used
                await the_layer().group_discard(group(game_id), self.channel)
        self.presence.changed(game_id)

    def shows(self, game_id: str, mark: board.Mark) -> None:
        """The first socket of a game shows it like this; the pulse looks for what is newer."""
        self.sent.setdefault(game_id, mark)

    async def subscribe(self, game_id: str) -> bool:
        """Hear of the game; where the layer is away, the pulse tries again."""
        self.unheard.add(game_id)
        try:
            async with asyncio.timeout(LAYER_SECONDS):
                await the_layer().group_add(group(game_id), self.channel)
            self.unheard.discard(game_id)
        except Exception as error:
            log.warning("The channel layer is unavailable: %s", error)
            return False
        return True

    # --- hearing ---

    async def listen(self) -> None:
        """Hear messages for ever; a layer that goes away is asked again."""
        while True:
            try:
                layer = the_layer()
                self.channel = await layer.new_channel()
                await layer.group_add(PEOPLE, self.channel)
                self.unheard |= self.sockets.keys()
                self.bells.ring_all()
                self.ready.set()
                while True:
                    self.take(await layer.receive(self.channel))
            except Exception as error:
                self.is_layer_away = True
                log.warning("The channel layer is unavailable: %s", error)
                await asyncio.sleep(1)

    def take(self, message: Plain) -> None:
        try:
            self.hear(message)
        except Exception:  # whatever one message did, the next one is heard
            log.exception("A message from the channel layer couldn't be used")

    async def pulse(self) -> None:
        """The net under the layer: now and then ask the database whether anything was missed."""
        looks = 0
        while True:
            await asyncio.sleep(PULSE_SECONDS)
            try:
                await self.look()
                looks += 1
                if looks % ALIVE_PULSES == 0:
                    await self.say_alive()
                await self.subscribe_again()
            except Exception as error:
                log.warning("A regular update was missed: %s", error)

    async def look(self) -> None:
        """Find boards and counts that were missed."""
        for game_id, mark in (await self.run(board.marks, list(self.sockets))).items():
            if mark != self.sent.get(game_id, mark):  # where nothing was sent yet, something is on its way
                self.moved(game_id)
        for game_id in list(self.sockets):
            self.presence.changed(game_id)
        await self.bells.check()
        if self.is_layer_away:
            await self.look_for_talk()

    async def look_for_talk(self) -> None:
        """Nobody heard what was said while the layer was away: each page asks for what its reader may read."""
        self.is_layer_away = False  # until it fails again
        for game_id, sockets in list(self.sockets.items()):
            for socket in list(sockets):
                if await self.run(service.said_lately, game_id, socket.user, str(2 * PULSE_SECONDS)):
                    await self.send(socket, json.dumps({"talk": True}))

    async def say_alive(self) -> None:
        """Tell all pages that the database was just asked: those that don't hear it for long connect again."""
        for socket in [socket for sockets in self.sockets.values() for socket in sockets]:
            await self.send(socket, ALIVE)
        for bell in self.bells.everybody():
            await self.send(bell, ALIVE)

    async def subscribe_again(self) -> None:
        """Hear of the games that the layer couldn't be asked for, as long as it answers."""
        for game_id in list(self.unheard):
            if not await self.subscribe(game_id):
                return

    def hear(self, message: Plain) -> None:
        match message["type"]:
            case "moved":
                self.moved(message["game"], message["version"])
            case "here":
                self.presence.hear(message)
            case "talked":
                self.talked(message)
            case "queue":
                self.bells.ring(message["users"])
            case "gone":
                self.spawn(self.close(message["session"]))

    def moved(self, game_id: str, version: int = 0) -> None:
        """Send the newest board (0: without asking which was sent last), or once more after one that is under way."""
        if game_id in self.sockets and (version == 0 or version > self.sent.get(game_id, MISSED)[0]):
            if game_id in self.busy:
                self.sent[game_id] = MISSED  # once more, after this one
                return
            self.busy.add(game_id)
            self.spawn(self.broadcast(game_id))

    async def broadcast(self, game_id: str) -> None:
        try:
            while game_id in self.sockets:
                self.sent[game_id] = SENDING
                sockets = list(self.sockets[game_id])
                await self.end_strangers(sockets)
                table = await self.run(board.load, game_id)
                await self.seat_again(sockets, table)
                for audience in sorted({audience_of(socket) for socket in sockets}, key=by_seat):
                    frame = await self.run(board.frame, table, *audience)
                    await self.send_all([socket for socket in sockets if audience_of(socket) == audience], frame)
                if self.sent.get(game_id) != MISSED:
                    self.sent[game_id] = table.mark
                    return
        except Exception:
            if game_id in self.sockets:
                self.sent[game_id] = MISSED
            raise
        finally:
            self.busy.discard(game_id)

    async def seat_again(self, sockets: list[Socket], table: board.Table) -> None:
        """Who has lost a seat to another gets boards of it no more, who has taken one does: their pages are others."""
        seats: dict[int | None, int] = {seat.user_id: seat.number for seat in table.seats if seat.user_id is not None}
        moved = [socket for socket in sockets if socket.user is not None and socket.seat != seats.get(socket.user)]
        for socket in moved:
            socket.seat = seats.get(socket.user)
        if table.game.version:  # at the beginning every board says so itself
            await self.send_all(moved, RELOAD)

    def talked(self, message: Plain) -> None:
        """Something can be read in the chat by these: their pages ask for it, each for what its reader may read."""
        to, but = message["to"], message["but"]
        heard = [
            socket
            for socket in self.sockets.get(message["game"], ())
            if (to is None or socket.user in to)
            and socket.user not in but
            and not (message["known"] and socket.user is None)
        ]
        self.spawn(self.send_all(heard, json.dumps({"talk": True})))

    async def end_strangers(self, sockets: list[Socket]) -> None:
        """Sockets of seats whose session has ended since are closed before anything is sent."""
        now = time.monotonic()
        for socket in sockets:
            if socket.seat is not None and now - socket.checked > TRUST_SECONDS:
                if not await self.run(socket.is_still_allowed):
                    await socket.end(4401)
                    socket.seat = None
                socket.checked = now

    async def close(self, session: str) -> None:
        for sockets in list(self.sockets.values()):
            for socket in list(sockets):
                if socket.session == session:
                    await socket.end(4401)
        await self.bells.close(session)

    async def send(self, socket: Socket | Bell, text: str) -> None:
        try:
            await socket.send_text(text)
        except Exception:  # it was closing: the others go on
            log.warning("A WebSocket message couldn't be sent", exc_info=True)

    def tell_game(self, game_id: str, message: Plain) -> None:
        """Tell the hubs of all processes that show the game."""
        self.spawn(_tell(group(game_id), message))

    async def send_all(self, sockets: list[Socket], text: str) -> None:
        for socket in sockets:
            await self.send(socket, text)

    # --- helpers ---

    async def run(self, function: Any, *arguments: Any) -> Any:
        """Read from the database, or render, outside the loop; once more if the connection broke meanwhile."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self.pool, function, *arguments)
        except CUT_OFF:
            return await loop.run_in_executor(self.pool, function, *arguments)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work, name=getattr(work, "__qualname__", None))
        self.tasks.add(task)
        task.add_done_callback(self.done)

    def done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("Failed: %s", task.get_name(), exc_info=error)


hub = Hub()


async def _tell(name: str, message: Plain) -> None:
    try:
        async with asyncio.timeout(LAYER_SECONDS):
            await the_layer().group_send(name, message)
    except Exception:  # what it tells of is stored: the pulse finds it
        hub.is_layer_away = True
        log.exception("Open pages couldn't be updated")


def tell(name: str, message: Plain) -> None:
    """Send to the hubs of all processes, from any thread, without waiting for it."""
    loop = hub.loop
    if loop is not None and loop.is_running():
        asyncio.run_coroutine_threadsafe(_tell(name, message), loop)
    else:  # a command, or a process without sockets
        asyncio.run(_tell(name, message))


def announce(game_id: str, version: int, **_: Any) -> None:
    """A game has a new version."""
    tell(group(game_id), {"type": "moved", "game": game_id, "version": version})


def announce_talk(game_id: str, to: list[int] | None, but: list[int], known: bool, **_: Any) -> None:
    """Something was said at a table, or read, that these may see (None: all), but not those."""
    tell(group(game_id), {"type": "talked", "game": game_id, "to": to, "but": but, "known": known})


def ring(users: list[int], **_: Any) -> None:
    """What waits for these users may have changed: one message, whoever they are and wherever they look."""
    tell(PEOPLE, {"type": "queue", "users": users})


def close_sockets(session_key: str) -> None:
    """A session has ended: its sockets end too."""
    tell(PEOPLE, {"type": "gone", "session": digest(session_key)})


def _logged_out(request: Any, **_: Any) -> None:
    if request is not None and request.session.session_key:
        close_sockets(request.session.session_key)


def _ended_elsewhere(keys: list[str], **_: Any) -> None:
    for key in keys:
        close_sockets(key)


def listen() -> None:
    """Called when the app is ready."""
    sessions_ended.connect(_ended_elsewhere, dispatch_uid="close the sockets of others")
    signals.changed.connect(announce, dispatch_uid="announce")
    signals.talked.connect(announce_talk, dispatch_uid="announce talk")
    signals.queue.connect(ring, dispatch_uid="ring")
    user_logged_out.connect(_logged_out, dispatch_uid="close sockets")
