"""What stands round every view: headers of safety, methods, a second wall against foreign pages, limits, htmx.

`headers` is the outermost of all, `walls` stands right inside the static files, `limits` after the reader is known.
"""

import hashlib
import ipaddress
import logging
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from ten_site.errors import refuse, too_much

View = Callable[[HttpRequest], HttpResponseBase]

READING = ("GET", "HEAD")
METHODS = (*READING, "POST")
MOVED = (301, 302, 303, 307, 308)
NETWORK_BITS = 64  # of an IPv6 address: one house

log = logging.getLogger("ten.limits")


def headers(get_response: View) -> View:
    """The headers of safety on every answer, static files too; what was refused at the door gets its page."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        refused = request.META.get("ten.refused")
        if refused:
            is_long = refused == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
            response: HttpResponseBase = refuse(request, refused, sentence=too_much(request.META["ten.most"]) * is_long)
        else:
            response = get_response(request)
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and not getattr(response, "content", b""):
            response = refuse(request, HTTPStatus.METHOD_NOT_ALLOWED, headers={"Allow": response.get("Allow", "")})
        for name, value in settings.SECURITY_HEADERS.items():
            response[name] = value
        if not response.has_header("Cache-Control"):
            response["Cache-Control"] = "no-store"
        return response

    return middleware


def walls(get_response: View) -> View:
    """Methods that the site does not use, and writing that another site started, go no further."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.method not in METHODS:
            return refuse(request, HTTPStatus.METHOD_NOT_ALLOWED, headers={"Allow": ", ".join(METHODS)})
        if request.method not in READING and foreign(request):
            return refuse(request, HTTPStatus.FORBIDDEN, "request.foreign")
        response = get_response(request)
        if response.status_code in MOVED and request.headers.get("HX-Request"):
            return redirected(response)
        return response

    return middleware


def foreign(request: HttpRequest) -> bool:
    """Whether a browser says that another site's page sends this. Programs say nothing; the token holds for them."""
    if request.path_info.startswith(settings.OPEN_TO_ALL):
        return False
    origin = request.headers.get("Origin")
    return request.headers.get("Sec-Fetch-Site") == "cross-site" or (
        origin is not None and origin not in settings.ORIGINS
    )


def redirected(response: HttpResponseBase) -> HttpResponseBase:
    """The same for htmx, which would follow by itself and put the next page into the middle of this one."""
    made = HttpResponse(headers={"HX-Redirect": response["Location"]})
    made.cookies = response.cookies
    return made


class Limit(NamedTuple):
    """At most so many in `seconds`, counted by `user` (who is not logged in: by address) or by `address`."""

    by: str
    most: int
    seconds: int
    urls: tuple[str, ...] = ()  # names of the addresses that are written to, or "get:" those read; none: everything


class Limits:
    """How much one may do in a while, by the table in the settings. Nothing is counted where there is no limit."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response
        self.limits = {name: Limit(*limit) for name, limit in settings.LIMITS.items()}

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: Any) -> HttpResponse | None:
        named = request.resolver_match.url_name if request.resolver_match else ""
        asked = f"get:{named}" if request.method in READING else named
        for name, limit in self.limits.items():
            if not limit.urls or asked in limit.urls:
                wait = exceeded(name, limit, who(request, limit.by))
                if wait:
                    log.warning("Limit of %s reached", name)
                    return refuse(request, HTTPStatus.TOO_MANY_REQUESTS, headers={"Retry-After": str(wait)})
        return None


def exceeded(name: str, limit: Limit, person: str) -> int:
    """Count this one; the seconds to wait where it is too many, or 0. Windows begin at another moment for everybody."""
    number = int(hashlib.sha256(f"{name} {person}".encode()).hexdigest()[:12], 16)
    now = int(time.time()) + number % limit.seconds
    key = f"limit:{number:x}:{now // limit.seconds}"
    cache.add(key, 0, limit.seconds)
    try:
        count = cache.incr(key)
    except ValueError:  # it ran out between the two
        return 0
    return limit.seconds - now % limit.seconds if count > limit.most else 0


def who(request: HttpRequest, by: str) -> str:
    """Whom to count by."""
    if by == "user" and request.user.is_authenticated:
        return f"user {request.user.pk}"
    address = request.META.get("REMOTE_ADDR", "")
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return f"address {address}"
    return f"address {found if found.version == 4 else ipaddress.ip_network((int(found), NETWORK_BITS), strict=False)}"
