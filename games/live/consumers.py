"""The sockets of a table and of a user. They only receive; moves are made by POST."""

import re
import time
from http.cookies import CookieError, SimpleCookie
from typing import Any, NamedTuple, cast
from urllib.parse import parse_qs

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.http import HttpRequest

from accounts.sessions import SessionStore, get_user
from games.chat import service
from games.live import frames
from games.live.hub import hash_session, hub
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


class Opening(NamedTuple):
    """What a page showing a table gets when its socket opens."""

    seat: int | None
    user: int | None
    mark: tables.TableMark
    frame: str  # empty if the page shows the newest board
    has_talk: bool


class TableSocket(ListeningSocket):
    """A page showing a table."""

    async def connect(self) -> None:
        self.prepare()
        self.game_id: str = self.scope["url_route"]["kwargs"]["game_id"]
        self.seat: int | None = None
        self.user: int | None = None
        self.shown: tables.Shown | None = None
        self.language = settings.LANGUAGE_CODE
        self.is_held, self.is_open, self.has_ended = True, False, False
        self.early: list[str] = []  # messages from before it was open
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        seen, away, self.page = (query.get(name, [""])[0] for name in ("v", "away", "page"))
        # Join before asking the database, so that neither a new board nor the end of the session is missed meanwhile.
        await hub.join(self.game_id, self)
        try:
            opening = await hub.run_in_thread(load_opening, self.game_id, self.key, self.language, seen, away)
        except Denied:
            await self.refuse(UNKNOWN)
            return
        self.seat, self.user = opening.seat, opening.user
        if not self.may_stay(self.user):
            await self.close(LATER)
            return
        await self.accept()  # after loading the board, so that without a database the browser tries again later
        self.is_open = True
        if self.has_ended:
            await self.close(ENDED)
            return
        hub.note_shown(self.game_id, opening.mark)
        for text in (opening.frame or frames.ALIVE, *[frames.TALK] * opening.has_talk, *self.early):
            await self.send_text(text)
        version, _status, revision = opening.mark
        hub.held_pages.release(self.game_id, self, (version, revision), is_shown=not seen.startswith("-"))

    async def send_text(self, text: str) -> None:
        """Send it, once it is open, because nothing may be sent before it is accepted."""
        if self.is_open:
            await super().send_text(text)
        else:
            self.early.append(text)

    async def end(self, code: int) -> None:
        """Close it, once it is open, because only then does the browser see the code."""
        self.has_ended = True
        if self.is_open:
            await self.close(code)

    async def disconnect(self, code: int) -> None:
        await hub.leave(self.game_id, self)

    def is_still_allowed(self) -> bool:
        """Whether the session's user still has that seat."""
        return tables.find_seat_number(self.game_id, find_user(self.key)) == self.seat


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


def load_opening(game_id: str, key: str, language: str, seen: str, away: str) -> Opening:
    """Load what the page gets, or raise Denied. `seen` and `away` are what it says about itself."""
    user, table = find_user(key), tables.load(game_id)
    seat = tables.find_seat_of(table, user)
    frame = frames.make_frame_since(table, seat, language, seen)
    return Opening(seat, user, table.mark, frame, service.has_recent_message(game_id, user, away))
