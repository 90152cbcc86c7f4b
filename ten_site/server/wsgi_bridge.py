"""HTTP in one hop: read on the event loop, answered by Django in one of a few threads, sent from the loop.

Under ASGI, Django would start a new thread for each request and hop for each middleware. Here Django runs as under
WSGI, in one of a few threads that each keep their database connection. A request that can't be one of this site is
refused before Django reads it: Django sees `ten.refused` instead, and answers with a page.
"""

import asyncio
import io
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.db import connections
from django.http import HttpResponseBase

from games.worker.threads import Workers

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

GUEST_PATH = "/accounts/guest/"  # no password is checked there
BODY_LIMIT = 64 * 1024
LONGER_BODIES = {"/look/": 17 * BODY_LIMIT}  # a record of 1 MB, in a form
ONLY_ONCE = ("host", "content-type", "content-length", "origin", "sec-fetch-site", "x-csrftoken")
CHARSETS = ("utf-8", "utf8", "us-ascii")
FAULT_TEXT = b"Something went wrong here. Please try again in a moment."

log = logging.getLogger("ten.http")
django_application = get_wsgi_application()
pool = ThreadPoolExecutor(int(os.environ.get("TEN_THREADS", "8")), thread_name_prefix="http")
password_pool = ThreadPoolExecutor(2, thread_name_prefix="door")  # slow, so it must not delay moves
active_requests: set[asyncio.Task[Any]] = set()  # the server waits for these before it ends


class Answer(NamedTuple):
    """Django's response. `stream` is a response whose chunks are still to be made, or None."""

    status: int
    headers: Headers
    body: bytes
    stream: HttpResponseBase | None = None


async def application(scope: Message, receive: Receive, send: Send) -> None:
    """Handle one request."""
    task = asyncio.current_task()
    assert task is not None  # noqa: S101 (a coroutine runs in a task)  # nosec
    active_requests.add(task)
    try:
        body = await read_body(receive, body_limit(scope["path"]))
        if body is not None:
            environ = make_environ(scope, body)
            answer = await asyncio.get_running_loop().run_in_executor(choose_pool(scope), run_django, environ)
            await send_answer(answer, scope["method"] == "HEAD", receive, send)
    finally:
        active_requests.discard(task)


def choose_pool(scope: Message) -> ThreadPoolExecutor:
    """Return the threads that answer. Requests that check passwords wait among themselves."""
    path: str = scope["path"]
    return password_pool if scope["method"] == "POST" and path.startswith("/accounts/") and path != GUEST_PATH else pool


def body_limit(path: str) -> int:
    """Return how many bytes a request to this path may have."""
    return LONGER_BODIES.get(path, BODY_LIMIT)


async def read_body(receive: Receive, limit: int) -> bytes | None:
    """Read the body, or enough of it to know that it is too long. Return None if the client has gone."""
    body = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        if len(body) <= limit:
            body += message.get("body", b"")
        if not message.get("more_body"):
            return body


async def send_answer(answer: Answer, bare: bool, receive: Receive, send: Send) -> None:
    """Send the response; without its body if `bare`."""
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    if answer.stream is not None:
        await send_stream(answer.stream, bare, receive, send)
    await send({"type": "http.response.body", "body": b"" if bare else answer.body})


async def send_stream(response: HttpResponseBase, bare: bool, receive: Receive, send: Send) -> None:
    """Send a stream until the client disconnects. A separate thread makes it, so that it doesn't block a shared one."""
    loop = asyncio.get_running_loop()
    thread = Workers(1, "stream")
    chunks: Iterator[bytes] = iter(response)
    gone = asyncio.ensure_future(receive())
    try:
        while (
            not (bare or gone.done()) and (chunk := await loop.run_in_executor(thread, next, chunks, None)) is not None
        ):
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
    finally:
        gone.cancel()
        thread.submit(response.close)
        thread.submit(connections.close_all)
        thread.shutdown(wait=False)


def run_django(environ: dict[str, Any]) -> Answer:
    """Let Django answer the request; errors get an answer too."""
    head: list[tuple[str, list[tuple[str, str]]]] = []
    try:
        response: Any = django_application(
            environ,
            lambda *said: head.append(said[:2]),  # type: ignore[arg-type]
        )
        status, headers = head[0]
        start = int(status[:3]), [(name.encode("latin-1"), value.strip().encode("latin-1")) for name, value in headers]
        if response.streaming and not getattr(response, "file_to_stream", None):
            return Answer(*start, b"", response)
        try:
            return Answer(*start, b"".join(response))
        finally:
            response.close()
    except Exception:
        log.exception("The request failed")
        return make_plain_answer(HTTPStatus.INTERNAL_SERVER_ERROR, FAULT_TEXT)


def make_plain_answer(status: int, sentence: bytes) -> Answer:
    """Make an answer without Django, with the headers that every response has."""
    fixed = [(name.encode(), value.encode()) for name, value in settings.SECURITY_HEADERS.items()]
    headers = [(b"Content-Type", b"text/plain; charset=utf-8"), (b"Content-Length", str(len(sentence)).encode())]
    return Answer(status, [*headers, (b"Cache-Control", b"no-store"), *fixed], sentence)


def make_environ(scope: Message, body: bytes) -> dict[str, Any]:
    """Make the WSGI environment; of a refused request, only what the answer depends on."""
    server = scope.get("server") or ("localhost", 80)
    names = [name.decode("latin-1") for name, _ in scope["headers"]]
    given = join_headers(scope["headers"])
    refused = check_request(scope, names, given, body)
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "REMOTE_ADDR": client_address(scope, given),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "https" if settings.TLS else "http",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    if refused:
        basic = {name: value for name, value in given.items() if name in ("accept", "hx-request")}
        return (
            environ
            | name_for_wsgi(basic)
            | {"ten.refused": refused, "ten.most": body_limit(scope["path"]), "PATH_INFO": "/", "QUERY_STRING": ""}
        )
    return environ | name_for_wsgi(given) | {"CONTENT_LENGTH": str(len(body))}


def client_address(scope: Message, given: MutableMapping[str, str]) -> str:
    """Return the client's address, as the outermost of our proxies saw it."""
    if settings.PROXIES and (hops := given.get("x-forwarded-for", "").split(",")[-settings.PROXIES :]) and hops[0]:
        return hops[0].strip()
    return str((scope.get("client") or [""])[0])


def join_headers(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return each header once, joining those that came several times."""
    found: dict[str, str] = {}
    for raw, value in headers:
        name, text = raw.decode("latin-1").lower(), value.decode("latin-1")
        found[name] = f"{found[name]}{'; ' if name == 'cookie' else ','}{text}" if name in found else text
    return found


def name_for_wsgi(headers: MutableMapping[str, str]) -> dict[str, str]:
    """Name the headers as WSGI does."""
    bare = ("content-type", "content-length")
    return {("" if name in bare else "HTTP_") + name.upper().replace("-", "_"): said for name, said in headers.items()}


def check_request(scope: Message, names: list[str], given: dict[str, str], body: bytes) -> int:
    """Return the status to refuse the request with before Django reads it, or 0."""
    kind = given.get("content-type", "")
    written = b"" if kind.lower().startswith("multipart/") else body
    if len(body) > body_limit(scope["path"]):
        return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    wrong = (
        given.get("host", "").lower() not in settings.HOSTS
        or any(names.count(name) > 1 for name in ONLY_ONCE)
        or not is_readable(kind)
        or b"%00" in scope["raw_path"] + scope["query_string"] + written
        or b"\0" in body
        or "\\0" in given.get("cookie", "")  # an escaped zero byte in a quoted cookie
    )
    return HTTPStatus.BAD_REQUEST if wrong else 0


def is_readable(kind: str) -> bool:
    """Whether the content type is plain ASCII with a charset that forms can be read in."""
    if not kind.isprintable() or not kind.isascii() or "*" in kind.partition(";")[2]:
        return False
    charset = kind.lower().partition("charset=")[2].partition(";")[0].strip(' "')
    return not charset or charset in CHARSETS
