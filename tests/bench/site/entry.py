"""The site's own server, with additions for benchmarks: counters, an empty page, and a bare relay.

`python -m tests.bench.site.entry` takes TEN_DATA and PORT from the environment, like `python -m ten_site.server`.
"""

import os
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ten_site.settings")
django.setup()

from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402 (after the set-up)
from django.db.backends.signals import connection_created  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.urls import path  # noqa: E402

from games import routing  # noqa: E402
from games.pages import board  # noqa: E402
from ten_site import urls  # noqa: E402
from ten_site.server import main as server  # noqa: E402
from tests.bench.site.counters import Counters  # noqa: E402

counters = Counters(Path(os.environ["TEN_DATA"]) / "counters")
relayed: set["Relay"] = set()


def empty(request: HttpRequest) -> HttpResponse:
    """Respond with an empty page to users who are logged in."""
    return HttpResponse(status=200 if request.user.is_authenticated else 403)


class Relay(AsyncWebsocketConsumer):
    """On receiving a number, send a text of that length to every socket."""

    channel_layer_alias = "none"

    async def connect(self) -> None:
        relayed.add(self)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        relayed.discard(self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        text = "x" * int(text_data or 0)
        for socket in list(relayed):
            await socket.send(text_data=text)


def main() -> None:
    rendered = board._render

    def counting(*arguments: Any) -> str:
        counters.add("renders")
        return rendered(*arguments)

    board._render = counting
    connection_created.connect(lambda **_: counters.add("connections"), weak=False)
    urls.urlpatterns.insert(0, path("bench/empty/", empty))
    routing.websocket_urlpatterns.insert(0, path("ws/bench/", Relay.as_asgi()))
    server.main()


if __name__ == "__main__":
    main()
