"""A minimal client: HTTP over a persistent connection, and WebSockets."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from typing import Self
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect

TOKEN = "t" * 32  # any value does, if the cookie and the header have the same
LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)
AT_ONCE = 50  # sockets being opened at the same time


class Wire(ClientConnection):
    """A socket that counts the bytes it receives, before decompression."""

    arrived = 0

    def data_received(self, data: bytes) -> None:
        self.arrived += len(data)
        super().data_received(data)


class Http:
    """A connection that counts the bytes it receives."""

    def __init__(self, port: int) -> None:
        self.port, self.arrived = port, 0

    async def __aenter__(self) -> Self:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.close()

    async def ask(self, request: bytes) -> bytes:
        """Send a request and return the body of its response, which must be a 200."""
        self.writer.write(request)
        head = await self.reader.readuntil(b"\r\n\r\n")
        found = LENGTH.search(head)
        body = await self.reader.readexactly(int(found[1])) if found else b""
        self.arrived += len(head) + len(body)
        if not head.startswith(b"HTTP/1.1 200"):
            raise AssertionError((head + body).decode()[:1500])
        return body


def get(port: int, path: str, session: str = "") -> bytes:
    """Format a GET request."""
    return f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\n{cookie(session)}\r\n".encode()


def post(port: int, path: str, session: str, wanted: str, fields: Mapping[str, str]) -> bytes:
    """Format a POST request; `wanted` is a header line that selects the kind of response."""
    body = urlencode(fields)
    return (
        f"POST {path} HTTP/1.1\r\nHost: localhost:{port}\r\n{cookie(session)}{wanted}\r\nX-CSRFToken: {TOKEN}\r\n"
        f"Origin: http://localhost:{port}\r\nSec-Fetch-Site: same-origin\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    ).encode()


def cookie(session: str) -> str:
    return f"Cookie: sessionid={session}; csrftoken={TOKEN}\r\n" if session else ""


async def listen(port: int, path: str, session: str = "", compression: str | None = None) -> Wire:
    """Open a socket."""
    socket = await connect(
        f"ws://localhost:{port}{path}",
        host="127.0.0.1",
        origin=f"http://localhost:{port}",  # type: ignore[arg-type]
        additional_headers={"Cookie": f"sessionid={session}"} if session else {},
        compression=compression,
        create_connection=Wire,
        max_size=None,
        ping_interval=None,
        open_timeout=60,
        proxy=None,
    )
    assert isinstance(socket, Wire)
    return socket


async def listen_all(port: int, paths: list[str]) -> list[Wire]:
    """Open many sockets of visitors."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(path: str) -> Wire:
        async with gate:
            return await listen(port, path)

    return list(await asyncio.gather(*map(one, paths)))


async def hang_up(sockets: Sequence[ClientConnection]) -> None:
    await asyncio.gather(*(socket.close() for socket in sockets))
