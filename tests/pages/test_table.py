"""The URLs of a table: moves and their responses as JSON, for htmx and for plain forms; state and record."""

import json
import random

import pytest
from django.test import Client

from games import play
from games.kinds import KINDS
from games.models import Game
from games.pages import board as boards
from games.pages import tables
from games.rules import record
from games.rules.base import Refused
from games.rules.serialization import read_move
from games.rules.verify import verify
from tests.tables import as_user, one_move, people, person, pick, table, ticket

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}
HTMX = {"HX-Request": "true"}


def start_table(kind="tiles", seats=2, **extra):
    game, users = table(kind, seats, **extra)
    return game, [as_user(user) for user in users]


def post(client, game, path="moves/", headers=JSON, **fields):
    return client.post(f"/games/{game.pk}/{path}", fields, headers=headers)


def make_fields(game, move, **other):
    return {"seen": game.version, "ticket": ticket(), "move": json.dumps(move)} | other


# --- moves ----------------------------------------------------------------------------------------------------------


def test_a_move_as_json_gets_version_and_receipt():
    game, clients = start_table()
    seat, move = pick(game, random.Random(1))
    answer = post(clients[seat], game, **make_fields(game, move))
    assert answer.status_code == 200
    assert set(answer.json()) == {"version", "receipt"}
    assert answer.json()["version"] == 1
    assert len(answer.json()["receipt"]) == 12


def test_a_repeated_ticket_gets_the_same_response():
    game, clients = start_table()
    seat, move = pick(game, random.Random(1))
    fields = make_fields(game, move)
    first = post(clients[seat], game, **fields)
    assert post(clients[seat], game, **fields).content == first.content
    other = fields | {"move": json.dumps({"do": "place", "at": [5, 5]})}
    assert post(clients[seat], game, **other).status_code == 409


def test_htmx_gets_the_new_board_and_the_receipt():
    game, clients = start_table()
    seat, move = pick(game, random.Random(1))
    answer = post(clients[seat], game, headers=HTMX, **make_fields(game, move))
    assert answer.status_code == 200
    assert 'id="table"' in answer.text
    assert 'data-version="1"' in answer.text
    assert json.loads(answer["HX-Trigger"])["ten:moved"]["version"] == 1


def test_without_javascript_a_move_redirects_to_the_table_with_the_receipt():
    game, clients = start_table()
    seat, move = pick(game, random.Random(1))
    answer = post(clients[seat], game, headers={}, **make_fields(game, move))
    assert (answer.status_code, answer["Location"]) == (303, f"/games/{game.pk}/")
    assert "Saved as move 1" in clients[seat].get(answer["Location"]).text


def test_a_late_move_is_refused_with_the_new_board():
    game, clients = start_table()
    seat, move = pick(game, random.Random(1))
    late = make_fields(game, move)
    post(clients[seat], game, **make_fields(game, move))
    told = post(clients[seat], game, **late)
    assert (told.status_code, told.json()["code"]) == (409, "seen.stale")
    by_htmx = post(clients[seat], game, headers=HTMX, **late)
    assert by_htmx.status_code == 409
    assert 'data-version="1"' in by_htmx.text
    assert "moved on" in json.loads(by_htmx["HX-Trigger"])["ten:said"]["text"]
    page = post(clients[seat], game, headers={}, **late)
    assert page.status_code == 409
    assert "moved on" in page.text
    assert 'data-version="1"' in page.text


def test_an_illegal_move_is_explained_and_does_not_replace_the_board():
    game, clients = start_table()
    seat, _ = pick(game, random.Random(1))
    fields = make_fields(game, {"do": "place", "at": [7, 7]})
    answer = post(clients[seat], game, **fields)
    assert answer.status_code == 422
    assert answer.json()["message"].endswith(".")
    by_htmx = post(clients[seat], game, headers=HTMX, **fields)
    assert (by_htmx.status_code, by_htmx["HX-Reswap"], by_htmx.content) == (422, "none", b"")
    page = post(clients[seat], game, headers={}, **fields)
    assert page.status_code == 422
    assert answer.json()["message"] in page.text


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"move": "{"}, 422, "move.json"),
        ({"move": "[" * 30_000}, 422, "move.json"),
        ({"move": "null"}, 422, "move.not-an-object"),
        ({"move": '"draw"'}, 422, "move.not-an-object"),
        ({"move": '{"do":"place"}'}, 422, "move.misfit"),
        ({"move": '{"do":"place","at":[1e400,0]}'}, 422, "move.misfit"),
        ({"move": '{"do":"place","at":[0,0],"by":"clock"}'}, 422, "move.misfit"),
        ({"move": '{"do":["place"]}'}, 422, "move.unknown"),
        ({"move": '{"do":"\\u0000"}'}, 422, "move.unknown"),
        ({"move": ""}, 422, "move.json"),
        ({}, 422, "move.none"),
        ({"do": "dance"}, 422, "move.unknown"),
        ({"do": "place", "at": "here"}, 422, "move.misfit"),
        ({"seen": "-1"}, 422, "seen.form"),
        ({"seen": "1"}, 409, "seen.stale"),
        ({"ticket": "x"}, 422, "ticket.form"),
    ],
)
def test_an_invalid_request_is_refused_with_a_sentence(fields, status, code):
    game, clients = start_table()
    seat, move = pick(game, random.Random(1))
    sent = {"seen": 0, "ticket": ticket()} | fields
    if set(fields) & {"seen", "ticket"}:
        sent["move"] = json.dumps(move)
    for headers in (JSON, HTMX, {}):
        answer = post(clients[seat], game, headers=headers, **sent)
        assert answer.status_code == status
        if headers is JSON:
            assert answer.json()["code"] == code
            assert answer.json()["message"]
    game.refresh_from_db()
    assert game.version == 0


def test_moving_out_of_turn_says_whose_turn_it_is():
    """By the player's name, not by the number of the seat."""
    game, clients = start_table()
    seat, move = pick(game, random.Random(1))
    other = next(number for number in range(len(clients)) if number != seat)
    answer = post(clients[other], game, **make_fields(game, move))
    assert (answer.status_code, answer.json()["code"]) == (422, "turn.not-yours")
    name = game.seats.get(number=seat).user.username
    assert answer.json()["message"] == f"It's not your turn. Waiting for {name}."


def test_only_seated_players_can_move():
    game, _ = start_table()
    _, move = pick(game, random.Random(1))
    for client in (Client(), as_user(person("Zoe"))):
        for headers in (JSON, HTMX, {}):
            assert post(client, game, headers=headers, **make_fields(game, move)).status_code == 403
        assert post(client, game, "resign/").status_code == 403
    assert post(as_user(person("Zoe")), Game(pk="nowhere"), **make_fields(game, move)).status_code == 404


def test_a_move_needs_a_post_with_a_csrf_token():
    game, clients = start_table()
    seat, move = pick(game, random.Random(1))
    assert clients[seat].get(f"/games/{game.pk}/moves/").status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(play.load_seats(game)[seat].user)
    assert post(strict, game, **make_fields(game, move)).status_code == 403
    game.refresh_from_db()
    assert game.version == 0


def test_resigning_has_a_url_of_its_own():
    game, clients = start_table()
    assert post(clients[0], game, "resign/").json()["version"] == 1
    assert post(clients[1], game, "resign/").json()["code"] == "game.over"


@pytest.mark.parametrize("fields", [{"move": '{"do":"draw"}'}, {"move": "{"}, {"do": "nonsense"}, {}])
def test_after_the_end_every_move_gets_a_409(fields):
    game, clients = start_table()
    post(clients[0], game, "resign/")
    answer = post(clients[1], game, **{"seen": 1, "ticket": ticket()} | fields)
    assert (answer.status_code, answer.json()["code"]) == (409, "game.over")


@pytest.mark.parametrize(("seed", "status", "stored"), [("AB" * 16, 200, ["ab" * 16]), (["0" * 32, "1" * 32], 422, [])])
def test_the_shuffle_seed_is_checked_when_sitting_down(seed, status, stored):
    host, guest = people(2)
    game = play.create_game(host, kind="tiles", seats=2, options={})
    assert post(as_user(guest), game, "sit/", seed=seed).status_code == status
    assert [seat.shuffle_seed for seat in play.load_seats(game) if seat.user == guest] == stored


# --- state.json -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "seats"), [("push", 3), ("push", 1), ("tiles", 2), ("swap", 5)])
def test_state_lists_legal_moves_only(kind, seats):
    options = {"solo": 5} if seats == 1 else {}
    game, users = table(kind, seats, options=options)
    clients, dice = [as_user(user) for user in users], random.Random(kind)
    for _ in range(25):
        if game.status != "playing":
            break
        rules, state = play.find_kind(game), play.parse_state(game)
        seat = rules.waiting(state)[0]
        shown = clients[seat].get(f"/games/{game.pk}/state.json").json()
        assert (shown["version"], shown["status"], shown["seat"]) == (game.version, "playing", seat)
        assert shown["waiting"] == [seat]
        assert shown["choices"]["moves"]
        for move in shown["choices"]["moves"]:
            rules.play(state, seat, read_move(rules, move), play.make_dealer(game, play.load_seats(game)))
            assert move["do"] != "resign"
        assert {move["do"] for move in shown["choices"]["moves"]} == set(shown["choices"]) - {"resign", "moves"}
        one_move(game, users, dice)


def test_state_has_no_moves_in_open_games_and_for_spectators():
    ana, _ = people(2)
    game = play.create_game(ana, kind="tiles", seats=2, options={})
    shown = Client().get(f"/games/{game.pk}/state.json").json()
    assert (shown["status"], shown["view"], shown["choices"]["moves"], shown["seat"]) == ("open", None, [], None)
    begun, _ = table("swap", 4)
    shown = Client().get(f"/games/{begun.pk}/state.json").json()
    assert shown["choices"]["moves"] == []
    assert shown["view"]["card"] is None


# --- pages ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "seats"), [("push", 4), ("tiles", 2), ("swap", 4)])
def test_a_table_is_the_same_for_everyone_in_an_audience_except_the_token(kind, seats):
    game, users = table(kind, seats)
    board = boards.render_fragment(tables.load(game.pk), None, "en")
    for client in (Client(), as_user(person("Zoe"))):
        page = client.get(f"/games/{game.pk}/")
        assert page.status_code == 200
        assert str(board).split("<form")[0] in page.text
    own = as_user(users[0]).get(f"/games/{game.pk}/").text
    assert 'data-seat="0"' in own


def test_an_unknown_game_is_404_with_a_sentence():
    for path in ("", "state.json", "record.json", "log/"):
        answer = Client().get(f"/games/nowhere/{path}")
        assert answer.status_code == 404
        assert "find that game" in answer.text


def test_the_full_log_has_a_page_of_its_own():
    game, users = table("push", 2)
    dice = random.Random(5)
    for _ in range(40):
        if game.status == "playing":
            one_move(game, users, dice)
    page = Client().get(f"/games/{game.pk}/log/")
    assert page.status_code == 200
    assert 'id="e1-' in page.text
    assert f'id="e{game.version}-' in page.text
    assert 'id="e1-' not in Client().get(f"/games/{game.pk}/").text


@pytest.mark.parametrize("is_known", [True, False])
def test_the_log_of_a_board_has_each_of_the_last_moves_once(is_known, monkeypatch):
    """Whether the table is cached, so that only new moves are loaded, or not."""
    monkeypatch.setattr(tables, "LOG_MOVES", 4)
    game, users = table("tiles", 2)
    dice = random.Random(1)
    for number in range(1, 8):
        one_move(game, users, dice)
        if not is_known:
            tables._tables.items.clear()
        assert [move.number for move in tables.load(game.pk).moves] == list(range(1, number + 1))[-4:]


# --- records --------------------------------------------------------------------------------------------------------


def test_a_downloaded_record_verifies():
    game, users = table("push", 2)
    dice = random.Random(5)
    while game.status == "playing":
        one_move(game, users, dice)
    answer = Client().get(f"/games/{game.pk}/record.json")
    assert answer["Content-Type"] == "application/json"
    assert verify(answer.text) == ()
    assert record.read(answer.text).fair.server == game.server_seed


def test_the_record_of_a_running_game_hides_what_its_reader_may_not_know():
    game, users = table("push", 3)
    dice = random.Random(9)
    while not game.moves.filter(move__do="bid").exists():
        one_move(game, users, dice)
    bid = game.moves.filter(move__do="bid").first()
    texts = [as_user(user).get(f"/games/{game.pk}/record.json").text for user in users]
    for seat, text in enumerate(texts):
        shown = record.read(text)
        assert verify(text) == ()
        assert game.server_seed not in text
        pay = shown.moves[bid.number - 1]["move"].get("pay")
        assert pay == bid.move["pay"] or (seat != bid.seat and pay is None)


def test_there_is_no_record_before_the_deal():
    ana, _ = people(2)
    game = play.create_game(ana, kind="tiles", seats=2, options={})
    answer = Client().get(f"/games/{game.pk}/record.json", headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (409, "game.open")


# --- forms ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "seats"), [("push", 3), ("tiles", 2), ("swap", 4)])
def test_every_presenter_offers_legal_moves(kind, seats):
    game, _ = table(kind, seats)
    rules, state = play.find_kind(game), play.parse_state(game)
    seat = rules.waiting(state)[0]
    move = KINDS[kind].random_move(rules.choices(state, seat), random.Random(1))
    try:
        rules.play(state, seat, move, play.make_dealer(game, play.load_seats(game)))
    except Refused as refused:  # pragma: no cover
        raise AssertionError(refused.code) from refused
    assert KINDS[kind].presenter.legal(*boards.make_view(tables.load(game.pk), seat))


def test_a_player_who_left_is_marked_at_once():
    game, users = table("push", 3)
    assert not any(person.left for person in tables.load(game.pk).people)
    play.resign(game.pk, users[1])
    assert [person.left for person in tables.load(game.pk).people] == [False, True, False]


@pytest.mark.database
def test_each_panel_beside_the_board_takes_one_statement(django_assert_max_num_queries):
    """Six statements: session, game, visit, plans, messages, draft. Board and log are cached."""
    game, users = table("push", 3)
    client = as_user(users[0])
    client.get(f"/games/{game.pk}/")
    with django_assert_max_num_queries(6):
        assert client.get(f"/games/{game.pk}/").status_code == 200
