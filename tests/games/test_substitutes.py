"""What a substitute may not learn of who sat there before, nor somebody who left and sits down elsewhere."""

import random

import pytest

from games import play, records, render
from games.models import Game, Move
from games.refusals import Denied
from tests.games.tables import one_move, person, table

pytestmark = pytest.mark.django_db
HOLD = {"for": "turn", "least": None, "once": False}


def planned(game: Game, number: int) -> list[int]:
    """The moves of which that seat reads that a plan made them: in the record, and as often in the log."""
    table = render.whole(game.pk)
    found = [place for place, move in enumerate(records.record_of(table, number).moves, 1) if move.get("by") == "plan"]
    assert render.lines(table, number).count("by plan") == len(found)
    return found


def by_plan(game: Game) -> list[int]:
    return list(Move.objects.filter(game=game, by="plan").values_list("number", flat=True))


def test_a_substitute_reads_of_own_plans_only():
    game, users = table("swap", 4)
    dice, gone = random.Random(6), users[1]
    play.plan(game.pk, gone, HOLD)
    while not by_plan(game):
        one_move(game, users, dice)
    before = by_plan(game)
    assert planned(game, 1) == before
    play.resign(game.pk, gone)
    users[1] = zoe = person("Zoe")
    play.substitute(game.pk, zoe)
    game.refresh_from_db()
    assert planned(game, 1) == []
    play.plan(game.pk, zoe, HOLD)
    while by_plan(game) == before:
        one_move(game, users, dice)
    game.refresh_from_db()
    assert planned(game, 1) == by_plan(game)[len(before) :]
    assert planned(game, 0) == []
    play.agree_off(game.pk, zoe, yes=True)
    for user in (users[0], users[2], users[3]):
        play.agree_off(game.pk, user, yes=True)
    game.refresh_from_db()
    assert planned(game, 0) == by_plan(game)


def test_whose_seat_another_took_sits_down_in_no_other():
    game, users = table("swap", 4)
    play.resign(game.pk, users[1])
    play.substitute(game.pk, person("Zoe"))
    play.resign(game.pk, users[2])
    with pytest.raises(Denied) as denied:  # who saw the cards of one seat would see those of two
        play.substitute(game.pk, users[1])
    assert denied.value.code == "substitute.left"
    assert play.substitute(game.pk, person("Leo")) == 2
