"""Tables, seats, moves, tickets, versions, receipts, and how many statements a move takes."""

import json
import random
from contextlib import contextmanager

import psycopg
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import play
from games.archive import records
from games.models import Game, Move, Seat
from games.pages import tables
from games.refusals import Denied
from games.rules import hash_chain, record
from games.rules.base import BadSetup, IllegalMove, Refused
from games.rules.registry import KINDS
from games.rules.verify import verify
from games.worker import bots
from tests.tables import one_move, people, person, pick, play_to_the_end, send, table, ticket

pytestmark = pytest.mark.django_db

GAMES = [
    ("push", 1, {"solo": 6}),
    ("push", 2, {}),
    ("push", 4, {"bust_buy": True, "edition": "gamefactory"}),
    ("tiles", 2, {}),
    ("tiles", 2, {"open": True}),
    ("swap", 4, {"blocking": "ask"}),
    ("swap", 7, {"carry_on": False}),
]


def get_refusal(call) -> str:
    with pytest.raises(Refused) as refused:
        call()
    return refused.value.code


# --- creating and joining a game ------------------------------------------------------------------------------------


def test_the_host_takes_a_seat_and_the_game_waits_for_others():
    ana = person("Ana")
    game = play.create_game(ana, kind="push", seats=3, options={})
    assert (game.status, game.version) == ("open", 0)
    assert [seat.name for seat in play.load_seats(game)] == ["Ana", "", ""]


def test_the_last_seat_starts_the_game():
    game, _ = table("push", 3)
    assert game.status == "playing"
    assert game.seats.filter(is_to_move=True).count() == 1


def test_a_game_with_bots_in_all_other_seats_starts_at_once():
    game = play.create_game(person("Ana"), kind="swap", seats=4, options={}, bots={1: "easy", 2: "sharp", 3: "steady"})
    assert game.status == "playing"
    assert [seat.name for seat in play.load_seats(game)] == ["Ana", "Nora", "Otto", "Alma"]


def test_bots_can_take_the_first_seats():
    game = play.create_game(person("Ana"), kind="tiles", seats=2, options={}, bots={0: "easy"})
    assert [seat.name for seat in play.load_seats(game)] == ["Hugo", "Ana"]


def test_a_game_with_a_bot_is_not_rated():
    ana = person("Ana")
    assert play.create_game(ana, kind="tiles", seats=2, options={}, rated=True).is_rated
    assert not play.create_game(ana, kind="tiles", seats=2, options={}, rated=True, bots={1: "easy"}).is_rated


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"kind": "chess"}, "setup.kind"),
        ({"seats": 9}, "setup.seats"),
        ({"options": {"solo": 4}}, "push.solo-seats"),
        ({"options": {"hats": True}}, "setup.option-unknown"),
        ({"bots": {1: "genius"}}, "setup.bot"),
        ({"bots": {0: "easy", 1: "easy"}}, "new.bots"),
        ({"bots": {5: "easy"}}, "new.bots"),
        ({"pace": "hasty"}, "new.pace"),
        ({"seed": "xyz"}, "sit.seed"),
    ],
)
def test_an_invalid_new_game_is_refused_and_stores_nothing(change, expected):
    asked = {"kind": "push", "seats": 2, "options": {}} | change
    with pytest.raises((BadSetup, Denied)) as refused:
        play.create_game(person("Ana"), **asked)
    assert refused.value.code == expected or "solo" in refused.value.code
    assert Game.objects.count() == 0


@pytest.mark.database
def test_players_cannot_join_twice_or_a_full_or_canceled_game():
    ana, ben, chloe = people(3)
    game = play.create_game(ana, kind="tiles", seats=2, options={})
    assert get_refusal(lambda: play.sit(game.pk, ana)) == "sit.already"
    play.sit(game.pk, ben)
    assert get_refusal(lambda: play.sit(game.pk, ben)) == "sit.already"
    assert get_refusal(lambda: play.sit(game.pk, chloe)) == "sit.begun"
    off = play.create_game(ana, kind="tiles", seats=2, options={})
    play.cancel_game(off.pk, ana)
    assert get_refusal(lambda: play.sit(off.pk, ben)) == "game.off"
    assert get_refusal(lambda: play.sit("nowhere", ben)) == "game.unknown"


def test_leaving_before_the_start_frees_the_seat():
    ana, ben, chloe = people(3)
    game = play.create_game(ana, kind="push", seats=3, options={})
    play.sit(game.pk, ben)
    play.stand(game.pk, ben)
    play.sit(game.pk, chloe)
    assert [seat.name for seat in play.load_seats(game)] == ["Ana", "Chloe", ""]
    assert get_refusal(lambda: play.stand(game.pk, ben)) == "seat.none"
    assert get_refusal(lambda: play.stand(game.pk, ana)) == "stand.host"


def test_only_the_host_can_start_early_or_cancel():
    ana, ben = people(2)
    game = play.create_game(ana, kind="swap", seats=4, options={}, rated=True)
    play.sit(game.pk, ben)
    assert get_refusal(lambda: play.start(game.pk, ben)) == "host.only"
    assert get_refusal(lambda: play.cancel_game(game.pk, ben)) == "host.only"
    play.start(game.pk, ana, "easy")
    game.refresh_from_db()
    assert (game.status, game.is_rated) == ("playing", False)
    assert [seat.name for seat in play.load_seats(game)] == ["Ana", "Ben", "Otto", "Alma"]
    assert get_refusal(lambda: play.cancel_game(game.pk, ana)) == "start.begun"
    assert get_refusal(lambda: play.stand(game.pk, ben)) == "stand.begun"


def test_the_shuffle_uses_the_seeds_of_all_seats():
    ana, ben = people(2)
    game = play.create_game(ana, kind="push", seats=2, options={}, seed="0" * 32)
    play.sit(game.pk, ben, "f" * 32)
    assert list(game.seats.values_list("shuffle_seed", flat=True)) == ["0" * 32, "f" * 32]
    game.refresh_from_db()
    state = KINDS["push"].start(play.parse_state(game).setup, play.make_dealer(game, play.load_seats(game)))
    assert state == play.parse_state(game)


# --- moving ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "seats", "options"), GAMES)
def test_whole_games_are_stored_and_their_records_verify(kind, seats, options):
    game, users = table(kind, seats, options=options)
    play_to_the_end(game, users, random.Random(f"{kind}{seats}"))
    assert game.status == "finished"
    assert not game.seats.filter(is_to_move=True).exists()
    assert list(game.moves.values_list("number", flat=True)) == list(range(1, game.version + 1))
    text = record.write(records.make_record(tables.load(game.pk), None))
    assert verify(text) == ()
    assert json.loads(text)["head"] == game.chain_head
    assert sorted(game.seats.values_list("rank", flat=True)) == sorted(game.result["places"])


@pytest.mark.parametrize(("kind", "seats", "options"), GAMES)
def test_records_of_running_games_verify_for_everyone(kind, seats, options):
    game, users = table(kind, seats, options=options)
    dice = random.Random(f"{seats}{kind}")
    for _ in range(5):
        one_move(game, users, dice)
    for seat in [None, *range(seats)]:
        shown = records.make_record(tables.load(game.pk), seat)
        assert (shown.deal, shown.head, shown.fair.server, shown.result) == (None, None, None, None)
        assert verify(record.write(shown)) == ()


def test_the_seats_to_move_are_marked():
    game, users = table("swap", 4)
    dice = random.Random(1)
    while game.status == "playing":
        kind = play.find_kind(game)
        waiting = game.seats.filter(is_to_move=True).values_list("number", flat=True)
        assert tuple(waiting) == kind.waiting(play.parse_state(game))
        one_move(game, users, dice)


def test_a_game_with_bots_is_played_to_its_end():
    game, users = table("swap", 5, players=1)
    dice = random.Random(2)
    while game.status == "playing":
        bots.play_all(game.pk)
        game.refresh_from_db()
        if game.status == "playing":
            one_move(game, users * 5, dice)
    assert set(game.moves.exclude(made_by="").values_list("made_by", flat=True)) == {"bot"}
    assert verify(record.write(records.make_record(tables.load(game.pk), None))) == ()


def test_a_stand_in_plays_on_for_a_player_who_left_and_is_placed_last():
    game, users = table("push", 3)
    play.resign(game.pk, users[1])
    game.refresh_from_db()
    dice = random.Random(3)
    while game.status == "playing":
        bots.play_all(game.pk)
        game.refresh_from_db()
        if game.status == "playing":
            one_move(game, users, dice)
    assert game.seats.get(number=1).rank == 3
    assert "standin" in game.moves.values_list("made_by", flat=True)
    assert verify(record.write(records.make_record(tables.load(game.pk), None))) == ()


def test_resigning_in_a_two_player_game_ends_it():
    game, users = table("tiles", 2)
    play.resign(game.pk, users[0])
    game.refresh_from_db()
    assert (game.status, game.result["end"], game.result["places"]) == ("finished", "left", [2, 1])
    assert get_refusal(lambda: play.resign(game.pk, users[1])) == "game.over"


def test_a_receipt_proves_the_move_once_the_servers_seed_is_public():
    game, users = table("tiles", 2)
    done = one_move(game, users, random.Random(4))
    (move,) = game.moves.all()
    item = {"seat": move.seat, "move": move.move, "at": play.format_time(move.made_at)}
    link = hash_chain.next_link(hash_chain.first_link(game.pk, game.commitment), item)
    assert done == play.MoveReceipt(1, hash_chain.receipt(bytes.fromhex(game.server_seed), link))
    assert link == game.chain_head


@pytest.mark.database
def test_a_repeated_ticket_gets_the_same_answer_and_stores_nothing():
    game, users = table("tiles", 2)
    seat, move = pick(game, random.Random(5))
    first = send(game, users[seat], move, with_ticket="once-and-only")
    again = send(game, users[seat], move, seen=0, with_ticket="once-and-only")
    game.refresh_from_db()
    one_move(game, users, random.Random(6))
    later = send(game, users[seat], move, seen=0, with_ticket="once-and-only")
    assert first == again == later
    assert game.moves.count() == 2


def test_a_ticket_is_valid_for_one_move_of_one_seat():
    game, users = table("tiles", 2)
    seat, move = pick(game, random.Random(5))
    send(game, users[seat], move, with_ticket="once-and-only")
    game.refresh_from_db()
    other = {"do": "place", "at": [1, 0]}
    assert get_refusal(lambda: send(game, users[seat], other, with_ticket="once-and-only")) == "ticket.other"
    assert get_refusal(lambda: send(game, users[1 - seat], move, with_ticket="once-and-only")) == "ticket.other"


def test_refusals_are_checked_in_order():
    game, users = table("tiles", 2)
    dora = person("Dora")
    seat, move = pick(game, random.Random(5))
    rubbish = {"do": "dance"}
    assert get_refusal(lambda: send(game, dora, rubbish, seen="x", with_ticket="?")) == "seat.none"
    assert get_refusal(lambda: send(game, users[seat], rubbish, seen="x", with_ticket="?")) == "ticket.form"
    assert get_refusal(lambda: send(game, users[seat], rubbish, seen="x")) == "seen.form"
    assert get_refusal(lambda: send(game, users[seat], rubbish, seen=7)) == "seen.stale"
    assert get_refusal(lambda: send(game, users[seat], rubbish)) == "move.unknown"
    assert get_refusal(lambda: send(game, users[1 - seat], move)) == "turn.not-yours"
    send(game, users[seat], move, with_ticket="once-and-only")
    assert send(game, users[seat], move, seen="x", with_ticket="once-and-only").version == 1


@pytest.mark.parametrize("seen", [None, "", "-1", "1e3", "0x1", "9" * 40, [0], 0.0, True, "٣"])
def test_the_version_seen_must_be_a_number(seen):
    game, users = table("tiles", 2)
    seat, move = pick(game, random.Random(5))
    call = lambda: play.submit(game.pk, users[seat], seen, ticket(), "", lambda *_: move)  # noqa: E731
    assert get_refusal(call) == "seen.form"


@pytest.mark.parametrize("given", [None, "", "short", "x" * 65, "semi;colon", "späße-und-mehr", 12345678, "a\nbcdefgh"])
def test_malformed_tickets_are_refused(given):
    game, users = table("tiles", 2)
    seat, move = pick(game, random.Random(5))
    assert get_refusal(lambda: play.submit(game.pk, users[seat], 0, given, "", lambda *_: move)) == "ticket.form"


def test_an_illegal_move_changes_nothing():
    game, users = table("tiles", 2)
    seat, _ = pick(game, random.Random(5))
    before = Game.objects.values().get(), list(Seat.objects.values())
    with pytest.raises(IllegalMove):
        send(game, users[seat], {"do": "place", "at": [9, 9]})
    assert (Game.objects.values().get(), list(Seat.objects.values())) == before
    assert Move.objects.count() == 0


@pytest.mark.database
@pytest.mark.parametrize(("kind", "seats", "options"), [GAMES[1], GAMES[3], GAMES[5]])
def test_a_move_takes_at_most_six_statements_and_the_last_one_eleven(kind, seats, options):
    game, users = table(kind, seats, options=options)
    dice = random.Random(f"{kind}")
    costs = []
    while game.status == "playing":
        seat, move = pick(game, dice)
        with CaptureQueriesContext(connection) as queries:
            send(game, users[seat], move)
        costs.append([query["sql"] for query in queries if "SAVEPOINT" not in query["sql"]])
        game.refresh_from_db()
    assert max(map(len, costs[:-1])) <= 6
    assert len(costs[-1]) <= 11  # it also stores the results


@pytest.mark.database
@pytest.mark.parametrize("limits", [0, 1])
def test_a_request_adds_one_statement_to_a_move_and_one_more_for_limits(settings, limits):
    if limits:  # as on a public site
        settings.LIMITS = {"moves": ("user", 60, 60, ("move",)), "requests": ("address", 300, 60, ())}
    game, users = table("tiles", 2)
    seat, move = pick(game, random.Random(1))
    client = Client()
    client.force_login(users[seat])
    form = {"seen": 0, "ticket": ticket(), "move": json.dumps(move)}
    with CaptureQueriesContext(connection) as queries:
        assert client.post(f"/games/{game.pk}/moves/", form, headers={"Accept": "application/json"}).status_code == 200
    assert len([query for query in queries if "SAVEPOINT" not in query["sql"]]) <= 6 + 1 + limits


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_a_move_waits_for_the_database_at_most_four_times(monkeypatch):
    """On PostgreSQL: to begin, for what it reads, for what it writes, and for the commit. SQLite needs no network."""
    game, users = table("swap", 4)
    seat, move = pick(game, random.Random(1))
    send(game, users[seat], move)
    game.refresh_from_db()
    seat, move = pick(game, random.Random(1))
    with count_round_trips(monkeypatch) as waits:
        send(game, users[seat], move)
    assert len(waits) <= (4 if connection.vendor == "postgresql" else 8)


@contextmanager
def count_round_trips(monkeypatch):
    """Count how often the driver waits for a response of PostgreSQL; with SQLite, count statements."""
    waits: list[object] = []
    wait = psycopg.Connection.wait

    def watch(steps):
        states = set()
        try:
            state = next(steps)
            while True:
                states.add(state)
                state = steps.send((yield state))
        except StopIteration as end:
            return end.value
        finally:
            waits.extend([states] if psycopg.waiting.Wait.R in states else [])

    with monkeypatch.context() as patch, CaptureQueriesContext(connection) as queries:
        patch.setattr(psycopg.Connection, "wait", lambda self, steps, *more: wait(self, watch(steps), *more))
        yield waits
    if connection.vendor != "postgresql":
        waits.extend(queries.captured_queries)


@pytest.mark.database
def test_a_move_takes_as_many_statements_late_as_early():
    game, users = table("swap", 6)
    dice = random.Random(8)
    costs = []
    while game.status == "playing":
        seat, move = pick(game, dice)
        with CaptureQueriesContext(connection) as queries:
            send(game, users[seat], move)
        costs.append(len(queries))
        game.refresh_from_db()
    middle = len(costs) // 2
    assert middle > 10
    assert max(costs[middle:-1]) <= max(costs[:middle])
