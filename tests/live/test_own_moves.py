"""A page that makes a move gets the board in the response, and not by its socket as well."""

import asyncio
import json
import random
from typing import Any, NamedTuple

import pytest
from django.test import Client

from accounts.sessions import SessionStore
from games.live import hub
from games.models import Game
from tests.live.test_hub import Window, _own_hub, in_thread, run, session_of  # noqa: F401 (a fixture)
from tests.tables import pick, table, ticket

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = "1-2-3-4"


def click(game: Game, client: Client, move: Any, shown: str, page: str = PAGE) -> Any:
    """Make a move as a page does."""
    fields = {"seen": str(game.version), "ticket": ticket(), "move": json.dumps(move)}
    headers = {"HX-Request": "true", "Ten-Shown": shown, "Ten-Page": page}
    return client.post(f"/games/{game.pk}/moves/", fields, headers=headers)


class Player(NamedTuple):
    """A player with a session for a browser and another one for a socket."""

    pk: int
    client: Client
    session: SessionStore


def start() -> tuple[Game, list[Player]]:
    """Start a game; return it and its players by seat."""
    game, users = table("swap", 4)
    players = [Player(user.pk, Client(), session_of(user)) for user in users]
    for player, user in zip(players, users, strict=True):
        player.client.force_login(user)
    return game, players


def pick_mover(game: Game, players: list[Player]) -> tuple[Player, Player, Any]:
    """Return who moves next, somebody else, and a legal move."""
    seat, move = pick(game, random.Random(1))
    return players[seat], players[seat - 1], move


async def collect(window: Window) -> list[dict[str, Any]]:
    """Return the boards that arrive until the heartbeat that is sent now."""
    await hub.hub.send_alive()
    found: list[dict[str, Any]] = []
    while "alive" not in (frame := json.loads(await window.socket.receive_from(timeout=5))):
        found += [frame] if "version" in frame else []
    return found


async def wait_for_board(version: int) -> None:
    """Wait until everybody has been sent that board."""
    while not any(mark[0] == version for mark in hub.hub.sent.values()) or hub.hub.busy:
        await asyncio.sleep(0.01)


async def open_window(game: Game, player: Player) -> Window:
    window = Window(game.pk, player.session, v=f"{game.version}.{game.revision}&page={PAGE}")
    await window.open()
    await window.next("alive")
    return window


@pytest.mark.parametrize(("page", "count"), [(PAGE, 0), ("another-page", 1)])
def test_only_the_page_that_moves_gets_no_board_by_its_socket(page, count):
    game, players = start()
    mover, other, move = pick_mover(game, players)

    async def watch() -> None:
        mine, theirs = await open_window(game, mover), await open_window(game, other)  # the same ID, but another user
        response = await in_thread(click, game, mover.client, move, "0.0", page)
        assert response["Ten-Board"] == "1.0"
        assert (await theirs.next())["version"] == 1
        await wait_for_board(1)
        assert len(await collect(mine)) == count
        for window in (mine, theirs):
            await window.close()

    run(watch)


def test_the_next_board_builds_on_the_response():
    game, players = start()
    mover, _other, move = pick_mover(game, players)

    async def watch() -> None:
        mine = await open_window(game, mover)
        await in_thread(click, game, mover.client, move, "0.0")
        await in_thread(game.refresh_from_db)
        second, _other, answer = await in_thread(pick_mover, game, players)
        await in_thread(click, game, second.client, answer, "1.0", "another-page")
        await wait_for_board(2)
        assert [(frame["version"], frame["since"]) for frame in await collect(mine)] == [(2, "1.0")]
        await mine.close()

    run(watch)


def test_a_board_that_the_response_does_not_have_comes_by_the_socket_afterwards():
    game, players = start()
    mover, _other, move = pick_mover(game, players)

    async def watch() -> None:
        mine = await open_window(game, mover)
        with hub.hub.held_pages.answer(game.pk, mover.pk, PAGE):
            await in_thread(click, game, mover.client, move, "0.0", "another-page")
            await wait_for_board(1)
            assert await collect(mine) == []
        await asyncio.sleep(0)
        await wait_for_board(1)
        assert [frame["version"] for frame in await collect(mine)] == [1]
        await mine.close()

    run(watch)
