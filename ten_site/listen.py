"""Daphne as this site wants it: nothing at the door makes it fail, it ends quickly, and the clock runs in its loop.

Daphne has no place to say which request, channel and socket it makes: they are put where it looks for them.
"""

import asyncio
import contextlib
import io
import logging
import os
import re
import signal
import threading
import time
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any

import daphne.server  # type: ignore[import-untyped]
from autobahn.exception import Disconnected
from daphne.http_protocol import HTTPFactory, WebRequest  # type: ignore[import-untyped]
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol  # type: ignore[import-untyped]
from twisted.internet import defer, reactor
from twisted.logger import globalLogPublisher
from twisted.web.http import HTTPChannel

from games.worker import bots, threads
from ten_site import http

METHOD, VERSIONS = re.compile(rb"[A-Z]{1,20}"), (b"HTTP/1.0", b"HTTP/1.1")
MISFIT = b"This request cannot be understood."
BODY_END = 64 * http.BODY_LIMIT  # who sends more is cut off
REQUESTS_MAY_TAKE, ALL_MAY_TAKE = 14, 18  # seconds, once the server is told to end
READER_MAY_TAKE = 60.0  # seconds, for a part of a stream
HANDSHAKE_MAY_TAKE = 15  # seconds: a socket is accepted once its board was found, and thousands may come at once
CLOSING_SOCKETS, SAME_SIGNAL = 0.05, 1.0
GOING_AWAY = 1001

log = logging.getLogger("ten.server")


def head(status: int, body: bytes) -> bytes:
    """A whole answer, where there is no request that could be answered."""
    answer = http.plain(status, body)
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode(), *(b": ".join(pair) for pair in answer.headers)]
    return b"\r\n".join([*lines, b"Connection: close", b"", body])


class Flow:
    """Whether a connection takes more: a stream goes on when its reader took what was sent: nothing piles up."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.free.set()

    def pauseProducing(self) -> None:  # noqa: N802 (Twisted's names)
        self.free.clear()

    def resumeProducing(self) -> None:  # noqa: N802
        self.free.set()

    def stopProducing(self) -> None:  # noqa: N802
        self.free.set()


class Request(WebRequest):  # type: ignore[misc]
    """One request: of its body no more is kept than is allowed, and of a stream no more than fits its connection."""

    received = 0
    flow: Flow | None = None  # of a stream

    def handle_reply(self, message: Any) -> None:
        if message.get("more_body") and self.flow is None and not self.finished and self.channel is not None:
            self.flow = Flow()
            self.registerProducer(self.flow, True)
        super().handle_reply(message)

    async def taken(self) -> None:
        """Until the reader of a stream took what was sent; who takes nothing for long is cut off."""
        if self.flow is not None and self.channel is not None:
            try:
                async with asyncio.timeout(READER_MAY_TAKE):
                    await self.flow.free.wait()
            except TimeoutError:
                self.channel.transport.abortConnection()

    def finish(self) -> None:
        if self.flow is not None and self.channel is not None:
            self.unregisterProducer()
        super().finish()

    def gotLength(self, length: int | None) -> None:  # noqa: N802, ARG002 (Twisted's names)
        self.content = io.BytesIO()
        path = getattr(self.channel, "_path", b"").partition(b"?")[0]  # what is asked for is set when all has come
        self.most = http.most(path.decode("latin-1"))

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        self.received += len(data)
        self.content.write(data[: max(0, self.most + 1 - self.content.tell())])
        if self.received > BODY_END:
            self.channel.loseConnection()

    def process(self) -> Any:
        self.requestHeaders.removeHeader(b"daphne-root-path")
        sockets = [self.requestHeaders.getRawHeaders(name, []) for name in (b"upgrade", b"sec-websocket-protocol")]
        plain = all(value.isascii() for values in sockets for value in values)
        if plain and METHOD.fullmatch(self.method) and self.clientproto in VERSIONS:
            return super().process()
        return self.basic_error(HTTPStatus.BAD_REQUEST, b"", "")

    def basic_error(self, status: int, status_text: bytes, body: str) -> None:  # noqa: ARG002
        """Daphne's own refusals, in our words and with our headers."""
        sentence = http.SAID_IN_PLAIN if status >= HTTPStatus.INTERNAL_SERVER_ERROR else MISFIT
        answer = http.plain(status, sentence)
        self.handle_reply({"type": "http.response.start", "status": status, "headers": answer.headers})
        self.handle_reply({"type": "http.response.body", "body": answer.body})


class Channel(HTTPChannel):
    """A connection: what is no HTTP at all is told so in a sentence."""

    def lineLengthExceeded(self, line: bytes) -> None:  # noqa: N802, ARG002
        self._respondToBadRequestAndDisconnect()

    def _respondToBadRequestAndDisconnect(self) -> None:  # noqa: N802
        self.transport.write(head(HTTPStatus.BAD_REQUEST, MISFIT))  # type: ignore[union-attr, call-arg, misc]
        self.loseConnection()  # type: ignore[no-untyped-call]


class Pages(HTTPFactory):  # type: ignore[misc]
    protocol = Channel

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802
        channel = super().buildProtocol(addr)
        channel.requestFactory = Request
        return channel


class Socket(WebSocketProtocol):  # type: ignore[misc]
    """A websocket; refused ones are answered like any request."""

    def sendHttpErrorResponse(self, code: int, reason: str, responseHeaders: Any = None) -> None:  # noqa: N802, N803, ARG002
        known = code if code in HTTPStatus._value2member_map_ else HTTPStatus.BAD_REQUEST
        self.sendData(head(known, f"{reason}.".encode()))

    maxMessagePayloadSize: int  # noqa: N815

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:  # noqa: N802
        """The limit is for what comes in: a board that goes out may be larger. Who has gone misses it."""
        limit, self.maxMessagePayloadSize = self.maxMessagePayloadSize, 0
        try:
            with contextlib.suppress(Disconnected):
                super().serverSend(content, binary)
        finally:
            self.maxMessagePayloadSize = limit


class Sockets(WebSocketFactory):  # type: ignore[misc]
    protocol = Socket


daphne.server.HTTPFactory, daphne.server.WebSocketFactory = Pages, Sockets


class Server(daphne.server.Server):  # type: ignore[misc]
    """Ends within a second or so of a signal, once requests under way are answered; at once at a later second one."""

    def __init__(
        self, fileno: int, ready: Callable[[], None], works: Sequence[Callable[[], object]], **options: Any
    ) -> None:
        from ten_site.asgi import application  # the whole site: only once it is known to be able to start

        self.ready, self.works, self.told_to_end = ready, works, 0.0
        super().__init__(
            application,
            endpoints=[f"fd:fileno={fileno}"],
            signal_handlers=False,
            ready_callable=lambda: reactor.callLater(0, self.begin),  # type: ignore[arg-type]
            server_name="",
            ping_interval=20,
            websocket_handshake_timeout=HANDSHAKE_MAY_TAKE,
            websocket_max_message_size=16384,
            websocket_max_frame_size=16384,
            verbosity=0,
            **options,
        )

    def begin(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.end)
        bots.work(loop)  # also before anybody comes: tables that were left go on
        self.tasks = [loop.create_task(threads.repeat(work), name=threads.thread_name(work)) for work in self.works]
        self.ready()

    def listen_success(self, port: Any) -> Any:
        """Daphne forgets the port; `close` needs it."""
        super().listen_success(port)
        return port

    def end(self) -> None:
        """A signal came; `make` hands on what a whole group is told, so that one may come twice."""
        if self.told_to_end:
            if time.monotonic() - self.told_to_end > SAME_SIGNAL:
                os._exit(1)
            return
        self.told_to_end = time.monotonic()
        watch = threading.Timer(ALL_MAY_TAKE, os._exit, (1,))
        watch.name, watch.daemon = "give-up", True
        watch.start()
        self.tasks.append(asyncio.get_running_loop().create_task(self.close(), name="close"))

    async def close(self) -> None:
        """Nobody new comes in, who is inside is served, sockets are closed."""
        for listener in self.listeners:
            listener.addCallback(lambda port: port.stopListening())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(REQUESTS_MAY_TAKE):
                while http.under_way:
                    await asyncio.wait(set(http.under_way))
        for protocol in list(self.connections):
            if isinstance(protocol, WebSocketProtocol) and protocol.state == protocol.STATE_OPEN:
                protocol.sendCloseFrame(code=GOING_AWAY)
        await asyncio.sleep(CLOSING_SOCKETS)
        self.stop()

    async def handle_reply(self, protocol: Any, message: Any) -> None:
        await super().handle_reply(protocol, message)
        if message.get("more_body"):
            await protocol.taken()

    def kill_all_applications(self) -> Any:
        """Daphne's own stumbles over connections that have no application."""
        found = [details.get("application_instance") for details in self.connections.values()]
        tasks = [task for task in [*found, *self.tasks] if task and not task.done()]
        for task in tasks:
            task.cancel()
        return defer.Deferred.fromFuture(asyncio.ensure_future(asyncio.wait(tasks, timeout=1))) if tasks else None


def failures(event: dict[str, Any]) -> None:
    """What fails inside Twisted would otherwise be seen by nobody."""
    if failure := event.get("log_failure"):
        log.error("A connection failed", exc_info=(failure.type, failure.value, failure.getTracebackObject()))


def serve(fileno: int, ready: Callable[[], None], works: Sequence[Callable[[], object]], **options: Any) -> None:
    """Until a signal."""
    globalLogPublisher.addObserver(failures)  # type: ignore[arg-type]
    Server(fileno, ready, works, **options).run()
    http.pool.shutdown(wait=True, cancel_futures=True)
