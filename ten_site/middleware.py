"""What stands round every view: headers of safety, methods, a second wall against foreign pages, limits, htmx.

`headers` is the outermost of all, `walls` stands right inside the static files, `limits` after the reader is known.
"""

import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django_htmx.http import HttpResponseClientRedirect

from accounts import limits
from ten_site.errors import refuse, too_much

View = Callable[[HttpRequest], HttpResponseBase]

READING = ("GET", "HEAD")
METHODS = (*READING, "POST")
MOVED = (301, 302, 303, 307, 308)

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
    made = HttpResponseClientRedirect(response["Location"])
    made.cookies = response.cookies
    return made


class Limit(NamedTuple):
    """At most so many in `seconds`, counted by `user` (who is not logged in: by address) or by `address`."""

    by: str
    most: int
    seconds: int
    urls: tuple[str, ...] = ()  # names of the addresses that are written to, or "get:" those read; none: everything

    @property
    def rate(self) -> limits.Rate:
        return limits.Rate(self.most, self.seconds)


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
        rates = {
            f"{name} {who(request, limit.by)}": limit.rate
            for name, limit in self.limits.items()
            if not limit.urls or asked in limit.urls
        }
        waits = limits.take(rates) if rates else {}
        if not waits:
            return None
        log.warning("Limit reached: %s", ", ".join(name.split()[0] for name in waits))
        return refuse(request, HTTPStatus.TOO_MANY_REQUESTS, headers={"Retry-After": str(max(waits.values()))})


def who(request: HttpRequest, by: str) -> str:
    """Whom to count by."""
    if by == "user" and request.user.is_authenticated:
        return f"user {request.user.pk}"
    return f"address {limits.network_of(request.META.get('REMOTE_ADDR', ''))}"
