"""Push messages: encrypted for one device (RFC 8291), signed with the site's key (VAPID), sent through the
browser's push service. Nothing is ever sent to an unknown host.
"""

import base64
import binascii
import json
import re
from datetime import timedelta
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

from games.models import PushDevice
from games.refusals import Denied

TIMEOUTS = (5, 10)  # seconds: to connect, to be answered
MOST_PAYLOAD = 3_000  # bytes; services take 4,096, encrypted
LONGEST_URL = 1_000
TOPIC = 32  # letters
GONE_STATUSES = (404, 410)
LOOPBACK = ("localhost", "127.0.0.1", "::1")
TOO_MANY = 429


class Outcome(NamedTuple):
    """The push service's answer: accepted, gone for good, or try again later, perhaps after that many seconds."""

    status: int  # 0: no answer
    said: str = ""
    wait: int = 0

    @property
    def is_taken(self) -> bool:
        return 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        return self.status in GONE_STATUSES

    @property
    def is_refused(self) -> bool:
        """Whether trying again is pointless."""
        return 300 <= self.status < 500 and self.status not in (408, TOO_MANY)


@cache
def public_key() -> str:
    """Return the key by which browsers accept messages from this site only."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point = _load_vapid().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


@cache
def _load_vapid() -> Any:
    from py_vapid import Vapid02

    return Vapid02.from_string(settings.VAPID_KEY)


def check_subscription(endpoint: str, p256dh: str, auth: str) -> None:
    """Refuse anything but a subscription to a known push service."""
    if len(endpoint) > LONGEST_URL or not is_allowed(endpoint):
        raise Denied("device.service")
    point, secret = _decode(p256dh), _decode(auth)
    if len(point) != 65 or point[0] != 4 or len(secret) != 16 or not _is_on_curve(point):
        raise Denied("device.keys")


def is_allowed(endpoint: str) -> bool:
    """Whether this is a push service of a browser, over TLS, at the usual port."""
    if not re.fullmatch(r"[\x21-\x7e]+", endpoint):
        return False
    try:
        url = urlsplit(endpoint)
        host, port = url.hostname or "", url.port
    except ValueError:
        return False
    if url.username is not None or url.password is not None or "\\" in endpoint:
        return False
    if settings.PUSH_LOOPBACK and host in LOOPBACK:
        return url.scheme in ("http", "https")
    known = any(host == name or host.endswith(f".{name}") for name in settings.PUSH_HOSTS)
    return known and url.scheme == "https" and port in (None, 443)


def _decode(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return b""


def _is_on_curve(point: bytes) -> bool:
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return True


def make_payload(title: str, body: str, tag: str, path: str) -> str:
    """Make what the service worker reads, cutting a long body."""
    while True:
        text = json.dumps({"title": title, "body": body, "tag": tag, "url": path}, ensure_ascii=False)
        if len(text.encode()) <= MOST_PAYLOAD:
            return text
        body = body[: len(body) * 3 // 4].rstrip() + "…"


def send(device: PushDevice, text: str, topic: str, keep: timedelta, is_urgent: bool) -> Outcome:
    """Send a message. The service tries for `keep`, and a newer message with the same `topic` replaces it."""
    if not is_allowed(device.endpoint):
        return Outcome(403, "this push service isn't known")
    import requests
    from pywebpush import WebPushException, webpush

    try:
        with _make_session() as session:
            answer = webpush(
                {"endpoint": device.endpoint, "keys": {"p256dh": device.p256dh, "auth": device.auth}},
                data=text,
                vapid_private_key=_load_vapid(),
                vapid_claims={"sub": settings.VAPID_CONTACT},
                ttl=max(60, int(keep.total_seconds())),
                headers={"Urgency": "high" if is_urgent else "normal"} | ({"Topic": topic[:TOPIC]} if topic else {}),
                requests_session=session,
                timeout=TIMEOUTS,
            )
    except WebPushException as error:
        return _parse_response(error.response)
    except requests.RequestException as error:
        return Outcome(0, type(error).__name__)
    return _parse_response(answer)


def _parse_response(answer: Any) -> Outcome:
    if answer is None:
        return Outcome(400, "the device's keys are invalid")
    wait = answer.headers.get("Retry-After", "")
    text = f"{answer.status_code} {' '.join(answer.text.split())}".strip()
    return Outcome(answer.status_code, text, int(wait) if re.fullmatch(r"[0-9]{1,6}", wait) else 0)


def _make_session() -> Any:
    """Make a session that follows no redirects and takes nothing from the environment."""
    import requests

    class Straight(requests.Session):
        def request(self, *args: Any, **kwargs: Any) -> requests.Response:
            return super().request(*args, **kwargs | {"allow_redirects": False})

    session = Straight()
    session.trust_env = False
    return session
