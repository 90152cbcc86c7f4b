"""The moments of moves in TEN Push."""

import pytest

from games.rules import push
from games.rules.base import IllegalMove
from games.rules.push.moves import Bid, Draw, Pay, Skip, Take
from tests.rules.push.positions import NO_DEALER, for_sale, owner, pay, position


def moments(state, seat, move):
    """The names of the events in each moment, and the public view after them."""
    steps = push.moments(state, seat, move, NO_DEALER)
    return [([event.name for event in moment.events], push.view(moment.state, None)) for moment in steps]


def test_r12_each_card_that_the_opponent_draws_is_a_moment():
    state = position(owner(5), owner(5), deck="b3 $2 p1 o2 g1 b1", solo=4)
    seen = moments(state, 0, Take("currency"))
    assert [names for names, _ in seen] == [
        ["took"],
        ["turn", "drew"],
        ["drew"],
        ["drew"],
        ["drew"],
        ["took", "gained"],
        ["turn", "drew"],
    ]
    tableaus = [(*view["tableau"]["numbers"], *view["tableau"]["currency"]) for _, view in seen]
    hers = ("b3", "p1", "o2", "$2")
    assert tableaus == [(), ("b3",), ("b3", "$2"), ("b3", "p1", "$2"), hers, (), ("g1",)]
    assert [view["active"] for _, view in seen] == [1, 1, 1, 1, 1, 0, 0]
    assert [view["seats"][0]["coins"] for _, view in seen] == [5, 5, 5, 5, 5, 7, 7]


def test_r4_a_bust_shows_the_cards_then_the_market_then_the_token():
    state = position(owner(1), owner(0), deck="b9 o2 b1", numbers="g8", currency="$1")
    seen = moments(state, 0, Draw())
    assert [names for names, _ in seen] == [["drew", "bust"], ["market"], ["token", "gained"], ["turn", "drew"]]
    assert [view["tableau"]["numbers"] for _, view in seen] == [("g8", "b9"), (), (), ("o2",)]
    assert [view["market"] for _, view in seen] == [(), ("b9", "g8"), ("b9", "g8"), ("b9", "g8")]
    assert [view["seats"][0]["busts"] for _, view in seen] == [0, 0, 1, 1]


def test_r7_no_one_is_waited_for_between_the_last_answer_and_the_sale():
    state = position(owner(1), owner(5), owner(0), deck="b1 b1", phase="auction", auction=for_sale("*3"))
    seen = moments(state, 1, Bid(4, Pay(4, 0, ())))
    assert [names for names, _ in seen] == [["bid"], ["passed"], ["passed"], ["won"]]
    assert [view["auction"] and view["auction"]["next"] for _, view in seen] == [2, 0, None, None]
    assert [view["waiting"] for _, view in seen] == [(2,), (0,), (), (0,)]
    assert [view["auction"] and view["auction"]["pay"] for _, view in seen] == [None] * 4  # still secret


def test_r8_no_one_is_waited_for_between_the_last_purchase_and_the_end():
    state = position(owner(0), owner(9), deck="", market="b1", phase="final", final=(1, 0))
    seen = moments(state, 1, Skip())
    assert [names for names, _ in seen] == [["skipped"], ["skipped"], ["over"]]
    assert [view["waiting"] for _, view in seen] == [(0,), (), ()]
    assert [view["phase"] for _, view in seen] == ["final", "final", "over"]


def test_a_move_that_forces_nothing_is_one_moment():
    state = position(owner(5), owner(5), phase="auction", auction=for_sale("*3"), active=1)
    assert [names for names, _ in moments(state, 0, Bid(1, pay(1)))] == [["bid"]]
    with pytest.raises(IllegalMove):
        moments(state, 0, Bid(9, pay(9)))
