"""WebSocket URLs."""

from typing import Any

from django.urls import path, re_path

from games.live.consumers import TableSocket, UnknownSocket, UserSocket

websocket_urlpatterns: list[Any] = [
    path("ws/games/<slug:game_id>/", TableSocket.as_asgi()),  # type: ignore[arg-type]
    path("ws/me/", UserSocket.as_asgi()),  # type: ignore[arg-type]
    re_path(r"", UnknownSocket.as_asgi()),  # type: ignore[arg-type]  # without this, an unknown address raises a server error
]
