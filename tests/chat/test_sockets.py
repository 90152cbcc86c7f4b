"""Sockets announce new messages only to those who may read them."""

import asyncio
import json
from collections.abc import Callable

import pytest
from django.utils import timezone

from accounts import blocks
from games.chat import keys, service
from games.live import hub
from games.models import ChatMessage
from tests.live.test_hub import Window, _own_hub, in_thread, run, session_of, shut_down_hub
from tests.tables import people, person, table

pytestmark = pytest.mark.django_db(transaction=True)
__all__ = ["_own_hub"]
TALK = {"talk": True}
HAS_RECENT_MESSAGE = service.has_recent_message


async def read_frames(window: Window) -> list[dict]:
    """Read frames up to the one of `send_end`, without those about presence and liveness."""
    found: list[dict] = []
    while True:
        frame = json.loads(await window.socket.receive_from(timeout=5))
        if frame == {"end": True}:
            return found
        if not {"here", "alive"} & frame.keys():
            found.append(frame)


async def open_windows(game_id: str, *sessions) -> list[Window]:
    windows = [Window(game_id, session, v=0) for session in sessions]
    for window in windows:
        assert await window.open()
    await wait_until(lambda: len(hub.hub.sockets[game_id]) == len(windows) and game_id not in hub.hub.unsubscribed)
    return windows


async def wait_until(true: Callable[[], bool]) -> None:
    """Wait for other tasks of this loop; for example, a socket is accepted before it has joined."""
    async with asyncio.timeout(10):
        while not true():
            await asyncio.sleep(0.01)


async def send_end(game_id: str) -> None:
    """Send a last frame to all sockets, so that each has received everything before it."""
    hub.hub.spawn(hub.hub.send_all(list(hub.hub.sockets[game_id]), json.dumps({"end": True})))


async def collect_frames(game_id: str, windows: list[Window], count: int) -> list[list[dict]]:
    """Return the frames of each window, once `count` messages have gone through the layer."""
    await wait_until(lambda: len(handled_messages) == count)
    await send_end(game_id)
    found = [await read_frames(window) for window in windows]
    for window in windows:
        await window.close()
    return found


handled_messages: list[dict] = []


@pytest.fixture(autouse=True)
def _record_messages(monkeypatch):
    handled_messages.clear()
    hear = hub.Hub.show_chat

    def noted(self, message):
        hear(self, message)
        handled_messages.append(message)

    monkeypatch.setattr(hub.Hub, "show_chat", noted)
    monkeypatch.setattr(
        service, "has_recent_message", lambda *_: False
    )  # so that a socket that is still opening isn't told twice


def test_sockets_announce_messages_only_to_those_who_may_read_them():
    game, (ana, ben) = table("tiles", 2)
    chloe = person("Chloe")
    sessions = [session_of(user) for user in (ana, ben, chloe)]

    async def watch() -> None:
        windows = await open_windows(game.pk, *sessions, None)
        await in_thread(service.post_message, game.pk, ana, "one")
        await in_thread(service.post_message, game.pk, ben, "two")
        await in_thread(service.post_message, game.pk, chloe, "psst")
        assert await collect_frames(game.pk, windows, 3) == [[TALK, TALK], [TALK, TALK], [TALK], []]

    run(watch)


def test_messages_between_blocked_or_muted_players_are_not_announced():
    game, (ana, ben, chloe) = table("push", 3)
    blocks.set_status(ana, ben, "muted")
    blocks.set_status(chloe, ana, "blocked")
    sessions = [session_of(user) for user in (ana, ben, chloe)]

    async def watch() -> None:
        windows = await open_windows(game.pk, *sessions)
        await in_thread(service.post_message, game.pk, ben, "to Chloe only")
        await in_thread(service.post_message, game.pk, ana, "to Ben only")
        assert await collect_frames(game.pk, windows, 2) == [[TALK], [TALK, TALK], [TALK]]

    run(watch)


def test_what_players_receive_does_not_depend_on_spectators():
    game, (ana, ben) = table("tiles", 2)
    chloe = person("Chloe")
    sessions = [session_of(user) for user in (ana, ben, chloe)]
    found = []

    async def watch(loud: bool) -> None:
        windows = await open_windows(game.pk, *sessions)
        for number in range(3):
            if loud:
                await in_thread(service.post_message, game.pk, chloe, "they do not see it")
            await in_thread(service.post_message, game.pk, ana, f"number {number}")
        found.append((await collect_frames(game.pk, windows, 6 if loud else 3))[:2])

    for loud in (False, True):
        ChatMessage.objects.update(sent_at=timezone.now() - 2 * service.CONNECT_GAP)
        handled_messages.clear()
        shut_down_hub()
        hub.hub.__init__()
        run(lambda loud=loud: watch(loud))
    assert found[0] == found[1]


def test_the_author_is_told_that_a_message_was_read():
    game, (ana, ben) = table("tiles", 2)
    service.post_message(game.pk, ana, "hello")
    ChatMessage.objects.update(sent_at=timezone.now() - 2 * service.CONNECT_GAP)
    sessions = [session_of(user) for user in people(2)]

    async def watch() -> None:
        windows = await open_windows(game.pk, *sessions)
        here = await in_thread(service.load_access, game.pk, ben)
        await in_thread(service.mark_read, here, keys.Key(players=1))
        assert await collect_frames(game.pk, windows, 1) == [[TALK], []]

    run(watch)


def test_messages_sent_while_a_page_loads_are_announced_when_its_socket_opens(monkeypatch):
    monkeypatch.setattr(service, "has_recent_message", HAS_RECENT_MESSAGE)
    game, (ana, ben) = table("tiles", 2)
    service.post_message(game.pk, ana, "hello")
    heard_by = {user: service.has_recent_message(game.pk, user) for user in (ana.pk, ben.pk, person("Chloe").pk, None)}
    assert list(heard_by.values()) == [True, True, False, False]
    ChatMessage.objects.update(sent_at=timezone.now() - 9 * service.CONNECT_GAP)
    heard_after = {
        away: service.has_recent_message(game.pk, ben.pk, away) for away in ("", "20", "3600", "-1", "9" * 30)
    }
    assert [away for away, is_heard in heard_after.items() if is_heard] == ["3600"]
    ChatMessage.objects.update(sent_at=timezone.now())

    session = session_of(ben)

    async def watch() -> None:
        (window,) = await open_windows(game.pk, session)
        frames = [json.loads(await window.socket.receive_from(timeout=5)) for _frame in range(2)]
        assert TALK in frames  # the other one is about presence
        await window.close()

    run(watch)


def test_after_the_game_all_messages_are_announced_to_everyone(monkeypatch):
    game, (ana, _) = table("tiles", 2)
    chloe = person("Chloe")
    sessions = [session_of(user) for user in (ana, chloe)]
    monkeypatch.setattr(service, "is_over", lambda game: True)

    async def watch() -> None:
        windows = await open_windows(game.pk, *sessions, None)
        await in_thread(service.post_message, game.pk, chloe, "well played")
        assert await collect_frames(game.pk, windows, 1) == [[TALK], [TALK], [TALK]]

    run(watch)


def test_messages_sent_while_the_channel_layer_is_down_are_found_by_the_pulse(monkeypatch):
    """They are announced to those who may read them, and no longer looked for once the layer is back."""
    game, users = table("tiles", 2)
    sessions = [session_of(users[0]), session_of(person("Watcher"))]
    failing = hub.get_layer().group_send
    monkeypatch.setattr(hub, "PULSE_SECONDS", 0.05)
    monkeypatch.setattr(service, "has_recent_message", HAS_RECENT_MESSAGE)

    async def away(*_: object) -> None:
        raise ConnectionError("no layer")

    async def watch() -> None:
        player, watcher = await open_windows(game.pk, *sessions)
        monkeypatch.setattr(hub.get_layer(), "group_send", away)
        await in_thread(service.post_message, game.pk, users[1], "hello")
        assert await player.next("talk") == TALK
        monkeypatch.setattr(hub.get_layer(), "group_send", failing)
        await wait_until(lambda: not hub.hub.is_layer_away)
        while not player.socket.output_queue.empty():
            player.socket.output_queue.get_nowait()
        with monkeypatch.context() as outage:  # messages to this process alone are lost
            outage.setattr(hub.get_layer(), "receive", away)
            outage.setattr(hub.hub, "handle_safely", lambda message: None)
            await in_thread(service.post_message, game.pk, users[1], "are you there?")
            async with asyncio.timeout(10):
                assert await player.next("talk") == TALK
        await wait_until(lambda: not hub.hub.is_layer_away)
        await send_end(game.pk)
        assert TALK not in await read_frames(watcher)
        for window in (player, watcher):
            await window.close()

    run(watch)
