"""Visitors can't act for any seat, not even for an empty one or a bot's."""

import json
import random

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games import play
from games.clocks import database_clock
from games.models import Game, Move, Notification
from games.notifications import collect, sending
from games.refusals import Denied
from tests.notifications.readers import add_address, list_log
from tests.tables import as_user, person, pick, table

pytestmark = pytest.mark.django_db


def start_at_a_bots_turn(kind: str) -> Game:
    """Start a game and play until it's a bot's turn."""
    for seed in range(40):
        game, users = table(kind, 2 if kind == "tiles" else 4, players=1)
        dice = random.Random(seed)
        while game.seats.filter(user=users[0], is_to_move=True).exists() and game.status == Game.Status.PLAYING:
            seat, move = pick(game, dice)
            play.submit(game.pk, users[seat], game.version, f"ticket-{game.version}", "", lambda *_, move=move: move)
            game.refresh_from_db()
        if game.status == Game.Status.PLAYING:
            return game
    raise AssertionError("it was never a bot's turn")


@pytest.mark.parametrize("kind", ["push", "tiles", "swap"])
def test_visitors_cannot_move_resign_or_plan_for_a_bot(kind):
    game = start_at_a_bots_turn(kind)
    before = Move.objects.filter(game=game).count()
    _seat, move = pick(game, random.Random(1))
    fields = {"seen": game.version, "ticket": "nobody-moves", "move": json.dumps(move)}
    for path, sent in (("moves/", fields), ("resign/", {}), ("off/", {"yes": "on"}), ("time/", {"seat": 0})):
        answer = as_user(None).post(f"/games/{game.pk}/{path}", sent, headers={"Accept": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (403, "seat.none"), path
    with pytest.raises(Denied):
        play.make_plan(game.pk, AnonymousUser(), {"for": "turn", "least": None, "once": True})
    game.refresh_from_db()
    assert Move.objects.filter(game=game).count() == before
    assert not game.seats.exclude(leave_reason="").exists()


def test_visitors_cannot_leave_an_empty_seat():
    game = play.create_game(person("Ana"), kind="push", seats=3, options={})
    with pytest.raises(Denied) as refused:
        play.stand(game.pk, AnonymousUser())
    assert refused.value.code == "seat.none"


def test_closed_accounts_get_no_notifications():
    """Not even those that were already due."""
    ana = person("Ana")
    add_address(ana)
    collect.enqueue_notification([ana.pk], "vacation")
    collect.collect_all()
    User.objects.filter(pk=ana.pk).update(is_active=False)
    Notification.objects.update(due_at=database_clock.now())
    assert sending.deliver() == 0
    assert list_log(ana) == [("vacation", "mail", "skipped", "closed")]
