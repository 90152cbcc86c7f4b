"""Middleware around every view: security headers, methods, the cross-site request check, rate limits, htmx.

`security_headers` is the outermost of all, `cross_site_check` comes right after the static files, and `RateLimits` once
the user is known.
"""

import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from accounts import rate_limits
from ten_site.error_pages import explain_too_large, refuse

View = Callable[[HttpRequest], HttpResponseBase]

SAFE_METHODS = ("GET", "HEAD")
METHODS = (*SAFE_METHODS, "POST")
REDIRECTS = (301, 302, 303, 307, 308)

log = logging.getLogger("ten.limits")


def security_headers(get_response: View) -> View:
    """Add security headers to every response, also to static files; refuse what the server marked as malformed."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        refused = request.META.get("ten.refused")
        if refused:
            is_long = refused == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
            sentence = explain_too_large(request.META["ten.most"]) if is_long else ""
            response: HttpResponseBase = refuse(request, refused, sentence=sentence)
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


def cross_site_check(get_response: View) -> View:
    """Refuse methods the site doesn't use, and writes started by another site."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.method not in METHODS:
            return refuse(request, HTTPStatus.METHOD_NOT_ALLOWED, headers={"Allow": ", ".join(METHODS)})
        if request.method not in SAFE_METHODS and is_cross_site(request):
            return refuse(request, HTTPStatus.FORBIDDEN, "request.foreign")
        response = get_response(request)
        if response.status_code in REDIRECTS and HtmxDetails(request):
            return redirect_htmx(response)
        return response

    return middleware


def is_cross_site(request: HttpRequest) -> bool:
    """Whether the browser says that another site's page sent this. For programs there is the CSRF token."""
    if request.path_info.startswith(settings.OPEN_TO_ALL):
        return False
    origin = request.headers.get("Origin")
    return request.headers.get("Sec-Fetch-Site") == "cross-site" or (
        origin is not None and origin not in settings.ORIGINS
    )


def redirect_htmx(response: HttpResponseBase) -> HttpResponseBase:
    """Tell htmx to load the new page. It would follow a redirect itself and put the page inside this one."""
    made = HttpResponseClientRedirect(response["Location"])
    made.cookies = response.cookies
    return made


class RateLimit(NamedTuple):
    """At most `most` requests in `seconds`, counted by `user` (by address if not logged in) or by `address`."""

    by: str
    most: int
    seconds: int
    urls: tuple[str, ...] = ()  # names of URLs for writing, or "get:" and names for reading; none: all requests

    @property
    def rate(self) -> rate_limits.Rate:
        return rate_limits.Rate(self.most, self.seconds)


class RateLimits:
    """Apply the limits in the settings. Requests without a limit aren't counted."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response
        self.limits = {name: RateLimit(*limit) for name, limit in settings.LIMITS.items()}

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: Any) -> HttpResponse | None:
        url_name = request.resolver_match.url_name if request.resolver_match else ""
        limit_name = f"get:{url_name}" if request.method in SAFE_METHODS else url_name
        rates = {
            f"{name} {name_bucket(request, limit.by)}": limit.rate
            for name, limit in self.limits.items()
            if not limit.urls or limit_name in limit.urls
        }
        waits = rate_limits.take(rates) if rates else {}
        if not waits:
            return None
        log.warning("Limit reached: %s", ", ".join(name.split()[0] for name in waits))
        return refuse(request, HTTPStatus.TOO_MANY_REQUESTS, headers={"Retry-After": str(max(waits.values()))})


def name_bucket(request: HttpRequest, by: str) -> str:
    """Return the bucket to count this request in."""
    if by == "user" and request.user.is_authenticated:
        return f"user {request.user.pk}"
    return f"address {rate_limits.network_of(request.META.get('REMOTE_ADDR', ''))}"
