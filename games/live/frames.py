"""The messages that sockets get, as JSON: boards, or what changed in them, and short ones."""

import json

from games.models import Game
from games.pages import tables
from games.pages.board import read_shown, render_update, write_shown
from games.pages.tables import Shown, Table

ALIVE = json.dumps({"alive": True})  # the database was just asked
RELOAD = json.dumps({"reload": True})  # the page is another one now
TALK = json.dumps({"talk": True})  # there may be new messages in the chat


def write_count(count: int) -> str:
    """Say how many games wait for the user."""
    return json.dumps({"count": count})


def make_frame(table: Table, seat: int | None, language: str, shown: Shown | None = None) -> str:
    """Return the board for an audience as a WebSocket frame: what changed since the board `shown`, or the whole."""
    return _build_frame(table, seat, language, shown, is_other_page=table.game.version == 0)


def _build_frame(table: Table, seat: int | None, language: str, shown: Shown | None, is_other_page: bool) -> str:
    """Build the frame.

    `reload` tells a browser that it still shows the page from before the start. Programs can use the board right away.
    """
    if not table.has_begun:
        return RELOAD
    html, since = render_update(table, seat, language, None if is_other_page else shown)
    board = {"version": table.game.version, "revision": table.game.revision, "html": html}
    if since:
        board["since"] = write_shown(since)
    return json.dumps({"reload": True} | board if is_other_page else board)


def make_frame_since(table: Table, seat: int | None, language: str, seen: str) -> str:
    """Return the frame for a page that shows `seen`, or an empty string if that is the newest.

    `seen` is a version, or version and revision (7.2), or below 0 that of a room.
    """
    if seen.startswith("-"):
        is_behind = table.game.status != Game.Status.OPEN or seen not in (
            "-1",
            str(tables.find_room_version(table.game)),
        )
        return _build_frame(table, seat, language, None, is_other_page=True) if is_behind else ""
    if not table.has_begun or seen in (write_shown(table.shown), str(table.game.version)):
        return ""
    return _build_frame(table, seat, language, read_shown(seen), is_other_page=False)
