"""Where a server comes in: pages in one hop, sockets by Channels."""

import asyncio
import os
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ten_site.settings")
django.setup()

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402 (after the set-up)
from channels.security.websocket import OriginValidator  # noqa: E402
from django.conf import settings  # noqa: E402

from games import house  # noqa: E402
from games.routing import websocket_urlpatterns  # noqa: E402
from ten_site import http  # noqa: E402

_routes = ProtocolTypeRouter(
    {
        "http": http.application,
        "websocket": OriginValidator(URLRouter(websocket_urlpatterns), settings.ORIGINS),
    }
)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Every request and socket; from the first one on, bots move in this process."""
    house.work(asyncio.get_running_loop())
    await _routes(scope, receive, send)
