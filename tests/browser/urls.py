"""The URLs of the site, and three for tests: seed the randomness, an empty page, and axe."""

from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from ten_site.urls import (  # noqa: F401
    handler400,
    handler403,
    handler404,
    handler429,
    handler500,
)
from ten_site.urls import (
    urlpatterns as site_urls,
)
from tests.browser.dice import dice

AXE = Path(__file__).parent.parent / "vendor" / "axe.min.js"


@csrf_exempt
def seed(request: HttpRequest) -> HttpResponse:
    dice.seed(request.POST["seed"])
    return HttpResponse(status=204)


def blank(request: HttpRequest) -> HttpResponse:
    return HttpResponse("<!doctype html><title>Nothing</title>")


def axe(request: HttpRequest) -> HttpResponse:
    headers = {"Cache-Control": "max-age=86400, immutable"}  # so that the browser keeps it compiled
    return HttpResponse(AXE.read_bytes(), content_type="text/javascript", headers=headers)


urlpatterns = [*site_urls, path("test/seed/", seed), path("test/blank/", blank), path("test/axe.js", axe)]
