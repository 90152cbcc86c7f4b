"""Announce what has changed: receivers of signals, which tell the hubs of all processes."""

from typing import Any

from django.contrib.auth.signals import user_logged_out

from accounts.signals import sessions_ended
from games import signals
from games.live.hub import ALL_HUBS, hash_session, hub, make_group_name, send_to_group
from games.models.rows import StoredMove
from games.pages import tables


def announce_game(game_id: str, version: int, stored: StoredMove | None = None, **_: Any) -> None:
    """Announce a new version of a game: to the sockets of this process at once, and to all processes by the layer."""
    if stored is not None:
        tables.take_over(stored)
        if hub.loop is not None and hub.loop.is_running():
            hub.loop.call_soon_threadsafe(hub.show_newest, game_id, version)
    send_to_group(make_group_name(game_id), {"type": "moved", "game": game_id, "version": version})


def announce_chat(game_id: str, to: list[int] | None, but: list[int], known: bool, **_: Any) -> None:
    """Announce a change to the chat that these users may see (None: all), but not those."""
    send_to_group(make_group_name(game_id), {"type": "talked", "game": game_id, "to": to, "but": but, "known": known})


def announce_queue(users: list[int], **_: Any) -> None:
    """Announce, in one message, that other games may wait for these users now."""
    send_to_group(ALL_HUBS, {"type": "queue", "users": users})


def close_sockets(session_key: str) -> None:
    """Close the sockets of a session that has ended."""
    send_to_group(ALL_HUBS, {"type": "gone", "session": hash_session(session_key)})


def _close_on_logout(request: Any, **_: Any) -> None:
    if request is not None and request.session.session_key:
        close_sockets(request.session.session_key)


def _close_ended_sessions(keys: list[str], **_: Any) -> None:
    for key in keys:
        close_sockets(key)


def connect_signals() -> None:
    """Connect the signals once the app is ready."""
    sessions_ended.connect(_close_ended_sessions, dispatch_uid="close the sockets of others")
    signals.changed.connect(announce_game, dispatch_uid="announce")
    signals.talked.connect(announce_chat, dispatch_uid="announce talk")
    signals.queue.connect(announce_queue, dispatch_uid="ring")
    user_logged_out.connect(_close_on_logout, dispatch_uid="close sockets")
