"""Concurrent requests don't wait for slow ones or open connections, and downloads are sent as they are made."""

import contextlib
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.site.conftest import ROOT, Server, serving
from tests.waiting import PATIENCE, until

COUNTING = """
import asyncio, os
from ten_site.server import wsgi_bridge
from django.db.backends.signals import connection_created
opened = []
connection_created.connect(lambda **_: opened.append(1), weak=False)

async def one():
    said = []
    async def receive():
        return {"type": "http.request", "body": b""}
    async def send(message):
        said.append(message)
    scope = {"type": "http", "method": "GET", "path": "/test/read/", "raw_path": b"/test/read/", "query_string": b"",
             "http_version": "1.1", "headers": [(b"host", b"localhost:8000"), (b"cookie", b"sessionid=" + b"a" * 32)]}
    await wsgi_bridge.application(scope, receive, send)
    assert said[0]["status"] == 200, said

async def main():
    for _ in range(25):
        await asyncio.gather(*(one() for _ in range(8)))
    print("opened", len(opened))

asyncio.run(main())
wsgi_bridge.pool.shutdown()
"""


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with only one thread for requests."""
    with serving(tmp_path_factory, TEN_THREADS="1") as server:
        yield server


def test_requests_open_no_database_connections(launcher) -> None:
    """Two hundred requests in two threads open only two connections."""
    server = launcher(TEN_THREADS="2")
    ran = subprocess.run(  # noqa: S603 (our own)
        [sys.executable, "-c", COUNTING], cwd=ROOT, env=server.environment, capture_output=True, text=True, check=False
    )
    assert ran.stdout == "opened 2\n", ran.stderr


def test_slow_requests_do_not_delay_others(site: Server) -> None:
    with ThreadPoolExecutor(3) as people:
        waiting = [people.submit(site.ask, "/test/slow/") for _ in range(3)]
        until(lambda: site.ask("/test/waiting/").text == "3", "three slow requests")
        assert site.ask("/test/read/").text == "0"  # the others wait for /test/open/
        assert not any(one.done() for one in waiting)
        assert site.ask("/test/open/").text == "open"
        assert [one.result().text for one in waiting] == ["slow"] * 3


def test_downloads_take_no_thread_from_requests(narrow: Server) -> None:
    """There are more streams than threads; each sends its first part at once, and the rest when it is ready."""
    streams = [socket.create_connection(("127.0.0.1", narrow.port), timeout=PATIENCE) for _ in range(5)]
    try:
        for stream in streams:
            stream.sendall(f"GET /test/stream/ HTTP/1.1\r\nHost: localhost:{narrow.port}\r\n\r\n".encode())
        for stream in streams:
            read_until(stream, b"first\n")
        assert narrow.ask("/test/open/").text == "open"
        for stream in streams:
            read_until(stream, b"0\r\n\r\n")
    finally:
        for stream in streams:
            stream.close()


def read_until(stream: socket.socket, end: bytes) -> None:
    found = b""
    while end not in found:
        more = stream.recv(65536)
        assert more, found
        found = found[-100:] + more


def test_closing_the_connection_ends_the_download(narrow: Server) -> None:
    stream = socket.create_connection(("127.0.0.1", narrow.port), timeout=PATIENCE)
    stream.sendall(f"GET /test/stream/ HTTP/1.1\r\nHost: localhost:{narrow.port}\r\n\r\n".encode())
    read_until(stream, b"first\n")
    stream.close()
    assert narrow.ask("/test/open/").text == "open"
    until(lambda: "stream" not in narrow.ask("/test/threads/").text, "the stream's thread")


def test_every_thread_is_in_the_table_in_the_docs(site: Server) -> None:
    """After a page, a login, a socket, and a round of all periodic work."""
    rows = re.findall(r"^\| ([^|]+) \|", (ROOT / "docs" / "architecture.md").read_text(), re.MULTILINE)
    known = {name for row in rows for name in re.findall(r"`([\w.-]+)`", row)}
    site.ask("/accounts/login/", "POST", "a=1", Content_Type="application/x-www-form-urlencoded")
    address, origin = f"ws://localhost:{site.port}/ws/games/nowhere/", f"http://localhost:{site.port}"
    with connect(address, origin=Origin(origin)) as window, contextlib.suppress(ConnectionClosed):
        window.recv(timeout=PATIENCE)
    expected = {"MainThread", "http", "door", "boards", "channels"}
    expected |= {"loop.heartbeat", "loop.sweep", "sending.deliver", "collector.collect_some"}

    def running() -> set[str]:
        return {re.sub(r"_\d+$", "", name) for name in site.ask("/test/threads/").text.split()}

    until(lambda: running() >= expected, "all threads", running)
    assert running() <= known


def start_flood(server: Server, path: str) -> socket.socket:
    """Request a stream much larger than the connection's buffers, without reading it."""
    stream = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    stream.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode())
    until(lambda: int(server.ask("/test/flooded/").text) > 1, "the first parts")
    return stream


def test_a_download_is_made_only_as_fast_as_it_is_read(narrow: Server) -> None:
    """Of 200 MB only as much is made as fits the buffers, until the client reads on."""
    stream = start_flood(narrow, "/test/flood/")
    counts: list[int] = []

    def is_at_rest() -> bool:
        counts.append(int(narrow.ask("/test/flooded/").text))
        return counts[-4:] == [counts[-1]] * 4

    until(is_at_rest, "the stream to pause")
    assert counts[-1] < 500
    read_until(stream, b"0\r\n\r\n")
    assert narrow.ask("/test/flooded/").text == "2000"
    stream.sendall(f"GET /test/read/ HTTP/1.1\r\nHost: localhost:{narrow.port}\r\n\r\n".encode())
    read_until(stream, b"\r\n\r\n0")  # the connection can be used again
    stream.close()


def test_a_client_that_reads_nothing_is_disconnected(narrow: Server) -> None:
    stream = start_flood(narrow, "/test/flood/?patience=0.5")
    until(lambda: "stream" not in narrow.ask("/test/threads/").text, "the stream's thread")
    assert int(narrow.ask("/test/flooded/").text) < 500
    stream.close()


def test_more_requests_than_threads_are_all_answered(site: Server) -> None:
    with ThreadPoolExecutor(40) as people:
        answers = list(people.map(lambda _: site.ask("/test/read/").status, range(100)))
    assert answers == [200] * 100
