"""The socket that sends a user the number of games waiting for them."""

import json
import random
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.sessions import SessionStore
from games import play, signals
from games.live import announcements, badges, hub
from games.play import invitations
from ten_site.asgi import application
from tests.live.test_hub import ORIGIN, _own_hub, in_thread, run, session_of  # noqa: F401 (a fixture for all here)
from tests.tables import one_move, people, person, table

pytestmark = pytest.mark.django_db(transaction=True)


class Page:
    """The socket of any page of a user."""

    def __init__(self, session: SessionStore | None, origin: Any = ORIGIN) -> None:
        cookie = f"{settings.SESSION_COOKIE_NAME}={session.session_key}" if session else ""
        self.socket = WebsocketCommunicator(application, "/ws/me/", headers=[origin, (b"cookie", cookie.encode())])

    async def open(self) -> bool:
        return bool((await self.socket.connect(timeout=5))[0])

    async def count(self) -> int:
        """Return the next count."""
        frame = json.loads(await self.socket.receive_from(timeout=5))
        assert frame.keys() == {"count"}
        return int(frame["count"])

    async def ended(self) -> int:
        while (output := await self.socket.receive_output(timeout=5))["type"] != "websocket.close":
            pass
        return int(output["code"])

    async def close(self) -> None:
        await self.socket.disconnect()


def split_by_turn(game, users):
    """Return the player to move and the other one."""
    mover = game.seats.get(is_to_move=True).user
    return mover, next(user for user in users if user != mover)


def test_a_page_is_sent_the_count_at_once_and_when_it_changes():
    game, users = table("tiles", 2)
    mover, other = split_by_turn(game, users)

    async def watch() -> None:
        pages = [Page(session) for session in [await in_thread(session_of, user) for user in (mover, other, mover)]]
        for page, count in zip(pages, (1, 0, 1), strict=True):
            assert await page.open()
            assert await page.count() == count
        await in_thread(one_move, game, users, random.Random(1))
        while not await in_thread(lambda: game.seats.filter(is_to_move=True, user=other).exists()):
            await in_thread(one_move, game, users, random.Random(1))
        for page, count in zip(pages, (0, 1, 0), strict=True):
            while await page.count() != count:
                pass
            await page.close()
        assert hub.hub.badges.sockets == {}
        assert hub.hub.badges.sent == {}

    run(watch)


def test_many_changes_send_one_count_and_only_to_that_user(monkeypatch):
    _, users = table("tiles", 2)
    asked: list[list[int]] = []
    count = badges.waiting_games.count_by_user
    monkeypatch.setattr(badges.waiting_games, "count_by_user", lambda users: asked.append(list(users)) or count(users))

    sessions = [session_of(user) for user in (users[0], person("Zoe"))]

    async def watch() -> None:
        page, stranger = map(Page, sessions)
        for one in (page, stranger):
            await one.open()
            await one.count()
        asked.clear()
        for _ in range(20):
            hub.hub.badges.refresh_soon([users[0].pk, users[1].pk, 10**9])
        await page.count()
        assert asked == [[users[0].pk]]
        assert await page.socket.receive_nothing(timeout=2 * badges.GATHER_SECONDS)
        assert await stranger.socket.receive_nothing()
        await page.close()
        await stranger.close()

    run(watch)


def test_an_update_for_several_users_is_one_message_to_all_processes(monkeypatch):
    sent: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(announcements, "send_to_group", lambda name, message: sent.append((name, message)))
    signals.send_queue_changed([3, 1, None, 3])
    assert sent == [(hub.ALL_HUBS, {"type": "queue", "users": [1, 3]})]


def test_invitations_and_taken_seats_update_the_count():
    ana, ben = people(2)
    game = play.create_game(ana, kind="tiles", seats=2, options={})
    session = session_of(ana)

    async def watch() -> None:
        page = Page(session)
        await page.open()
        assert await page.count() == 0
        await in_thread(play.sit, game.pk, ben)
        await page.count()  # the game begins
        await page.close()

    run(watch)


def record_updates(monkeypatch) -> list[list[int]]:
    """Record which users are told from now on that their count may have changed."""
    sent: list[list[int]] = []
    monkeypatch.setattr(
        announcements, "send_to_group", lambda _name, told: sent.append(told["users"]) if "users" in told else None
    )
    return sent


def test_a_move_updates_the_counts_of_all_players(monkeypatch):
    game, users = table("push", 4)
    sent = record_updates(monkeypatch)
    one_move(game, users, random.Random(2))
    assert sent == [sorted(user.pk for user in users)]


def test_a_canceled_invitation_updates_the_invited_players_count(monkeypatch):
    ana, ben, zoe = people(3)
    sent = record_updates(monkeypatch)
    for end in (
        lambda game: play.sit(game.pk, ben),
        lambda game: play.cancel_game(game.pk, ana),
        lambda game: invitations.withdraw(game.invitations.get(), ana),
    ):
        game = play.create_game(ana, kind="tiles", seats=2, options={})
        invitations.invite(game, ana, zoe.username)
        sent.clear()
        end(game)
        assert zoe.pk in {user for users in sent for user in users}


def test_counts_require_a_login_and_the_sites_origin():
    async def watch() -> None:
        for session in (None, SessionStore("deadbeefdeadbeef")):
            page = Page(session)
            assert await page.open()
            assert await page.ended() == 4401
        assert not await Page(None, (b"origin", b"https://evil.example")).open()

    run(watch)


def test_the_socket_ignores_input_and_closes_when_flooded():
    session = session_of(person("Ana"))

    async def watch() -> None:
        page = Page(session)
        await page.open()
        for _ in range(30):
            await page.socket.send_to(text_data='{"count": 99}')
        assert await page.ended() == 4429

    run(watch)


def test_logging_out_closes_only_that_sessions_socket():
    client = Client()
    client.force_login(person("Ana"))
    other = session_of(person("Ana"))

    async def watch() -> None:
        split_by_turn, second = Page(client.session), Page(other)
        for page in (split_by_turn, second):
            await page.open()
            await page.count()
        await in_thread(client.post, "/accounts/logout/")
        assert await split_by_turn.ended() == 4401
        hub.hub.badges.refresh_soon([person_pk])
        assert await second.count() == 0
        await second.close()

    person_pk = person("Ana").pk
    run(watch)


def test_an_ended_session_gets_no_more_counts(monkeypatch):
    monkeypatch.setattr(badges, "TRUST_SECONDS", 1e9)
    user = person("Ana")
    session = session_of(user)

    async def watch() -> None:
        page = Page(session)
        await page.open()
        await page.count()
        monkeypatch.setattr(badges, "TRUST_SECONDS", -1)
        await in_thread(session.delete)
        hub.hub.badges.refresh_soon([user.pk])
        assert await page.ended() == 4401

    run(watch)


def test_messages_lost_by_the_channel_layer_are_found_by_counting(monkeypatch):
    game, users = table("tiles", 2)
    mover, _ = split_by_turn(game, users)
    session = session_of(mover)

    async def watch() -> None:
        page = Page(session)
        await page.open()
        assert await page.count() == 1
        await hub.hub.badges.check_counts()  # nothing was lost, so nothing is sent
        assert await page.socket.receive_nothing(timeout=2 * badges.GATHER_SECONDS)
        await in_thread(lambda: game.seats.update(is_to_move=False))
        hub.hub.badges.checked = -1e9
        await hub.hub.badges.check_counts()
        assert await page.count() == 0
        await page.close()

    run(watch)


def test_many_users_are_counted_by_one_statement():
    table("swap", 4)
    users = [user.pk for user in people(12)]
    with CaptureQueriesContext(connection) as found:
        assert sum(badges.waiting_games.count_by_user(users).values()) >= 1
    assert len(found) == 1
