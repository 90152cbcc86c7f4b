"""Races between requests: one wins, the others are refused."""

import json
import random
import threading
from collections import Counter
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connections

from games import play
from games.models import Game, Move, Rating
from games.rules.base import Refused
from games.rules.registry import KINDS
from tests.tables import people, person, pick, send, table, ticket

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def race(*calls: Callable[[], Any]) -> list[Any]:
    """Make all calls at once, each in its own thread; return their results or the codes of their refusals."""
    gate = threading.Barrier(len(calls))
    answers: list[Any] = [None] * len(calls)

    def run(place: int, call: Callable[[], Any]) -> None:
        gate.wait()
        try:
            answers[place] = call()
        except Refused as refused:
            answers[place] = refused.code
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return answers


def test_of_two_moves_for_one_version_exactly_one_is_stored(share):
    game, users = table("tiles", 2)
    dice = random.Random(1)
    for _ in range(share(small=20, proofs=200, whole=2_000)):
        game.refresh_from_db()
        if game.status != "playing":
            game, users = table("tiles", 2)
        seat, move = pick(game, dice)
        version, user = game.version, users[seat]
        answers = race(*[lambda: send(game, user, move, seen=version) for _ in range(2)])  # noqa: B023
        assert Counter(type(answer) for answer in answers) == {play.MoveReceipt: 1, str: 1}
        assert "seen.stale" in answers
        assert Move.objects.filter(game=game).count() == version + 1


def test_a_ticket_sent_twice_at_once_makes_one_move_with_one_receipt(share):
    game, users = table("tiles", 2)
    dice = random.Random(2)
    for _ in range(share(small=20, proofs=200, whole=2_000)):
        game.refresh_from_db()
        if game.status != "playing":
            game, users = table("tiles", 2)
        seat, move = pick(game, dice)
        version, user, once = game.version, users[seat], ticket()
        first, second = race(*[lambda: send(game, user, move, seen=version, with_ticket=once) for _ in range(2)])  # noqa: B023
        assert first == second == play.MoveReceipt(version + 1, first.receipt)
        assert Move.objects.filter(game=game).count() == version + 1


def test_only_one_player_gets_the_last_seat(share):
    ana, ben, chloe, dora = people(4)
    for _ in range(share(small=20, proofs=200, whole=2_000)):
        game = play.create_game(ana, kind="push", seats=2, options={})
        answers = race(*[lambda user=user: play.sit(game.pk, user) for user in (ben, chloe, dora)])  # noqa: B023
        assert Counter(type(answer) for answer in answers) == {Game: 1, str: 2}
        assert set(answers) - {answer for answer in answers if isinstance(answer, Game)} == {"sit.begun"}
        game.refresh_from_db()
        assert game.status == "playing"
        assert json.loads(game.state)["setup"]["seats"] == 2


def test_starting_joining_and_canceling_at_once_leave_a_consistent_game(share):
    ana, ben = people(2)
    for _ in range(share(small=10, proofs=40, whole=500)):
        game = play.create_game(ana, kind="swap", seats=4, options={})
        race(
            lambda: play.start(game.pk, ana, "easy"),  # noqa: B023
            lambda: play.sit(game.pk, ben),  # noqa: B023
            lambda: play.cancel_game(game.pk, ana),  # noqa: B023
        )
        game.refresh_from_db()
        seats = play.load_seats(game)
        if game.status == "playing":
            assert all(seat.is_taken and seat.shuffle_seed for seat in seats)
            assert play.parse_state(game) == KINDS["swap"].start(
                play.parse_state(game).setup, play.make_dealer(game, seats)
            )
        else:
            assert (game.status, game.state) == ("aborted", "")


def test_resigning_and_moving_at_once_both_count_or_one_is_refused(share):
    for _ in range(share(small=10, proofs=40, whole=500)):
        game, users = table("push", 3)
        seat, move = pick(game, random.Random(3))
        leaver = users[(seat + 1) % 3]
        version, mover = game.version, users[seat]
        moved, left = race(
            lambda: send(game, mover, move, seen=version),  # noqa: B023
            lambda: play.resign(game.pk, leaver),  # noqa: B023
        )
        assert isinstance(left, play.MoveReceipt)
        assert moved == "seen.stale" or isinstance(moved, play.MoveReceipt)
        numbers = list(Move.objects.filter(game=game).values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))


def test_players_without_a_seat_are_refused_in_a_race():
    game, _ = table("tiles", 2)
    stranger = person("Zoe")
    assert race(lambda: send(game, stranger, {"do": "resign"}), lambda: play.resign(game.pk, stranger)) == [
        "seat.none",
        "seat.none",
    ]


def test_ratings_of_games_that_end_at_once_are_all_counted():
    ends = []
    for names in [("Ana", "Ben"), ("Ben", "Chloe"), ("Chloe", "Ana"), ("Dora", "Emil")] * 2:
        winner, loser = map(person, names)
        game = play.create_game(winner, kind="tiles", seats=2, options={}, rated=True)
        play.sit(game.pk, loser)
        ends.append(lambda game=game.pk, loser=loser: play.resign(game, loser))
    race(*ends)
    played = dict(Rating.objects.values_list("user__username", "games"))
    assert played == {"Ana": 4, "Ben": 4, "Chloe": 4, "Dora": 2, "Emil": 2}
    call_command("rebuild_ratings", "--check", stdout=StringIO())
