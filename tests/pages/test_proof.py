"""The page of the shuffle proof: what it shows at which time, and to whom."""

import json
import random

import pytest
from django.test import Client

from games import play
from games.models import Game, Move
from games.rules import hash_chain
from tests.finished_games import load_finished_game
from tests.tables import as_user, one_move, people, table

pytestmark = pytest.mark.django_db


def address(game: Game) -> str:
    return f"/games/{game.pk}/proof/"


def test_before_the_deal_readers_see_the_commitment_and_their_own_seed():
    ana, ben = people(2)
    game = play.create_game(ana, kind="push", seats=3, options={}, seed="a1" * 16)
    play.sit(game.pk, ben, seed="b2" * 16)
    seen = {who: as_user(who).get(address(game)).text for who in (ana, ben, None)}
    assert all(game.commitment in page for page in seen.values())
    assert [("a1" * 16 in page, "b2" * 16 in page) for page in seen.values()] == [
        (True, False),
        (False, True),
        (False, False),
    ]
    assert all("Ana" in page and "Ben" in page for page in seen.values())
    assert all(game.server_seed not in page for page in seen.values())


@pytest.mark.parametrize(("kind", "seats"), [("push", 2), ("tiles", 2), ("swap", 4)])
def test_during_the_game_the_proof_reveals_nothing_hidden(kind, seats):
    """Changing the server's seed and the moves changes nothing on the page but the reader's receipts."""
    game, users = table(kind, seats)
    for _ in range(9):
        one_move(game, users, random.Random(3))
    clients = {who: as_user(who) for who in (*users, None)}
    before = {who: _strip(client.get(address(game)).text) for who, client in clients.items()}
    seats_given = [seat.shuffle_seed for seat in game.seats.all()]
    for who, page in before.items():
        assert game.commitment in page
        assert all(given in page for given in seats_given)
        assert "What it can't rule out" in page
        assert 'id="proof"' not in page
        assert ("Your receipts" in page) == (who is not None and game.moves.filter(seat=users.index(who)).exists())
    assert all(game.server_seed not in page and game.chain_head not in page for page in before.values())
    Game.objects.filter(pk=game.pk).update(server_seed="5a" * 32, chain_head="7b" * 32)
    Move.objects.filter(game=game).update(move={"do": "other"}, events=[])
    assert {who: _strip(client.get(address(game)).text) for who, client in clients.items()} == before


def _strip(page: str) -> str:
    """Remove the CSRF token and the receipts, which depend on the server's seed."""
    lines = [line for line in page.splitlines() if "csrf" not in line and "proof-receipts" not in line]
    return "\n".join(lines)


def test_the_page_lists_the_readers_own_receipts():
    game, users = table("tiles", 2)
    dice, shown = random.Random(1), {}
    for _ in range(6):
        seat = play.find_kind(game).waiting(play.parse_state(game))[0]
        done = one_move(game, users, dice)
        shown.setdefault(seat, []).append((done.version, done.receipt))
    for seat, user in enumerate(users):
        page = as_user(user).get(address(game)).text
        for number, digits in shown[seat]:
            assert f"<span>#{number}</span> <code>{digits}</code>" in page
        assert not any(digits in page for number, digits in shown[1 - seat])
    assert not any(digits in Client().get(address(game)).text for told in shown.values() for _, digits in told)


@pytest.mark.parametrize(("kind", "seats"), [("push", 2), ("tiles", 2), ("swap", 4), ("push", 1)])
def test_after_the_game_all_values_are_shown_without_javascript(kind, seats):
    game, _ = load_finished_game(kind, seats, {"solo": 6} if seats == 1 else None)
    page = Client().get(address(game)).text
    record = Client().get(f"/games/{game.pk}/record.json").json()
    for value in (record["fair"]["server"], record["fair"]["commit"], record["head"], *record["fair"]["players"]):
        assert f"<code>{value}</code>" in page
    assert 'download="' + game.pk in page
    assert 'href="/check_ten_game.py"' in page
    drawn = sum(_drawn([event["name"] for event in move.events]) for move in game.moves.all())
    assert page.count("data-pile=") == drawn + {"push": 1, "tiles": 0, "swap": seats}[kind]
    assert f'href="/games/{game.pk}/proof/"' in Client().get(f"/games/{game.pk}/").text


def _drawn(names: list[str]) -> int:
    """Count the cards that a move took from a pile; in swap, `card` events before `hand` return a card."""
    dealt = names[names.index("hand") :].count("card") if "hand" in names else 0
    return names.count("drew") + names.count("placed") + dealt


def test_the_check_program_can_be_downloaded():
    answer = Client().get("/check_ten_game.py")
    assert answer["Content-Disposition"] == 'attachment; filename="check_ten_game.py"'
    assert answer.content.startswith(b"#!/usr/bin/env python3")
    assert Client().post("/check_ten_game.py").status_code == 405


def test_the_proof_of_a_game_canceled_before_the_start_reveals_nothing():
    ana = people(1)[0]
    game = play.create_game(ana, kind="push", seats=2, options={}, seed="a1" * 16)
    play.cancel_game(game.pk, ana)
    page = as_user(ana).get(address(game)).text
    assert "nothing was dealt" in page
    assert game.server_seed not in page


def test_a_game_canceled_after_the_start_can_be_verified():
    game, users = table("swap", 4)
    one_move(game, users, random.Random(1))
    for user in users:
        play.agree_to_cancel(game.pk, user, True)
    page = Client().get(address(game)).text
    assert game.server_seed in page
    assert 'id="proof"' in page
    at_table = Client().get(f"/games/{game.pk}/").text
    assert "The game file contains the secret behind it" in at_table
    assert "when the game ends" not in at_table


def test_the_proof_of_an_unknown_game_is_404():
    assert Client().get("/games/nosuchgame/proof/").status_code == 404
    assert Client().post("/games/nosuchgame/proof/").status_code == 405


def test_the_page_takes_few_queries(django_assert_max_num_queries):
    game, users = load_finished_game("push", 2)
    client = as_user(users[0])
    with django_assert_max_num_queries(6):
        client.get(address(game))


def test_without_javascript_the_full_receipt_is_shown_after_a_move():
    game, users = table("push", 2)
    seat = play.find_kind(game).waiting(play.parse_state(game))[0]
    kind, state = play.find_kind(game), play.parse_state(game)
    do = "draw" if "draw" in kind.choices(state, seat) else "pass"
    fields = {"seen": 0, "ticket": "abcdefgh", "move": json.dumps({"do": do})}
    page = as_user(users[seat]).post(f"/games/{game.pk}/moves/", fields, follow=True).text
    link = game.moves.get(number=1).chain_link
    assert f"Saved as move 1 · receipt {hash_chain.receipt(bytes.fromhex(game.server_seed), link)}" in page
