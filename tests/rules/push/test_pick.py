"""The random bot picks every kind of move and every legal payment, and nothing illegal."""

from itertools import product
from random import Random

import pytest

from games.kinds.push.bots.random_move import random_move
from games.rules import push
from games.rules.base import IllegalMove
from games.rules.push.moves import Bid, Buy, Draw, Pass, Pay, Skip, Take, Token
from tests.rules.push.positions import NO_DEALER, cards, for_sale, owner, pass_of, position


def picked(state, seat, times=3_000):
    dice = Random(10)
    choices = push.choices(state, seat)
    return {with_sorted_cards(random_move(choices, dice)) for _ in range(times)}


def with_sorted_cards(move):
    """The move with the cards of its payment sorted."""
    if not isinstance(move, Bid | Buy):
        return move
    pay = Pay(move.pay.coins, move.pay.busts, tuple(sorted(move.pay.cards)))
    return Bid(move.amount, pay) if isinstance(move, Bid) else Buy(move.card, pay)


def subsets(words):
    """Every choice of these cards, regardless of which copies."""
    owned = sorted(cards(words))
    chosen = product([False, True], repeat=len(owned))
    return {tuple(card for card, taken in zip(owned, which, strict=True) if taken) for which in chosen}


def legal(state, seat, moves):
    accepted = set()
    for move in moves:
        try:
            push.play(state, seat, move, NO_DEALER)
        except IllegalMove:
            continue
        accepted.add(move)
    return accepted


@pytest.mark.parametrize("words", ["", "b1", "b1 b1 *4", "b1 b2 b2 p#"])
@pytest.mark.parametrize(("coins", "busts"), [(0, 0), (3, 0), (0, 2), (2, 1)])
def test_every_legal_purchase_is_picked(coins, busts, words):
    state = position(owner(coins, busts, words), owner(), phase="buy", market="g1 g1 g3 b2 p4", final=())
    payments = [Pay(c, b, some) for c in range(4) for b in range(3) for some in subsets(words)]
    candidates = [Buy(card, payment) for card in ("g1", "g3", "b2", "p4") for payment in payments]
    if push.choices(state, 0)["buy"]["cards"]:
        assert picked(state, 0) == legal(state, 0, candidates) | {Skip()}


@pytest.mark.parametrize(
    ("coins", "busts", "words"), [(1, 0, ""), (3, 1, "b1 b1"), (0, 2, "p# *#"), (0, 0, "b1 b2 b3")]
)
def test_every_legal_bid_is_picked(coins, busts, words):
    state = position(owner(9), owner(coins, busts, words), phase="auction", auction=for_sale("*4"))
    payments = [Pay(c, b, some) for c in range(4) for b in range(3) for some in subsets(words)]
    candidates = [Bid(amount, payment) for amount in range(12) for payment in payments]
    assert picked(state, 1) == legal(state, 1, candidates) | {Pass()}


def test_r13_solo_bids_are_paid_with_spare_cards():
    state = position(
        owner(4, 1, "b1 b1 b2 b2 p3"), owner(4), phase="auction", auction=for_sale("*4", pass_of(1)), solo=4
    )
    payments = [Pay(c, b, some) for c in range(5) for b in range(2) for some in subsets("b1 b2")]
    candidates = [Bid(amount, payment) for amount in range(5, 12) for payment in payments]
    assert picked(state, 0) == legal(state, 0, candidates) | {Pass()}


def test_moves_without_a_payment_are_picked():
    taking = {Take("numbers"), Take("currency")}
    assert picked(position(owner(), owner()), 0) == {Draw()} | taking
    assert picked(position(owner(), owner(), deck=""), 0) == taking
    bust = position(owner(1), owner(), phase="bust", market="b1", bust_buy=True)
    assert picked(bust, 0) == {Token(), Buy("b1", Pay(1))}


def test_all_kinds_of_move_are_equally_likely():
    dice, choices = Random(10), push.choices(position(owner(9), owner(9), phase="auction", auction=for_sale("*4")), 1)
    bids = sum(isinstance(random_move(choices, dice), Bid) for _ in range(2_000))
    assert 900 < bids < 1_100
