"""The URLs of the site, and additional ones for tests: slow responses, streams, errors."""

import threading
import time

from django.contrib.auth import get_user_model
from django.core.mail import send_mail
from django.db import OperationalError, connection
from django.http import HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from games.worker import bots
from ten_site.server import daphne_server
from ten_site.settings import DATA
from ten_site.urls import (  # noqa: F401
    handler400,
    handler403,
    handler404,
    handler429,
    handler500,
)
from ten_site.urls import (
    urlpatterns as of_the_site,
)

FLOOD = 2_000  # parts of 100,000 bytes
gates = {"slow": threading.Event()}
made: list[int] = []
waiting: list[threading.Event] = []


def slow(request):
    """Respond once /test/open/ is requested, or once the named file exists."""
    gate = gates["slow"]
    waiting.append(gate)
    if name := request.GET.get("file"):
        while not (DATA / name).exists():
            time.sleep(0.02)
    else:
        gate.wait(20)
    return HttpResponse("slow")


def count_waiting(request):
    return HttpResponse(str(waiting.count(gates["slow"])))


def open_gate(request):
    """Let all waiting requests continue; later ones wait for the next opening."""
    gates["slow"].set()
    gates["slow"] = threading.Event()
    return HttpResponse("open")


def stream(request):
    gate = gates["slow"]

    def chunks():
        yield b"first\n"
        gate.wait(20)
        yield str(get_user_model().objects.count()).encode()

    return StreamingHttpResponse(chunks())


def flood(request):
    def chunks():
        for _ in range(FLOOD):
            made.append(1)
            yield b"x" * 100_000

    made.clear()
    daphne_server.CLIENT_TIMEOUT = float(request.GET.get("patience", 60))
    return StreamingHttpResponse(chunks())


def flooded(request):
    return HttpResponse(str(len(made)))


def read(request):
    return HttpResponse(str(get_user_model().objects.count()))


def synchronous(request):
    """Return 2 if SQLite waits for the disk at each commit."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous")
        return HttpResponse(str(cursor.fetchone()[0]))


def threads(request):
    return HttpResponse(" ".join(thread.name for thread in threading.enumerate()))


def spoil_clock(request):
    def sweep():
        raise RuntimeError("a fault of the sweep")

    bots.wake_forgotten = sweep
    return HttpResponse("spoiled")


def fault(request):
    raise RuntimeError("a fault of the program")


def away(request):
    raise OperationalError("the database is away\nand more")


@csrf_exempt
def echo(request):
    return HttpResponse(f"{request.POST.get('a', '')} {request.META['REMOTE_ADDR']}")


@require_POST
def posted(request):
    return HttpResponse("posted")


@csrf_exempt
def letter(request):
    send_mail("Subject", "The text.", "ten@localhost", ["ana@localhost"])
    return HttpResponse("sent")


@csrf_exempt
def onward(request):
    response = HttpResponseRedirect("/test/read/")
    response.set_cookie("kept", "yes")
    return response


urlpatterns = [
    *of_the_site,
    path("test/slow/", slow),
    path("test/open/", open_gate),
    path("test/waiting/", count_waiting),
    path("test/stream/", stream),
    path("test/flood/", flood),
    path("test/flooded/", flooded),
    path("test/read/", read),
    path("test/synchronous/", synchronous),
    path("test/threads/", threads),
    path("test/spoil-clock/", spoil_clock),
    path("test/fault/", fault),
    path("test/away/", away),
    path("test/echo/", echo, name="echo"),
    path("test/posted/", posted),
    path("test/onward/", onward),
    path("test/letter/", letter),
]
