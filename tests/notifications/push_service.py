"""A push service and a browser that accept messages, check their signatures and decrypt them (RFC 8291)."""

import base64
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02


class Pushed(NamedTuple):
    """A message that was received."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    claims: dict[str, Any]
    key: str  # the public key it was signed with
    raw: bytes


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """The keys of a subscription."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"sixteen letters!"

    @property
    def p256dh(self) -> str:
        return encode(self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def keys(self) -> dict[str, str]:
        return {"p256dh": self.p256dh, "auth": encode(self.auth)}

    def read(self, data: bytes) -> dict[str, Any]:
        text = http_ece.decrypt(data, private_key=self.private, auth_secret=self.auth, version="aes128gcm")
        return dict(json.loads(text))


class PushService(ThreadingHTTPServer):
    """`answer` is the status to respond with, and additional headers."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.browser = Browser()
        self.pushed: list[Pushed] = []
        self.asked = 0
        self.answer: tuple[int, dict[str, str]] = (201, {})
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def endpoint(self, name: str = "one") -> str:
        return f"{self.url}/push/{name}"

    def take(self, path: str, headers: dict[str, str], data: bytes) -> None:
        assert headers["content-encoding"] == "aes128gcm"
        said = headers["authorization"]
        assert Vapid02.verify(said), "not signed with the key it names"
        parts = dict(part.split("=", 1) for part in said.removeprefix("vapid ").split(","))
        claims = json.loads(decode(parts["t"].split(".")[1]))
        assert claims["aud"] == self.url
        assert time.time() < claims["exp"] <= time.time() + 86_400
        self.pushed.append(Pushed(path, headers, self.browser.read(data), claims, parts["k"], data))

    def close(self) -> None:
        self.shutdown()
        self.server_close()


class Handler(BaseHTTPRequestHandler):
    """Handles one message."""

    server: PushService

    def do_POST(self) -> None:
        data = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.asked += 1
        status, more = self.server.answer
        if status < 300:
            self.server.take(self.path, {name.lower(): value for name, value in self.headers.items()}, data)
        self.send_response(status)
        for name, value in more.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_GET = do_POST  # noqa: N815 (redirects may lead here)

    def log_message(self, *args: Any) -> None:
        pass
