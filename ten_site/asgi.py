"""The ASGI application: pages through WSGI in one hop, sockets through Channels."""

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ten_site.settings")
django.setup()

from asgiref.sync import SyncToAsync  # noqa: E402 (after the set-up)
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import WebsocketDenier  # noqa: E402
from django.conf import settings  # noqa: E402

from accounts import rate_limits  # noqa: E402
from games.live.hub import hub  # noqa: E402
from games.live.socket_limits import SocketLimits  # noqa: E402
from games.routing import websocket_urlpatterns  # noqa: E402
from games.worker import bots  # noqa: E402
from ten_site.server import wsgi_bridge  # noqa: E402

# Channels closes old database connections in this thread, which has none; the name is for stack dumps
SyncToAsync.single_thread_executor = ThreadPoolExecutor(1, thread_name_prefix="channels")
_sockets = URLRouter(websocket_urlpatterns)


def _client(scope: Any) -> str:
    return wsgi_bridge.client_address(scope, wsgi_bridge.join_headers(scope["headers"]))


async def own_sockets(scope: Any, receive: Any, send: Any) -> None:
    """Accept sockets only from exactly one of our origins, at one of our hosts, and not too many."""
    headers = [(name, value.decode("latin-1")) for name, value in scope["headers"]]
    origins = [value for name, value in headers if name == b"origin"]
    hosts = [value.lower() for name, value in headers if name == b"host"]
    ours = len(origins) == 1 and origins[0] in settings.ORIGINS
    ours = ours and settings.HOSTS.issuperset(hosts)
    scope["places"] = places = SocketLimits()
    try:
        ours = ours and places.take("address", rate_limits.network_of(_client(scope)))
        await (_sockets if ours else WebsocketDenier())(scope, receive, send)
    finally:
        places.leave()


_routes = ProtocolTypeRouter(
    {
        "http": wsgi_bridge.application,
        "websocket": own_sockets,
    }
)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Handle every request and socket. The first one starts the bots and the hub of this process."""
    bots.start(asyncio.get_running_loop())
    hub.start()
    await _routes(scope, receive, send)
