"""The table offers what the rules allow, and its forms are read as meant or refused."""

import pytest
from django.http import QueryDict

from games.kinds.push import pages
from games.rules.base import IllegalMove
from games.rules.push.cards import FACE
from games.rules.push.payment import BUST
from games.rules.push.scoring import explain
from tests.kinds.push.pages.games import Shown, first, states


def test_every_offered_move_is_accepted_and_no_bid_or_purchase_is_missing(share):
    for game in range(share(small=7, whole=300)):
        for shown in states(game):
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


def test_coins_go_first_and_nothing_that_scores_while_anything_else_is_left(share):
    """Cards that score are only paid with when coins, bust tokens and all the other cards are not enough."""
    for game in range(share(small=7, whole=300)):
        for shown in states(game):
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
    if len(pay["cards"]) > len(idle):  # something that scores is given away
        assert excess == 0
        assert pay["busts"] == owned["busts"] or price - BUST * (pay["busts"] + 1) < -owned["coins"] - len(idle) - 2


def form(text: str) -> QueryDict:
    return QueryDict(text)


def bid_state() -> Shown:
    return first(0, lambda shown: shown.state.phase == "auction" and len(shown.state.players[shown.mover].cards) > 4)


def buy_state() -> Shown:
    return first(0, lambda shown: shown.state.phase == "buy" and len(shown.state.players[shown.mover].cards) > 4)


def read(shown: Shown, text: str):
    return pages.read(form(text), shown.view(shown.mover), shown.choices(shown.mover))


@pytest.mark.parametrize("do", ["draw", "skip", "pass", "token"])
def test_a_word_is_a_move(do):
    assert read(bid_state(), f"do={do}") == {"do": do}


def test_taking():
    assert read(bid_state(), "do=take&what=currency") == {"do": "take", "what": "currency"}


def test_an_amount_alone_is_paid_sensibly():
    shown = bid_state()
    offered = [move for move in pages.legal(shown.view(shown.mover), shown.choices(shown.mover)) if move["do"] == "bid"]
    for move in (offered[0], offered[-1]):
        assert read(shown, f"do=bid&amount={move['amount']}") == move
        assert read(shown, f"do=bid&pay=auto&amount={move['amount']}&coins=1") == move, "what is not said to count"


def test_a_card_alone_is_paid_sensibly():
    shown = buy_state()
    for move in pages.legal(shown.view(shown.mover), shown.choices(shown.mover)):
        if move["do"] == "buy":
            assert read(shown, f"do=buy&card={move['card']}") == move


def test_what_is_put_down_counts_where_the_form_says_so():
    text = "do=bid&amount=4&pay=auto&pay=mine&coins=1&coins=1&busts=1&cards=b4&cards=*3&cards=g%23"
    pay = {"coins": 2, "busts": 1, "cards": ["b4", "*3", "g#"]}
    assert read(bid_state(), text) == {"do": "bid", "amount": 4, "pay": pay}


def test_a_program_may_say_how_many_coins_at_once():
    move = read(buy_state(), "do=buy&card=g5&coins=5&busts=0")
    assert move == {"do": "buy", "card": "g5", "pay": {"coins": 5, "busts": 0, "cards": []}}


def test_what_cannot_be_bid_or_bought_goes_to_the_rules_which_say_why():
    shown = bid_state()
    most = shown.choices(shown.mover)["bid"]["most"]
    with pytest.raises(IllegalMove, match="bid-too-high"):
        shown.play(dict(read(shown, f"do=bid&amount={most + 1}")))
    with pytest.raises(IllegalMove, match=r"phase\.auction"):
        shown.play(dict(read(shown, "do=buy&card=g5")))


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
def test_rubbish_is_refused(text):
    with pytest.raises(IllegalMove):
        read(bid_state(), text)


@pytest.mark.parametrize("text", ["do=take", "do=take&what=all", "do=buy&card=%00", "do=bid&amount=-3"])
def test_what_only_the_rules_can_judge_is_refused_by_them(text):
    shown = bid_state()
    with pytest.raises(IllegalMove):
        shown.play(dict(read(shown, text)))
