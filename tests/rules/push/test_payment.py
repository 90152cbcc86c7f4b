"""R6: which payments are correct, by the definition in the ruling; R10, R13: which cards are spare."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.base import IllegalMove
from games.rules.push.moves import Pay
from games.rules.push.payment import check_payment, means, money, spare_cards, splits
from tests.rules.push.positions import cards, owner


def is_enough(items, price):
    return sum(items) >= price


def is_correct(items, price):
    """Whether the items are enough, but no longer without any one of them."""
    return is_enough(items, price) and not any(is_enough(less, price) for less in combinations(items, len(items) - 1))


def is_accepted(payment, price, player):
    try:
        check_payment(payment, price, player)
    except IllegalMove:
        return False
    return True


@given(st.integers(1, 12), st.integers(0, 10), st.integers(0, 4), st.integers(0, 4))
def test_r6_a_payment_is_accepted_if_nothing_in_it_is_superfluous(price, coins, busts, paid_cards):
    items = [1] * coins + [3] * busts + [1] * paid_cards
    payment = Pay(coins, busts, ("b1",) * paid_cards)
    assert is_accepted(payment, price, owner(10, 4, "b1 b1 b1 b1")) is is_correct(items, price)


@given(st.integers(1, 30), st.integers(0, 6), st.integers(0, 14))
def test_r6_splits_lists_every_way_to_pay(price, busts, ones):
    ways = [(b, o) for b in range(busts + 1) for o in range(ones + 1) if is_correct([3] * b + [1] * o, price)]
    assert splits(price, busts, ones) == ways


@given(st.integers(0, 10), st.integers(0, 6), st.integers(0, 9))
def test_r7_every_price_up_to_the_means_can_be_paid(coins, busts, owned):
    most = means(owner(coins, busts, "b1 " * owned))
    assert most == coins + 3 * busts + owned
    assert all(splits(price, busts, coins + owned) for price in range(1, most + 1))
    assert not splits(most + 1, busts, coins + owned)


def test_r9_money_is_coins_and_bust_tokens():
    assert money(owner(4, 2, "b1 *#")) == 10


def test_r13_a_card_that_is_not_spare_is_refused():
    with pytest.raises(IllegalMove) as caught:
        check_payment(Pay(0, 0, cards("b1 b1")), 2, owner(0, 0, "b1 b1"), ("b1",))
    assert (caught.value.code, caught.value.facts) == ("payment.not-spare", {"card": "b1"})
    check_payment(Pay(1, 0, cards("b1")), 2, owner(1, 0, "b1 b1"), ("b1",))


def test_r13_a_card_that_is_not_owned_is_refused():
    with pytest.raises(IllegalMove) as caught:
        check_payment(Pay(0, 0, cards("b2")), 1, owner(0, 0, "b1 b1"), ("b1",))
    assert caught.value.code == "payment.not-yours"


FOURS = "b4 g4 o4 p4"


@pytest.mark.parametrize(
    ("owned", "spare", "with_wilds"),
    [
        ("", "", ""),
        ("b1 b2 g1", "", ""),
        ("b1 b1", "b1", "b1"),
        ("b1 b1 b1 p2 p2", "b1 b1 p2", "b1 b1 p2"),
        ("b# b# *#", "b#", "b#"),
        (f"{FOURS} *4", "", "*4"),
        (f"{FOURS} g4 *4", "g4", "g4 *4"),
        ("b4 g4 o4 *4", "", ""),
        ("b4 g4 o4 o4 *4", "o4", "o4"),
        (f"{FOURS} *5 p# *#", "", ""),
        (f"{FOURS} *4 *4", "*4", "*4 *4"),
    ],
)
def test_r10_spare_cards_depend_on_the_edition(owned, spare, with_wilds):
    assert spare_cards(owner(0, 0, owned).cards, spare_wilds=False) == cards(spare)
    assert spare_cards(owner(0, 0, owned).cards, spare_wilds=True) == cards(with_wilds)
