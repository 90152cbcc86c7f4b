"""Daphne, made to survive malformed requests and to shut down quickly. Its loop also runs the periodic work.

Daphne has no option for its request, channel and socket classes, so they are put where it looks for them.
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
import zlib
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from http import HTTPStatus
from typing import Any

import daphne.server  # type: ignore[import-untyped]
from autobahn.websocket.compress import PerMessageDeflateOffer, PerMessageDeflateOfferAccept
from daphne.http_protocol import HTTPFactory, WebRequest  # type: ignore[import-untyped]
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol  # type: ignore[import-untyped]
from twisted.internet import defer, reactor
from twisted.logger import globalLogPublisher
from twisted.web.http import HTTPChannel

from games.worker import bots, threads
from ten_site.server import wsgi_bridge

METHOD, VERSIONS = re.compile(rb"[A-Z]{1,20}"), (b"HTTP/1.0", b"HTTP/1.1")
BAD_REQUEST_TEXT = b"This request cannot be understood."
CUT_OFF_AFTER = 64 * wsgi_bridge.BODY_LIMIT  # a client that sends more is disconnected
REQUESTS_END_WITHIN, ALL_END_WITHIN = 14, 18  # seconds after the signal to stop
CLIENT_TIMEOUT = 60.0  # seconds to receive a part of a stream
HANDSHAKE_TIMEOUT = 15  # seconds: a socket is accepted once its board is loaded, and thousands may come at once
CLOSING_SOCKETS, SAME_SIGNAL = 0.05, 1.0
GOING_AWAY = 1001
TEXT, COMPRESSED = 1, 4  # in a WebSocket frame: the opcode, and the bit of permessage-deflate
WORTH_COMPRESSING = 200  # characters
FLUSHED = b"\x00\x00\xff\xff"  # ends every flush of deflate; permessage-deflate leaves it out

log = logging.getLogger("ten.server")


def format_response(status: int, body: bytes) -> bytes:
    """Format a whole response, for when there is no request to answer."""
    answer = wsgi_bridge.make_plain_answer(status, body)
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode(), *(b": ".join(pair) for pair in answer.headers)]
    return b"\r\n".join([*lines, b"Connection: close", b"", body])


class FlowControl:
    """Whether the connection can take more data. A stream waits until the client has received what was sent."""

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
    """A request that limits how much of its body it keeps, and sends streams no faster than the client reads."""

    received = 0
    flow: FlowControl | None = None  # if it is a stream

    def handle_reply(self, message: Any) -> None:
        if message.get("more_body") and self.flow is None and not self.finished and self.channel is not None:
            self.flow = FlowControl()
            self.registerProducer(self.flow, True)
        super().handle_reply(message)

    async def wait_until_sent(self) -> None:
        """Wait until the client has received what was sent; disconnect one that takes too long."""
        if self.flow is not None and self.channel is not None:
            try:
                async with asyncio.timeout(CLIENT_TIMEOUT):
                    await self.flow.free.wait()
            except TimeoutError:
                self.channel.transport.abortConnection()

    def finish(self) -> None:
        if self.flow is not None and self.channel is not None:
            self.unregisterProducer()
        super().finish()

    def gotLength(self, length: int | None) -> None:  # noqa: N802, ARG002 (Twisted's names)
        self.content = io.BytesIO()
        path = getattr(self.channel, "_path", b"").partition(b"?")[0]  # `uri` is set only when everything has arrived
        self.most = wsgi_bridge.body_limit(path.decode("latin-1"))

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        self.received += len(data)
        self.content.write(data[: max(0, self.most + 1 - self.content.tell())])
        if self.received > CUT_OFF_AFTER:
            self.channel.loseConnection()

    def process(self) -> Any:
        self.requestHeaders.removeHeader(b"daphne-root-path")
        sockets = [self.requestHeaders.getRawHeaders(name, []) for name in (b"upgrade", b"sec-websocket-protocol")]
        plain = all(value.isascii() for values in sockets for value in values)
        if plain and METHOD.fullmatch(self.method) and self.clientproto in VERSIONS:
            return super().process()
        return self.basic_error(HTTPStatus.BAD_REQUEST, b"", "")

    def basic_error(self, status: int, status_text: bytes, body: str) -> None:  # noqa: ARG002
        """Send Daphne's own refusals with our text and our headers."""
        sentence = wsgi_bridge.FAULT_TEXT if status >= HTTPStatus.INTERNAL_SERVER_ERROR else BAD_REQUEST_TEXT
        answer = wsgi_bridge.make_plain_answer(status, sentence)
        self.handle_reply({"type": "http.response.start", "status": status, "headers": answer.headers})
        self.handle_reply({"type": "http.response.body", "body": answer.body})


class Channel(HTTPChannel):
    """A connection that answers malformed HTTP with a sentence."""

    def lineLengthExceeded(self, line: bytes) -> None:  # noqa: N802, ARG002
        self._respondToBadRequestAndDisconnect()

    def _respondToBadRequestAndDisconnect(self) -> None:  # noqa: N802
        self.transport.write(format_response(HTTPStatus.BAD_REQUEST, BAD_REQUEST_TEXT))  # type: ignore[union-attr, call-arg, misc]
        self.loseConnection()  # type: ignore[no-untyped-call]


class PageFactory(HTTPFactory):  # type: ignore[misc]
    protocol = Channel

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802
        channel = super().buildProtocol(addr)
        channel.requestFactory = partial(Request, parsePOSTFormSubmission=False)  # Django reads forms itself
        return channel


class Socket(WebSocketProtocol):  # type: ignore[misc]
    """A WebSocket. Refused ones get the same response as other requests."""

    def sendHttpErrorResponse(self, code: int, reason: str, responseHeaders: Any = None) -> None:  # noqa: N802, N803, ARG002
        known = code if code in HTTPStatus._value2member_map_ else HTTPStatus.BAD_REQUEST
        self.sendData(format_response(known, f"{reason}.".encode()))

    def serverSend(self, content: str, binary: bool = False) -> None:  # noqa: N802, ARG002
        """Send a text of any size as one frame. Ignore clients that have gone.

        `sendMessage` would apply the limit that is meant for incoming messages, and compress for each socket again.
        """
        if self.state != self.STATE_OPEN:
            return
        if self._perMessageCompress is not None and len(content) >= WORTH_COMPRESSING:
            self.sendFrame(opcode=TEXT, payload=deflate(content), rsv=COMPRESSED)
        else:
            self.sendFrame(opcode=TEXT, payload=content.encode())


@lru_cache(maxsize=256)
def deflate(text: str) -> bytes:
    """Compress a message once for all sockets that get it: no message depends on those before it."""
    deflater = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return (deflater.compress(text.encode()) + deflater.flush(zlib.Z_SYNC_FLUSH)).removesuffix(FLUSHED)


def accept_deflate(offers: Iterable[Any]) -> PerMessageDeflateOfferAccept | None:
    """Accept permessage-deflate, unless the client can only decompress a smaller window than ours."""
    for offer in offers:
        if isinstance(offer, PerMessageDeflateOffer) and not offer.request_max_window_bits:
            return PerMessageDeflateOfferAccept(offer, no_context_takeover=True)  # type: ignore[no-untyped-call]
    return None


class SocketFactory(WebSocketFactory):  # type: ignore[misc]
    protocol = Socket

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.setProtocolOptions(perMessageCompressionAccept=accept_deflate)


daphne.server.HTTPFactory, daphne.server.WebSocketFactory = PageFactory, SocketFactory


class Server(daphne.server.Server):  # type: ignore[misc]
    """Daphne's server, which shuts down about a second after a signal, once active requests are answered.

    A second signal, at least a second later, ends it at once.
    """

    def __init__(
        self, fileno: int, ready: Callable[[], None], periodic: Sequence[Callable[[], object]], **options: Any
    ) -> None:
        from ten_site.asgi import application  # loads the whole site, so only after all checks

        self.ready, self.periodic, self.signaled_at = ready, periodic, 0.0
        super().__init__(
            application,
            endpoints=[f"fd:fileno={fileno}"],
            signal_handlers=False,
            ready_callable=lambda: reactor.callLater(0, self.start_work),  # type: ignore[arg-type]
            server_name="",
            ping_interval=20,
            websocket_handshake_timeout=HANDSHAKE_TIMEOUT,
            websocket_max_message_size=16384,
            websocket_max_frame_size=16384,
            verbosity=0,
            **options,
        )

    def start_work(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.stop_gracefully)
        bots.start(loop)  # don't wait for the first visitor, since a stopped process may have left games
        self.tasks = [loop.create_task(threads.repeat(work), name=threads.thread_name(work)) for work in self.periodic]
        self.ready()

    def listen_success(self, port: Any) -> Any:
        """Return the port, which `close` needs and Daphne forgets."""
        super().listen_success(port)
        return port

    def stop_gracefully(self) -> None:
        """Shut down. `make` passes on signals sent to a whole group, so one may come twice."""
        if self.signaled_at:
            if time.monotonic() - self.signaled_at > SAME_SIGNAL:
                os._exit(1)
            return
        self.signaled_at = time.monotonic()
        watch = threading.Timer(ALL_END_WITHIN, os._exit, (1,))
        watch.name, watch.daemon = "give-up", True
        watch.start()
        self.tasks.append(asyncio.get_running_loop().create_task(self.close(), name="close"))

    async def close(self) -> None:
        """Refuse new connections, finish active requests, close sockets."""
        for listener in self.listeners:
            listener.addCallback(lambda port: port.stopListening())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(REQUESTS_END_WITHIN):
                while wsgi_bridge.active_requests:
                    await asyncio.wait(set(wsgi_bridge.active_requests))
        for protocol in list(self.connections):
            if isinstance(protocol, WebSocketProtocol) and protocol.state == protocol.STATE_OPEN:
                protocol.sendCloseFrame(code=GOING_AWAY)
        await asyncio.sleep(CLOSING_SOCKETS)
        self.stop()

    async def handle_reply(self, protocol: Any, message: Any) -> None:
        await super().handle_reply(protocol, message)
        if message.get("more_body"):
            await protocol.wait_until_sent()

    def kill_all_applications(self) -> Any:
        """Cancel all tasks. Daphne's own method fails for connections without an application."""
        found = [details.get("application_instance") for details in self.connections.values()]
        tasks = [task for task in [*found, *self.tasks] if task and not task.done()]
        for task in tasks:
            task.cancel()
        return defer.Deferred.fromFuture(asyncio.ensure_future(asyncio.wait(tasks, timeout=1))) if tasks else None


def log_failure(event: dict[str, Any]) -> None:
    """Log failures inside Twisted, which would otherwise go unnoticed."""
    if failure := event.get("log_failure"):
        log.error("A connection failed", exc_info=(failure.type, failure.value, failure.getTracebackObject()))


def serve(fileno: int, ready: Callable[[], None], periodic: Sequence[Callable[[], object]], **options: Any) -> None:
    """Serve until a signal."""
    globalLogPublisher.addObserver(log_failure)  # type: ignore[arg-type]
    Server(fileno, ready, periodic, **options).run()
    wsgi_bridge.pool.shutdown(wait=True, cancel_futures=True)
