"""Pages whose sockets get no boards for now, because a response or the socket's first message will have them."""

import contextlib
from collections.abc import Iterator
from typing import Any

from games.pages.tables import Shown

NONE_SHOWN: Shown = (-1, -1)


class Answer:
    """A response that is being made, and the board it has, if any."""

    shown: Shown | None = None


class HeldPages:
    """Holds back boards of single pages of the hub, and sends afterwards what is newer."""

    def __init__(self, hub: Any) -> None:
        self.hub = hub

    @contextlib.contextmanager
    def answer(self, game_id: str, user: int | None, page: str) -> Iterator[Answer]:
        """Send that page's socket no boards during the block, from any thread: the response will have the board.

        Afterwards the socket gets what is newer than the board in the response, or everything if there was none.
        """
        answer, loop = Answer(), self.hub.loop
        if not page or loop is None or not loop.is_running():
            yield answer
            return
        loop.call_soon_threadsafe(self.hold, game_id, user, page)
        try:
            yield answer
        finally:
            loop.call_soon_threadsafe(self.release_page, game_id, user, page, answer)

    def hold(self, game_id: str, user: int | None, page: str) -> None:
        for socket in self.find_page(game_id, user, page):
            socket.is_held = True

    def release_page(self, game_id: str, user: int | None, page: str, answer: Answer) -> None:
        for socket in self.find_page(game_id, user, page):
            self.release(game_id, socket, answer.shown or socket.shown)

    def find_page(self, game_id: str, user: int | None, page: str) -> list[Any]:
        """Return the sockets of that page, unless another user made up the same ID."""
        return [each for each in self.hub.sockets.get(game_id, ()) if each.page == page and each.user == user]

    def release(self, game_id: str, socket: Any, got: Shown | None, is_shown: bool = True) -> None:
        """Send the socket boards again, at once if there is a newer one than it got.

        `is_shown`: whether the page shows what it got, so that the next message can build on it.
        """
        socket.is_held = False
        if got is not None and is_shown:
            socket.shown = max(socket.shown or NONE_SHOWN, got)
        self.hub.show_again(game_id, got or NONE_SHOWN)
