"""Error responses: one sentence, as a page or, if asked for, as JSON.

Nothing here reads the body of the request, which may be what failed, and nothing relies on the database.
"""

# ruff: noqa: ARG001 (Django passes the exception, which the sentence doesn't depend on)

import logging
import sys
from collections.abc import Mapping
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader
from django.utils.translation import gettext_lazy as _
from django_htmx.http import reswap, trigger_client_event
from django_htmx.middleware import HtmxDetails

from accounts import attempts
from games.worker.threads import UNREACHABLE

FRAME = "errors/error.html"
WITHOUT_READER = (HTTPStatus.BAD_REQUEST, HTTPStatus.INTERNAL_SERVER_ERROR, HTTPStatus.SERVICE_UNAVAILABLE)

SENTENCES = {
    HTTPStatus.BAD_REQUEST: ("request.misfit", _("We couldn't understand this request. Go back and try again.")),
    HTTPStatus.FORBIDDEN: ("request.forbidden", _("You don't have access to this page.")),
    HTTPStatus.NOT_FOUND: ("request.nowhere", _("There's nothing here. The link may be broken or out of date.")),
    HTTPStatus.METHOD_NOT_ALLOWED: (
        "request.method",
        _("This link only works from a button on the site. Go back and try again."),
    ),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ("request.too-large", _("You've sent too much data at once.")),
    HTTPStatus.TOO_MANY_REQUESTS: (
        "request.too-many",
        _("You've sent too many requests. Please wait a moment and try again."),
    ),
    HTTPStatus.INTERNAL_SERVER_ERROR: (
        "site.fault",
        _("Something went wrong on our side. Please try again in a moment."),
    ),
    HTTPStatus.SERVICE_UNAVAILABLE: (
        "site.away",
        _("The site is temporarily unavailable. Please try again in a moment."),
    ),
}
TITLES = {
    HTTPStatus.BAD_REQUEST: _("That didn't work"),
    HTTPStatus.FORBIDDEN: _("No access"),
    HTTPStatus.NOT_FOUND: _("Page not found"),
    HTTPStatus.METHOD_NOT_ALLOWED: _("That didn't work"),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: _("Too large"),
    HTTPStatus.TOO_MANY_REQUESTS: _("Too many requests"),
    HTTPStatus.INTERNAL_SERVER_ERROR: _("Something went wrong"),
    HTTPStatus.SERVICE_UNAVAILABLE: _("Temporarily unavailable"),
}

log = logging.getLogger("ten.errors")


def explain_too_large(most: int) -> str:
    """Say how large a request may be."""
    return str(_("You've sent too much data at once. The limit is %(most)s KiB.")) % {"most": most // 1024}


def wants_json(request: HttpRequest) -> bool:
    """Whether the request comes from a program: `Accept` names JSON."""
    return "application/json" in request.headers.get("Accept", "")


def refuse(
    request: HttpRequest, status: int, code: str = "", sentence: str = "", headers: Mapping[str, str] | None = None
) -> HttpResponse:
    """Respond with a sentence; by default that of the status."""
    usual_code, usual = SENTENCES[HTTPStatus(status)]
    code, sentence = code or usual_code, str(sentence or usual)
    if wants_json(request):
        response: HttpResponse = JsonResponse({"code": code, "message": sentence, "rule": ""}, status=status)
    elif HtmxDetails(request):
        response = HttpResponse(sentence, status=status, content_type="text/plain; charset=utf-8")
        reswap(response, "none")
        trigger_client_event(response, "ten:said", {"text": sentence, "rule": ""})
    else:
        response = HttpResponse(render_page(request, status, sentence), status=status)
    for name, value in (headers or {}).items():
        response[name] = value
    return response


def render_page(request: HttpRequest, status: int, sentence: str) -> str:
    """Render the error page, with the user's name in it if that can be loaded."""
    context = {"title": TITLES[HTTPStatus(status)], "sentence": sentence}
    if status not in WITHOUT_READER:
        try:
            return loader.render_to_string(FRAME, context, request)
        except Exception:
            log.info("The user couldn't be read for an error page")
    try:
        return loader.render_to_string(FRAME, context)
    except Exception:
        log.exception("An error page couldn't be rendered")
        return render_bare(context)


def render_bare(context: dict[str, object]) -> str:
    """Render the sentence without the site's frame."""
    return str(loader.get_template("errors/bare.html").render(context))


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return refuse(request, HTTPStatus.BAD_REQUEST)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return refuse(request, HTTPStatus.FORBIDDEN)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return refuse(request, HTTPStatus.NOT_FOUND, sentence=getattr(exception, "said", ""))


def too_many(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return refuse(request, HTTPStatus.TOO_MANY_REQUESTS, headers=attempts.retry_headers(request))


def server_error(request: HttpRequest) -> HttpResponse:
    """Respond to the exception being handled. An unreachable database isn't the program's fault."""
    if isinstance(sys.exception(), UNREACHABLE):
        return refuse(request, HTTPStatus.SERVICE_UNAVAILABLE, headers={"Retry-After": "1"})
    return refuse(request, HTTPStatus.INTERNAL_SERVER_ERROR)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Respond to a form without a valid token, usually from a page opened before logging in or out."""
    sentence = _("This page has expired. Go back, reload the page and try again.")
    return refuse(request, HTTPStatus.FORBIDDEN, "request.token", str(sentence))
