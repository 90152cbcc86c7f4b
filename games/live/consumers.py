"""The sockets of a table and of a user. They only receive; moves are made by POST."""

import re
import time
from http.cookies import CookieError, SimpleCookie
from typing import Any, cast
from urllib.parse import parse_qs

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.http import HttpRequest

from accounts.sessions import SessionStore, get_user
from games.chat import service
from games.live import frames
from games.live.hub import NONE_SHOWN, hash_session, hub
from games.live.socket_limits import SocketLimits
from games.pages import tables
from games.refusals import Denied

FAILED, UNKNOWN, ENDED, TOO_MUCH = 1011, 4404, 4401, 4429
LATER = 1013  # too many open sockets; the browser tries again
MOST_FRAMES = 20  # allowed from a client, which has nothing to send


class ListeningSocket(AsyncWebsocketConsumer):
    """The common part: find the user by the session, ignore messages, and close after too many."""

    channel_layer_alias = "none"  # the hub listens for all sockets of the process

    async def websocket_connect(self, message: Any) -> None:
        """Clean up if connecting fails."""
        try:
            await super().websocket_connect(message)
        except BaseException:
            await self.disconnect(FAILED)
            raise

    def prepare(self) -> None:
        self.heard = 0
        self.checked = time.monotonic()
        self.key = session_key(dict(self.scope["headers"]).get(b"cookie", b""))
        self.session = hash_session(self.key)

    async def refuse(self, code: int) -> None:
        """Accept first, since only then does the browser see the code."""
        await self.accept()
        await self.close(code)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        self.heard += 1
        if self.heard > MOST_FRAMES:
            await self.close(TOO_MUCH)

    def may_stay(self, user: int | None) -> bool:
        """Whether the user may open another socket."""
        places: SocketLimits = cast(Any, self.scope)["places"]
        return places.take("user", user)

    async def send_text(self, text: str) -> None:
        await self.send(text_data=text)

    async def end(self, code: int) -> None:
        await self.close(code)


class TableSocket(ListeningSocket):
    """A page showing a table."""

    shown: tables.Shown | None

    async def connect(self) -> None:
        self.game_id, self.shown = "", None
        self.prepare()
        game_id = self.scope["url_route"]["kwargs"]["game_id"]
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        seen, away = (query.get(name, [""])[0] for name in ("v", "away"))
        try:
            self.seat, self.language, self.user = await hub.run_in_thread(find_board, game_id, self.key)
        except Denied:
            await self.refuse(UNKNOWN)
            return
        if not self.may_stay(self.user):
            await self.close(LATER)
            return
        await self.accept()  # after loading the board, so that without a database the browser tries again later
        self.game_id = game_id
        await hub.join(game_id, self)
        if self.seat is not None and not await hub.run_in_thread(self.is_still_allowed):
            await self.close(ENDED)  # logged out meanwhile, when this socket couldn't be closed yet
            return
        # join before loading, so that nothing is missed in between; browsers drop older boards
        mark, frame = await hub.run_in_thread(frames.make_frame_since, game_id, self.seat, self.language, seen)
        hub.note_shown(game_id, mark)
        await self.send_text(frame or frames.ALIVE)
        if not seen.startswith("-"):
            self.shown = max(self.shown or NONE_SHOWN, (mark[0], mark[2]))
        if await hub.run_in_thread(service.has_recent_message, game_id, self.user, away):
            await self.send_text(frames.TALK)

    async def disconnect(self, code: int) -> None:
        if self.game_id:
            await hub.leave(self.game_id, self)

    def is_still_allowed(self) -> bool:
        """Whether the session's user still has that seat."""
        seat, *_ = find_seat(self.game_id, self.key)
        return bool(seat == self.seat)


class UserSocket(ListeningSocket):
    """A page of a logged-in user, which shows how many games wait."""

    async def connect(self) -> None:
        self.user: int | None = None
        self.prepare()
        user = await hub.run_in_thread(find_user, self.key)
        if user is None:
            await self.refuse(ENDED)
            return
        if not self.may_stay(user):
            await self.close(LATER)
            return
        await self.accept()
        hub.start()
        self.user = user
        await hub.badges.join(user, self)
        if not await hub.run_in_thread(self.is_still_allowed):
            await self.close(ENDED)  # logged out meanwhile, when this socket couldn't be closed yet

    async def disconnect(self, code: int) -> None:
        if self.user is not None:
            hub.badges.leave(self.user, self)

    def is_still_allowed(self) -> bool:
        """Whether the session is still that user's."""
        return find_user(self.key) == self.user


class UnknownSocket(AsyncWebsocketConsumer):
    """Refuse sockets at other URLs without an error."""

    channel_layer_alias = "none"

    async def connect(self) -> None:
        await self.close()
        raise StopConsumer


def session_key(header: bytes) -> str:
    """Return the key in the session cookie, or an empty string."""
    try:
        cookie = SimpleCookie(header.decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        return ""
    return cookie.value if cookie and re.fullmatch(r"[a-z0-9]{8,64}", cookie.value) else ""


def find_user(key: str) -> int | None:
    """Return the ID of the session's user, or None."""
    request: Any = HttpRequest()
    request.session = SessionStore(key or None)
    return get_user(request).pk


def find_board(game_id: str, key: str) -> tuple[int | None, str, int | None]:
    """Do the same as `find_seat`, once the game can be loaded."""
    found = find_seat(game_id, key)
    tables.load(game_id)
    return found


def find_seat(game_id: str, key: str) -> tuple[int | None, str, int | None]:
    """Return the user's seat at the table, the language to render in, and the user's ID, or raise Denied."""
    user = find_user(key)
    return tables.find_seat_number(game_id, user), settings.LANGUAGE_CODE, user
