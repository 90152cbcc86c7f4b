"""The baseline: a minimal view on Django's own ASGI handler, served by Daphne."""

from django.conf import settings
from django.core.asgi import get_asgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path

settings.configure(ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, SECRET_KEY="of the bench", MIDDLEWARE=[])  # noqa: S106 (of nothing)


def smallest(_: HttpRequest) -> HttpResponse:
    return HttpResponse(b"ten", headers={"Content-Length": "3"})


urlpatterns = [path("", smallest)]
application = get_asgi_application()
