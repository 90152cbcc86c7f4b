"""R7: auctions have one round, the active player last; a bid includes its payment."""

import pytest

from games.rules import push
from games.rules.base import change
from games.rules.push.moves import Bid, Draw, Pass
from tests.rules.push.positions import bid_of, do, for_sale, owner, pass_of, pay, position, refused

PAY_1 = {"coins": 1, "busts": 0, "cards": ()}


def auction(*players, answers=(), active=0, **fields):
    fields = {"numbers": "b2", "currency": "$1"} | fields
    return position(*players, phase="auction", active=active, auction=for_sale("*4", *answers), **fields)


def test_r7_everyone_is_asked_once_from_the_seat_after_the_active_one():
    state = auction(owner(5), owner(5), owner(5), active=1)
    asked = []
    while state.phase == "auction":
        (seat,) = push.waiting(state)
        asked.append(seat)
        state, events = do(state, seat, Pass())
        assert events[0] == ("passed", {"seat": seat, "forced": False})
    assert asked == [2, 0, 1]
    assert (state.phase, state.active) == ("draw", 1)


def test_r7_a_bidder_may_bid_or_pass():
    state = auction(owner(5), owner(2, 1, "b1 *4"))
    assert push.choices(state, 1) == {
        "bid": {"least": 1, "most": 7, "means": {"coins": 2, "busts": 1, "cards": ("b1", "*4")}},
        "pass": {},
        "resign": {},
    }
    assert push.choices(state, 0) == {"resign": {}}


def test_r7_a_bid_includes_its_payment_but_nothing_is_paid_yet():
    state = auction(owner(5), owner(2, 1, "b1"))
    after, events = do(state, 1, Bid(4, pay(1, 1)))
    assert events == [("bid", {"seat": 1, "amount": 4})]
    assert after == change(state, auction=for_sale("*4", bid_of(1, 4, 1, 1)))
    assert push.waiting(after) == (0,)


def test_r7_the_highest_bidder_pays_and_gets_the_wild():
    state = auction(owner(5), owner(2, 1, "b1 p1"), owner(3), discards="$1")
    state, _ = do(state, 1, Bid(1, pay(0, 0, "p1")))
    state, _ = do(state, 2, Bid(2, pay(2)))
    after, events = do(state, 0, Pass())
    assert events == [
        ("passed", {"seat": 0, "forced": False}),
        ("won", {"seat": 2, "card": "*4", "amount": 2, "pay": {"coins": 2, "busts": 0, "cards": ()}}),
    ]
    assert after == change(
        state, phase="draw", auction=None, players=(owner(5), owner(2, 1, "b1 p1"), owner(1, 0, "*4"))
    )
    assert (after.numbers, after.currency, after.drawn) == (("b2",), ("$1",), 0)  # the turn goes on as before


def test_r7_cards_in_a_payment_are_discarded_and_there_is_no_change():
    state = auction(owner(0, 2, "b1 p1 p#"), owner(1), discards="$1", answers=(bid_of(1, 1, 1),))
    after, events = do(state, 0, Bid(2, pay(0, 0, "p# b1")))
    assert events[1][1]["pay"] == {"coins": 0, "busts": 0, "cards": ("p#", "b1")}
    assert (after.discards, after.players[0]) == (("$1", "p#", "b1"), owner(0, 2, "p1 *4"))
    after, _ = do(state, 0, Bid(4, pay(0, 2)))
    assert (after.discards, after.players[0]) == (("$1",), owner(0, 0, "b1 p1 *4 p#"))


def test_r7_an_earlier_bid_wins_if_no_one_outbids_it():
    state = auction(owner(5), owner(5), owner(5), answers=(bid_of(1, 1, 1), pass_of(2)))
    after, events = do(state, 0, Pass())
    assert events[1:] == [("won", {"seat": 1, "card": "*4", "amount": 1, "pay": PAY_1})]
    assert after.players == (owner(5), owner(4, 0, "*4"), owner(5))


def test_r7_a_bid_must_exceed_the_highest_one_even_after_a_pass():
    state = auction(owner(9), owner(5), owner(5), answers=(bid_of(1, 3, 3), pass_of(2)))
    assert push.choices(state, 0)["bid"]["least"] == 4
    with refused("auction.bid-too-low", least=4):
        do(state, 0, Bid(3, pay(3)))
    after, _ = do(state, 0, Bid(4, pay(4)))
    assert after.players[0] == owner(5, 0, "*4")


@pytest.mark.parametrize("amount", [0, -1])
def test_r7_a_bid_must_be_at_least_1(amount):
    with refused("auction.bid-too-low", least=1):
        do(auction(owner(5), owner(5)), 1, Bid(amount, pay()))


def test_r7_a_bid_must_not_exceed_the_bidders_means():
    state = auction(owner(9), owner(1, 1, "b1"))
    with refused("auction.bid-too-high", most=5):
        do(state, 1, Bid(6, pay(1, 1, "b1")))
    after, _ = do(state, 1, Bid(5, pay(1, 1, "b1")))
    assert after.auction == for_sale("*4", bid_of(1, 5, 1, 1, "b1"))


def test_r6_a_bid_with_a_wrong_payment_is_refused():
    state = auction(owner(5), owner(5, 2, "b1"))
    with refused("payment.superfluous-coin", price=3, excess=1):
        do(state, 1, Bid(3, pay(4)))
    with refused("payment.too-little", paid=2, price=3):
        do(state, 1, Bid(3, pay(2)))
    with refused("payment.not-yours", card="b2"):
        do(state, 1, Bid(3, pay(2, 0, "b2")))


def test_r7_a_player_who_cannot_outbid_passes_automatically():
    state = auction(owner(3), owner(9), owner(2), owner(1, 1), active=3)
    state, events = do(state, 0, Bid(2, pay(2)))
    assert push.waiting(state) == (1,)
    state, events = do(state, 1, Bid(3, pay(3)))
    assert events == [
        ("bid", {"seat": 1, "amount": 3}),
        ("passed", {"seat": 2, "forced": True}),
    ]
    assert push.waiting(state) == (3,)  # has means of 4, and can outbid


def test_r7_if_no_one_can_bid_the_wild_is_discarded_at_once():
    state = position(owner(0), owner(0), numbers="b2", deck="*4 o1")
    after, events = do(state, 0, Draw())
    assert events == [
        ("drew", {"seat": 0, "card": "*4"}),
        ("passed", {"seat": 1, "forced": True}),
        ("passed", {"seat": 0, "forced": True}),
        ("unsold", {"card": "*4"}),
    ]
    assert after == change(state, drawn=1, discards=("*4",))


def test_r7_a_wild_without_bids_is_discarded():
    state = auction(owner(5), owner(5), answers=(pass_of(1),), discards="$1")
    after, events = do(state, 0, Pass())
    assert events == [("passed", {"seat": 0, "forced": False}), ("unsold", {"card": "*4"})]
    assert after == change(state, phase="draw", auction=None, discards=("$1", "*4"))


def test_r7_a_player_may_buy_a_wild_they_already_own():
    after, _ = do(auction(owner(5, 0, "*4"), owner(5), answers=(pass_of(1),)), 0, Bid(1, pay(1)))
    assert after.players[0] == owner(4, 0, "*4 *4")
