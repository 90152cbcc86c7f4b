"""Bots move right away, one move at a time, and none is forgotten."""

import asyncio
import random
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connections
from django.utils import timezone

from games import play
from games.models import Game
from games.rules.base import IllegalMove
from games.worker import bots as table_bots
from tests.live.test_hub import close_connections
from tests.tables import one_move, people, person, table

pytestmark = pytest.mark.django_db


def make_overdue(game):
    """Make the bot's move overdue, as if the process that should make it had died."""
    Game.objects.filter(pk=game.pk).update(auto_move_due_at=timezone.now() - timedelta(hours=1))


def create_game_with_bots(seats=4, bots=None):
    bots = bots or dict.fromkeys(range(1, seats), "easy")
    return play.create_game(person("Ana"), kind="swap", seats=seats, options={}, bots=bots)


def test_the_game_stores_whether_a_bot_is_due():
    game, users = table("tiles", 2, players=1)
    while game.status == "playing":
        kind = play.find_kind(game)
        waits_for_bot = kind.waiting(play.parse_state(game)) == (1,)
        assert (game.auto_move_due_at is not None) == waits_for_bot
        if waits_for_bot:
            table_bots.move_one(game.pk)
        else:
            one_move(game, users, random.Random(1))
        game.refresh_from_db()
    assert game.auto_move_due_at is None


def test_a_bot_makes_one_move_at_a_time():
    game = create_game_with_bots(bots={0: "easy", 1: "easy", 2: "easy"})
    while not table_bots.is_due(game.pk):
        game = create_game_with_bots(bots={0: "easy", 1: "easy", 2: "easy"})
    table_bots.move_one(game.pk)
    game.refresh_from_db()
    assert game.version == 1


def test_the_periodic_work_makes_moves_that_a_dead_process_left():
    game = create_game_with_bots()
    while not table_bots.is_due(game.pk):
        game = create_game_with_bots()
    assert table_bots.list_forgotten() == []  # its process is still about to move
    make_overdue(game)
    assert table_bots.list_forgotten() == [game.pk]
    call_command("tick", "--once")
    game.refresh_from_db()
    assert game.version > 0
    assert game.auto_move_due_at is None


def test_a_bot_that_chooses_an_illegal_move_makes_another(monkeypatch, caplog):
    game = create_game_with_bots()
    while not table_bots.is_due(game.pk):
        game = create_game_with_bots()
    monkeypatch.setattr(table_bots, "choose_move", lambda *_: {"do": "accept"})
    table_bots.move_one(game.pk)
    game.refresh_from_db()
    assert game.version == 1
    assert "chose an illegal move" in caplog.text


def test_a_bot_does_not_move_if_the_game_has_changed_meanwhile(monkeypatch):
    game, users = table("push", 3)
    leaver, others = users[play.find_kind(game).waiting(play.parse_state(game))[0]], people(3)
    play.resign(game.pk, leaver)
    think = table_bots.choose_move

    def overtaken(*seen):
        house_move = think(*seen)
        play.resign(game.pk, next(user for user in others if user != leaver))
        return house_move

    monkeypatch.setattr(table_bots, "choose_move", overtaken)
    table_bots.move_one(game.pk)
    game.refresh_from_db()
    assert game.version == 2  # the two resignations
    assert list(game.moves.values_list("made_by", flat=True)) == ["", ""]


@pytest.mark.django_db(transaction=True)
def test_in_a_server_bots_move_until_it_is_a_players_turn(settings):
    settings.BOT_PAUSE = 0

    async def serve() -> None:
        table_bots.start(asyncio.get_running_loop())
        game = await asyncio.to_thread(create)
        for _ in range(1_000):
            await asyncio.sleep(0.01)
            if not await asyncio.to_thread(is_due, game.pk):
                break
        assert not await asyncio.to_thread(is_due, game.pk)

    def create() -> Game:
        try:
            return create_game_with_bots(8)
        finally:
            connections.close_all()

    def is_due(game_id: str) -> bool:
        try:
            return table_bots.is_due(game_id)
        finally:
            connections.close_all()

    asyncio.run(serve())
    close_connections(table_bots._pool)
    game = Game.objects.get()
    seat = play.find_kind(game).waiting(play.parse_state(game))[0] if game.status == "playing" else 0
    assert seat == 0
    with pytest.raises(IllegalMove):
        play.move_bot(game.pk, 1, game.version, {"do": "hold"}, "bot")
