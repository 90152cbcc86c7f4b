"""R0: who may know what; and what a record of a game in progress shows of bids (R7)."""

import pytest

from games.rules import push
from games.rules.push.moves import Bid, Draw, Pass, Take
from tests.rules.push.positions import NO_DEALER, bid_of, do, for_sale, owner, pass_of, pay, position

OWNED = {"coins": 5, "busts": 1, "cards": ("b4",)}


def test_r0_everything_but_the_order_of_the_deck_is_public():
    state = position(
        owner(5, 1, "b4"),
        owner(3),
        deck="o1 *# p9",
        market="p5 b2",
        numbers="g8 g1",
        currency="$4 $1",
        discards="$2 *7",
        active=1,
        left=(),
        bust_buy=True,
        edition="devir",
    )
    shown = {
        "edition": "devir",
        "bust_buy": True,
        "solo": None,
        "phase": "draw",
        "active": 1,
        "waiting": (1,),
        "seats": (OWNED, {"coins": 3, "busts": 0, "cards": ()}),
        "opponent": None,
        "tableau": {"numbers": ("g8", "g1"), "currency": ("$4", "$1"), "net": 4, "coins": 5},
        "market": ("b2", "p5"),
        "discards": ("$2", "*7"),
        "deck": 3,
        "auction": None,
        "final": (),
        "left": (),
    }
    for seat in (0, 1, None):
        assert push.view(state, seat) == {"seat": seat} | shown


def test_r0_the_size_of_the_deck_is_public():
    state, _ = do(position(owner(5), owner(5), deck="b1 b2 b3"), 0, Draw())
    assert push.view(state, None)["deck"] == 2


def test_r0_the_opponent_of_a_solo_game_is_shown():
    state = position(owner(5, 1, "b4"), owner(3, 0, "p1"), solo=9, left=())
    shown = push.view(state, 0)
    assert shown["seats"] == (OWNED,)
    assert shown["opponent"] == {"name": "JEN", "coins": 3, "busts": 0, "cards": ("p1",)}
    assert shown["solo"] == 9


def test_r0_final_purchases_and_leavers_are_public():
    state = position(owner(5), owner(5), owner(5), phase="final", final=(2, 0), left=(1,), market="b1", deck="")
    shown = push.view(state, None)
    assert (shown["final"], shown["left"], shown["waiting"], shown["deck"]) == ((2, 0), (1,), (2,), 0)


def bidding(*answers, **fields):
    return position(owner(5), owner(5, 1, "b4"), owner(5), phase="auction", auction=for_sale("*7", *answers), **fields)


def test_r7_a_new_auction_has_no_bids():
    assert push.view(bidding(active=1), 0)["auction"] == {
        "card": "*7",
        "order": (2, 0, 1),
        "bids": (),
        "highest": None,
        "next": 2,
        "pay": None,
    }


@pytest.mark.parametrize("seat", [0, 2, None])
def test_r7_only_the_bidder_sees_the_payment_of_a_bid(seat):
    state = bidding(bid_of(1, 4, 0, 1, "b4"), pass_of(2))
    auction = {
        "card": "*7",
        "order": (1, 2, 0),
        "bids": ({"seat": 1, "amount": 4}, {"seat": 2, "amount": None}),
        "highest": {"seat": 1, "amount": 4},
        "next": 0,
        "pay": None,
    }
    assert push.view(state, seat)["auction"] == auction
    own = {"coins": 0, "busts": 1, "cards": ("b4",)}
    assert push.view(state, 1)["auction"] == auction | {"pay": own}


def test_r7_a_bidder_who_was_outbid_still_sees_the_payment():
    shown = push.view(bidding(bid_of(1, 4, 4), bid_of(2, 5, 5)), 1)["auction"]
    assert shown["highest"] == {"seat": 2, "amount": 5}
    assert shown["pay"] == {"coins": 4, "busts": 0, "cards": ()}


# Records of games in progress.


def steps_of(state, *moves):
    steps = []
    for seat, move in moves:
        state, events = push.play(state, seat, move, NO_DEALER)
        steps.append((seat, move, events))
    return steps


PAY_2 = {"coins": 2, "busts": 0, "cards": []}
PAY_3 = {"coins": 3, "busts": 0, "cards": []}
TWO_AUCTIONS = [
    (0, Draw()),
    (1, Bid(2, pay(2))),
    (2, Bid(3, pay(3))),
    (0, Pass()),
    (0, Draw()),
    (1, Bid(1, pay(1))),
    (2, Bid(2, pay(2))),
]


def test_r7_records_show_only_the_payments_of_winning_bids():
    steps = steps_of(position(owner(5), owner(5), owner(5), deck="*7 *8 b1"), *TWO_AUCTIONS)
    lost, won = {"do": "bid", "amount": 2}, {"do": "bid", "amount": 3, "pay": PAY_3}
    still_open = [{"do": "draw"}, {"do": "bid", "amount": 1}, {"do": "bid", "amount": 2}]
    assert push.redact(steps, None) == [{"do": "draw"}, lost, won, {"do": "pass"}, *still_open]
    assert push.redact(steps, 0) == push.redact(steps, None)


def test_r7_records_show_bidders_their_own_payments():
    steps = steps_of(position(owner(5), owner(5), owner(5), deck="*7 *8 b1"), *TWO_AUCTIONS)
    assert push.redact(steps, 1)[1] == {"do": "bid", "amount": 2, "pay": PAY_2}
    assert [("pay" in move) for move in push.redact(steps, 1)] == [False, True, True, False, False, True, False]
    assert [("pay" in move) for move in push.redact(steps, 2)] == [False, False, True, False, False, False, True]


def test_r7_records_show_the_payment_of_a_winning_last_bid():
    moves = [(0, Draw()), (1, Bid(2, pay(2))), (0, Bid(3, pay(3))), (0, Draw()), (1, Bid(1, pay(1))), (0, Pass())]
    steps = steps_of(position(owner(5), owner(5), deck="*7 *8 b1"), *moves)
    assert [("pay" in move) for move in push.redact(steps, None)] == [False, False, True, False, True, False]


def test_r7_lost_bids_stay_secret_if_the_next_wild_is_unsold():
    moves = [(0, Draw()), (1, Bid(2, pay(2))), (0, Bid(3, pay(3))), (0, Draw()), (1, Pass()), (0, Pass())]
    steps = steps_of(position(owner(5), owner(5), deck="*7 *8 b1"), *moves)
    assert [("pay" in move) for move in push.redact(steps, None)] == [False, False, True, False, False, False]


def test_r7_only_you_see_the_payment_of_a_bid_the_solo_opponent_outbid():
    state = position(owner(6), owner(9), phase="auction", active=1, auction=for_sale("*7"), deck="b9 b1", solo=5)
    steps = steps_of(state, (0, Bid(5, pay(5))), (0, Take("currency")))
    assert push.redact(steps, None)[0] == {"do": "bid", "amount": 5}
    assert push.redact(steps, 0)[0]["pay"] == {"coins": 5, "busts": 0, "cards": []}
