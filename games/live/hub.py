"""Send boards to everybody watching: after a move, each process renders once per audience, and sends it to its sockets.

Only numbers go through the channel layer. Each process has one `Hub` that listens there for all its sockets, so neither
the layer nor the database knows how many people watch.
"""

import asyncio
import contextlib
import hashlib
import logging
import time
from collections import defaultdict
from collections.abc import Coroutine
from typing import Any, Protocol

from channels.layers import BaseChannelLayer, get_channel_layer

from games.chat import service
from games.live import frames
from games.live.badges import TRUST_SECONDS, Badges, BadgeSocket
from games.live.held_pages import NONE_SHOWN, HeldPages
from games.live.presence import PULSE_SECONDS, Presence
from games.pages import tables
from games.rules.base import Plain
from games.worker.threads import CONNECTION_LOST, Workers

log = logging.getLogger(__name__)
LAYER_SECONDS = 5  # time limit for telling other processes
ALIVE_PULSES = 2  # every so many pulses, tell pages that they are live; they notice if that stops

MISSED: tables.TableMark = (-1, "", 0)  # matches no game, so the next pulse sends the board
SENDING: tables.TableMark = (0, "", 0)  # neither does this, so news that arrives meanwhile is sent afterwards
ALL_HUBS = "people"  # the group of all hubs


class Socket(Protocol):
    """What a consumer must have."""

    seat: int | None
    user: int | None
    language: str
    session: str
    checked: float
    page: str  # the ID that its page made up
    is_held: bool  # gets no boards for now, because a response or its first message will have them
    shown: tables.Shown | None  # the board it was last sent

    async def send_text(self, text: str) -> None: ...
    async def end(self, code: int) -> None: ...
    def is_still_allowed(self) -> bool: ...


def make_group_name(game_id: str) -> str:
    return f"game.{game_id}"


def hash_session(session_key: str) -> str:
    """Name a session in messages, since its key is a secret."""
    return hashlib.sha256(session_key.encode()).hexdigest()[:32]


Group = tuple[int | None, str, tables.Shown | None]  # an audience, and the board it was last sent


def find_group(socket: Socket) -> Group:
    """Return which board the socket gets, and which one it has."""
    return socket.seat, socket.language, socket.shown


def make_sort_key(group: Group) -> tuple[bool, int, str, tables.Shown]:
    """Sort players before spectators."""
    seat, language, shown = group
    return seat is None, seat or 0, language, shown or NONE_SHOWN


def get_layer() -> BaseChannelLayer:
    """Return the channel layer of the settings."""
    layer = get_channel_layer()
    if layer is None:
        raise AssertionError("the settings name no layer")
    return layer


class Hub:
    """The sockets of this process by game, and the channel on which it hears of changes."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self.channel = ""
        self.sockets: dict[str, set[Socket]] = defaultdict(set)
        self.sent: dict[str, tables.TableMark] = {}  # by game: the board its sockets have
        self.coming: dict[str, int] = {}  # by game: the newest version being sent
        self.unloaded: set[str] = set()  # games with changes other than moves
        self.busy: set[str] = set()
        self.unsubscribed: set[str] = set()  # games for which subscribing failed
        self.presence = Presence(self)
        self.badges = Badges(self)
        self.held_pages = HeldPages(self)
        self.is_layer_away = False  # since the last pulse: messages may be lost
        self.tasks: set[asyncio.Task[None]] = set()
        self.ready = asyncio.Event()
        self.pool = Workers(2, "boards")

    # --- joining and leaving, in the loop ---

    def start(self) -> None:
        """Listen to the layer. Called from the first request on, and again in another event loop (in tests)."""
        loop = asyncio.get_running_loop()
        if self.loop is not loop:
            self.loop, self.channel, self.ready = loop, "", asyncio.Event()
            self.spawn(self.listen())
            self.spawn(self.pulse())

    async def join(self, game_id: str, socket: Socket) -> None:
        self.start()
        is_first = not self.sockets[game_id]
        self.sockets[game_id].add(socket)
        with contextlib.suppress(TimeoutError):  # without the layer, the pulse takes over
            await asyncio.wait_for(self.ready.wait(), LAYER_SECONDS)
        if is_first:
            await self.subscribe(game_id)
        self.presence.announce_soon(game_id)

    async def leave(self, game_id: str, socket: Socket) -> None:
        sockets = self.sockets[game_id]
        sockets.discard(socket)
        if not sockets:
            del self.sockets[game_id]
            self.sent.pop(game_id, None)
            self.unsubscribed.discard(game_id)
            with contextlib.suppress(Exception):  # messages about games without sockets are ignored
                await get_layer().group_discard(make_group_name(game_id), self.channel)
        self.presence.announce_soon(game_id)

    def note_shown(self, game_id: str, mark: tables.TableMark) -> None:
        """Remember what a game's first socket shows, so that the pulse looks for newer boards."""
        self.sent.setdefault(game_id, mark)

    async def subscribe(self, game_id: str) -> bool:
        """Subscribe to the game. If the layer is away, the pulse tries again."""
        self.unsubscribed.add(game_id)
        try:
            async with asyncio.timeout(LAYER_SECONDS):
                await get_layer().group_add(make_group_name(game_id), self.channel)
            self.unsubscribed.discard(game_id)
        except Exception as error:
            log.warning("The channel layer is unavailable: %s", error)
            return False
        return True

    # --- hearing ---

    async def listen(self) -> None:
        """Receive messages forever, reconnecting to the layer if it goes away."""
        while True:
            try:
                layer = get_layer()
                self.channel = await layer.new_channel()
                await layer.group_add(ALL_HUBS, self.channel)
                self.unsubscribed |= self.sockets.keys()
                self.badges.refresh_all()
                self.ready.set()
                while True:
                    self.handle_safely(await layer.receive(self.channel))
            except Exception as error:
                self.is_layer_away = True
                log.warning("The channel layer is unavailable: %s", error)
                await asyncio.sleep(1)

    def handle_safely(self, message: Plain) -> None:
        try:
            self.handle(message)
        except Exception:  # continue with the next message
            log.exception("A message from the channel layer couldn't be used")

    async def pulse(self) -> None:
        """Ask the database regularly whether any messages were lost."""
        pulses = 0
        while True:
            await asyncio.sleep(PULSE_SECONDS)
            try:
                await self.find_missed()
                pulses += 1
                if pulses % ALIVE_PULSES == 0:
                    await self.send_alive()
                await self.subscribe_again()
            except Exception as error:
                log.warning("A regular update was missed: %s", error)

    async def find_missed(self) -> None:
        """Find missed boards and counts."""
        for game_id, mark in (await self.run_in_thread(tables.load_marks, list(self.sockets))).items():
            if mark != self.sent.get(game_id, mark):  # if nothing was sent yet, the first board is on its way
                self.show_newest(game_id)
        for game_id in list(self.sockets):
            self.presence.announce_soon(game_id)
        await self.badges.check_counts()
        if self.is_layer_away:
            await self.find_missed_chat()

    async def find_missed_chat(self) -> None:
        """Tell pages to load their chat, since the layer was away and messages are lost."""
        self.is_layer_away = False  # until it fails again
        for game_id, sockets in list(self.sockets.items()):
            for socket in list(sockets):
                if await self.run_in_thread(service.has_recent_message, game_id, socket.user, str(2 * PULSE_SECONDS)):
                    await self.send(socket, frames.TALK)

    async def send_alive(self) -> None:
        """Tell all pages that the database has just been reached. Pages that don't hear this for a while reconnect."""
        for socket in [socket for sockets in self.sockets.values() for socket in sockets]:
            await self.send(socket, frames.ALIVE)
        for bell in self.badges.all_sockets():
            await self.send(bell, frames.ALIVE)

    async def subscribe_again(self) -> None:
        """Subscribe to games for which that failed, as long as the layer answers."""
        for game_id in list(self.unsubscribed):
            if not await self.subscribe(game_id):
                return

    def handle(self, message: Plain) -> None:
        match message["type"]:
            case "moved":
                self.show_newest(message["game"], message["version"])
            case "here":
                self.presence.hear(message)
            case "talked":
                self.show_chat(message)
            case "queue":
                self.badges.refresh_soon(message["users"])
            case "gone":
                self.spawn(self.close_session(message["session"]))

    def show_newest(self, game_id: str, version: int = 0) -> None:
        """Send the newest board (version 0: always). If one is being sent, send again afterwards."""
        known = max(self.sent.get(game_id, MISSED)[0], self.coming.get(game_id, 0))
        if game_id in self.sockets and (version == 0 or version > known):
            self.coming[game_id] = max(version, known)
            if version == 0:
                self.unloaded.add(game_id)
            self.send_newest(game_id)

    def show_again(self, game_id: str, got: tables.Shown) -> None:
        """Send the newest board again if it is newer than what one of the sockets got."""
        version, _status, revision = self.sent.get(game_id, MISSED)
        if game_id in self.busy or got < (version, revision):
            self.coming.setdefault(game_id, version)
            self.send_newest(game_id)

    def send_newest(self, game_id: str) -> None:
        """Start sending the newest board. If one is being sent, send once more after it."""
        if game_id in self.busy:
            self.sent[game_id] = MISSED
        else:
            self.busy.add(game_id)
            self.spawn(self.broadcast(game_id))

    async def broadcast(self, game_id: str) -> None:
        """Send the newest board to all sockets of the game."""
        try:
            while game_id in self.sockets:
                self.sent[game_id] = SENDING
                sockets = [socket for socket in self.sockets[game_id] if not socket.is_held]
                await self.close_expired(sockets)
                table = self.find_stored(game_id) or await self.run_in_thread(tables.load_changed, game_id)
                await self.update_seats(sockets, table)
                behind = {find_group(socket) for socket in sockets if socket.shown != table.shown}
                for group in sorted(behind, key=make_sort_key):
                    frame = await self.run_in_thread(frames.make_frame, table, *group)
                    await self.send_board([socket for socket in sockets if find_group(socket) == group], frame, table)
                if self.sent.get(game_id) != MISSED:
                    self.sent[game_id] = table.mark
                    return
        except Exception:
            if game_id in self.sockets:
                self.sent[game_id] = MISSED
            raise
        finally:
            self.busy.discard(game_id)
            self.coming.pop(game_id, None)
            self.unloaded.discard(game_id)

    def find_stored(self, game_id: str) -> tables.Table | None:
        """Return the table without loading it, if nothing has happened but a move that this process stored."""
        if game_id in self.unloaded:
            self.unloaded.discard(game_id)
            return None
        return tables.find_cached(game_id, self.coming[game_id])

    async def update_seats(self, sockets: list[Socket], table: tables.Table) -> None:
        """Reload the pages of players who have lost or taken over a seat, so that they get the right boards."""
        seats: dict[int | None, int] = {seat.user_id: seat.number for seat in table.seats if seat.user_id is not None}
        moved = [socket for socket in sockets if socket.user is not None and socket.seat != seats.get(socket.user)]
        for socket in moved:
            socket.seat, socket.shown = seats.get(socket.user), None
        if table.game.version:  # not at the start, when every board says so itself
            await self.send_all(moved, frames.RELOAD)

    def show_chat(self, message: Plain) -> None:
        """Tell pages to load their chat, if their users may read the new messages."""
        to, but = message["to"], message["but"]
        heard = [
            socket
            for socket in self.sockets.get(message["game"], ())
            if (to is None or socket.user in to)
            and socket.user not in but
            and not (message["known"] and socket.user is None)
        ]
        self.spawn(self.send_all(heard, frames.TALK))

    async def close_expired(self, sockets: list[Socket]) -> None:
        """Close players' sockets whose session has ended, before anything is sent to them."""
        now = time.monotonic()
        for socket in sockets:
            if socket.seat is not None and now - socket.checked > TRUST_SECONDS:
                if not await self.run_in_thread(socket.is_still_allowed):
                    await socket.end(4401)
                    socket.seat = None
                socket.checked = now

    async def close_session(self, session: str) -> None:
        for sockets in list(self.sockets.values()):
            for socket in list(sockets):
                if socket.session == session:
                    await socket.end(4401)
        await self.badges.close(session)

    async def send(self, socket: Socket | BadgeSocket, text: str) -> None:
        try:
            await socket.send_text(text)
        except Exception:  # it was closing; go on with the others
            log.warning("A WebSocket message couldn't be sent", exc_info=True)

    def tell_game(self, game_id: str, message: Plain) -> None:
        """Send to the hubs of all processes that show the game."""
        self.spawn(_send_to_group(make_group_name(game_id), message))

    async def send_board(self, sockets: list[Socket], frame: str, table: tables.Table) -> None:
        for socket in sockets:
            await self.send(socket, frame)
            socket.shown = max(socket.shown or NONE_SHOWN, table.shown)

    async def send_all(self, sockets: list[Socket], text: str) -> None:
        for socket in sockets:
            await self.send(socket, text)

    # --- helpers ---

    async def run_in_thread(self, function: Any, *arguments: Any) -> Any:
        """Load or render outside the loop; try once more if the connection broke."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self.pool, function, *arguments)
        except CONNECTION_LOST:
            return await loop.run_in_executor(self.pool, function, *arguments)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work, name=getattr(work, "__qualname__", None))
        self.tasks.add(task)
        task.add_done_callback(self.log_error)

    def log_error(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("Failed: %s", task.get_name(), exc_info=error)


hub = Hub()


async def _send_to_group(name: str, message: Plain) -> None:
    try:
        async with asyncio.timeout(LAYER_SECONDS):
            await get_layer().group_send(name, message)
    except Exception:  # the pulse will find what was missed
        hub.is_layer_away = True
        log.exception("Open pages couldn't be updated")


def send_to_group(name: str, message: Plain) -> None:
    """Send to the hubs of all processes, from any thread, without waiting."""
    loop = hub.loop
    if loop is not None and loop.is_running():
        asyncio.run_coroutine_threadsafe(_send_to_group(name, message), loop)
    else:  # in a command, or a process without sockets
        asyncio.run(_send_to_group(name, message))
