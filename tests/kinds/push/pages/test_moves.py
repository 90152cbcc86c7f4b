"""The table offers the moves that the rules allow, and its forms are read correctly or refused."""

import pytest
from django.http import QueryDict

from games.kinds.push import pages
from games.rules.base import IllegalMove
from games.rules.push.cards import FACE
from games.rules.push.payment import BUST
from games.rules.push.scoring import explain
from tests.kinds.push.pages.games import Shown, find_state, play_at_random


def test_every_offered_move_is_legal_and_no_bid_or_purchase_is_missing(share):
    for game in range(share(small=7, whole=300)):
        for shown in play_at_random(game):
            if shown.mover is None:
                continue
            choices = shown.choices(shown.mover)
            moves = pages.legal(shown.view(shown.mover), choices)
            for move in moves:
                shown.play(move)  # or IllegalMove
            assert_complete(moves, choices)


def assert_complete(moves, choices):
    assert {move["do"] for move in moves} == choices.keys() - {"resign"}
    if "take" in choices:
        assert [move["what"] for move in moves if move["do"] == "take"] == ["numbers", "currency"]
    if "bid" in choices:
        amounts = [move["amount"] for move in moves if move["do"] == "bid"]
        assert amounts == list(range(choices["bid"]["least"], choices["bid"]["most"] + 1))
    if "buy" in choices:
        assert [move["card"] for move in moves if move["do"] == "buy"] == list(choices["buy"]["cards"])


def test_payments_spend_coins_first_and_scoring_cards_last(share):
    """Cards that score are spent only when coins, bust tokens and all other cards aren't enough."""
    for game in range(share(small=7, whole=300)):
        for shown in play_at_random(game):
            if shown.mover is not None:
                for move in pages.legal(shown.view(shown.mover), shown.choices(shown.mover)):
                    if "pay" in move:
                        assert_sensible(shown, move)


def assert_sensible(shown: Shown, move):
    view = shown.view(shown.mover)
    owned, pay = view["seats"][shown.mover], move["pay"]
    price = move["amount"] if move["do"] == "bid" else FACE[move["card"]]
    excess = pay["coins"] + BUST * pay["busts"] + len(pay["cards"]) - price
    prize = move.get("card") or view["auction"]["card"]
    offer = shown.choices(shown.mover)[move["do"]]["means"]["cards"]
    if price <= owned["coins"]:
        assert pay == {"coins": price, "busts": 0, "cards": []}
    idle = [card for card in explain([*owned["cards"], prize]).left_out if card in offer]
    if len(pay["cards"]) > len(idle):  # a card that scores is spent
        assert excess == 0
        assert pay["busts"] == owned["busts"] or price - BUST * (pay["busts"] + 1) < -owned["coins"] - len(idle) - 2


def form(text: str) -> QueryDict:
    return QueryDict(text)


def find_auction() -> Shown:
    return find_state(
        0, lambda shown: shown.state.phase == "auction" and len(shown.state.players[shown.mover].cards) > 4
    )


def find_purchase() -> Shown:
    return find_state(0, lambda shown: shown.state.phase == "buy" and len(shown.state.players[shown.mover].cards) > 4)


def read_form(shown: Shown, text: str):
    return pages.read(form(text), shown.view(shown.mover), shown.choices(shown.mover))


@pytest.mark.parametrize("do", ["draw", "skip", "pass", "token"])
def test_a_move_without_fields_is_read(do):
    assert read_form(find_auction(), f"do={do}") == {"do": do}


def test_the_pile_to_take_is_read():
    assert read_form(find_auction(), "do=take&what=currency") == {"do": "take", "what": "currency"}


def test_a_bid_without_a_payment_is_paid_sensibly():
    shown = find_auction()
    offered = [move for move in pages.legal(shown.view(shown.mover), shown.choices(shown.mover)) if move["do"] == "bid"]
    for move in (offered[0], offered[-1]):
        assert read_form(shown, f"do=bid&amount={move['amount']}") == move
        assert read_form(shown, f"do=bid&pay=auto&amount={move['amount']}&coins=1") == move, (
            "only pay=mine counts coins"
        )


def test_a_purchase_without_a_payment_is_paid_sensibly():
    shown = find_purchase()
    for move in pages.legal(shown.view(shown.mover), shown.choices(shown.mover)):
        if move["do"] == "buy":
            assert read_form(shown, f"do=buy&card={move['card']}") == move


def test_pay_mine_reads_the_chosen_payment():
    text = "do=bid&amount=4&pay=auto&pay=mine&coins=1&coins=1&busts=1&cards=b4&cards=*3&cards=g%23"
    pay = {"coins": 2, "busts": 1, "cards": ["b4", "*3", "g#"]}
    assert read_form(find_auction(), text) == {"do": "bid", "amount": 4, "pay": pay}


def test_a_program_can_send_the_number_of_coins():
    move = read_form(find_purchase(), "do=buy&card=g5&coins=5&busts=0")
    assert move == {"do": "buy", "card": "g5", "pay": {"coins": 5, "busts": 0, "cards": []}}


def test_an_impossible_bid_or_purchase_is_refused_by_the_rules():
    shown = find_auction()
    most = shown.choices(shown.mover)["bid"]["most"]
    with pytest.raises(IllegalMove, match="bid-too-high"):
        shown.play(dict(read_form(shown, f"do=bid&amount={most + 1}")))
    with pytest.raises(IllegalMove, match=r"phase\.auction"):
        shown.play(dict(read_form(shown, "do=buy&card=g5")))


HOSTILE = [
    "",
    "do=",
    "do=bid",
    "do=bid&amount=",
    "do=bid&amount=four",
    "do=bid&amount=4.0",
    "do=bid&amount=1e9",
    "do=bid&amount=99999999999999999999999",
    "do=bid&amount=%D9%A4",
    "do=bid&amount=4&amount=5",
    "do=bid&amount=4&pay=mine&coins=x",
    "do=bid&amount=4&pay=mine&coins=1&coins=%00",
    "do=bid&amount=4&pay=mine&cards=%3Cscript%3E",
    "do=bid&amount=4&pay=mine&cards=b10",
    "do=bid&amount=4&pay=mine&" + "&".join(["cards=b4"] * 41),
    "do=bid&amount=4&pay=mine&" + "&".join(["coins=1"] * 60),
    "do=bid&do=pass&amount=4",
    "do=%F0%9F%92%A9",
    "do=__class__",
    "do=" + "x" * 10_000,
    "do=buy&card=b4&card=b5",
    "do=buy",
    "do=buy&card=",
]


@pytest.mark.parametrize("text", HOSTILE, ids=[text[:40] for text in HOSTILE])
def test_garbage_is_refused(text):
    with pytest.raises(IllegalMove):
        read_form(find_auction(), text)


@pytest.mark.parametrize("text", ["do=take", "do=take&what=all", "do=buy&card=%00", "do=bid&amount=-3"])
def test_a_bad_value_is_refused_by_the_form_or_by_the_rules(text):
    shown = find_auction()
    with pytest.raises(IllegalMove):
        shown.play(dict(read_form(shown, text)))
