"""R5: buying a card; R6: paying for it; R11: buying instead of a bust token."""

import pytest

from games.rules import push
from games.rules.base import change
from games.rules.push.moves import Buy, Draw, Pay, Take, Token
from tests.rules.push.positions import cards, do, names, owner, pay, position, refused

TURN_1 = [("turn", {"seat": 1}), ("drew", {"seat": 1, "card": "o1"})]


def buying(player, market="g5", **fields):
    return position(player, owner(5), phase="buy", market=market, deck="o1 b1", **fields)


def test_the_rulebooks_example_buys_a_5_for_three_cards_and_two_coins():
    state = buying(owner(4, 0, "b1 b1 p2 *4 o7"), market="b2 g5 p1", discards="$1")
    after, events = do(state, 0, Buy("g5", pay(2, 0, "p2 b1 *4")))
    assert events == [
        ("bought", {"seat": 0, "card": "g5", "pay": {"coins": 2, "busts": 0, "cards": ("p2", "b1", "*4")}}),
        *TURN_1,
    ]
    assert after == change(
        state,
        phase="draw",
        active=1,
        drawn=1,
        numbers=("o1",),
        market=("b2", "p1"),
        players=(owner(2, 0, "b1 g5 o7"), owner(5)),
        discards=("$1", "p2", "b1", "*4"),
    )


def test_r5_only_one_of_two_copies_is_bought():
    after, _ = do(buying(owner(5), market="g5 g5 p1"), 0, Buy("g5", pay(5)))
    assert after.market == ("g5", "p1")


def test_r5_choices_are_the_affordable_cards_not_owned_yet():
    state = buying(owner(2, 1, "b4 *4"), market="b4 b4 g4 g4 o7 o8 p1")
    assert push.choices(state, 0) == {
        "buy": {
            "cards": {"g4": 4, "o7": 7, "p1": 1},
            "means": {"coins": 2, "busts": 1, "cards": ("b4", "*4")},
        },
        "skip": {},
        "resign": {},
    }


def test_r5_an_identical_card_cannot_be_bought():
    with refused("buy.identical", card="g5"):
        do(buying(owner(9, 0, "g5")), 0, Buy("g5", pay(5)))


def test_r5_an_identical_card_cannot_be_bought_even_by_paying_with_it():
    with refused("buy.identical", card="g5"):
        do(buying(owner(9, 0, "g5")), 0, Buy("g5", pay(4, 0, "g5")))


@pytest.mark.parametrize("words", ["*5", "g#", "*#", "b5", "g4"])
def test_r5_owning_a_wild_or_another_card_does_not_prevent_a_purchase(words):
    after, _ = do(buying(owner(5, 0, words)), 0, Buy("g5", pay(5)))
    assert "g5" in after.players[0].cards


@pytest.mark.parametrize("card", ["g4", "", "*4", "x" * 50])
def test_r5_only_cards_in_the_market_can_be_bought(card):
    shown = "x" * 37 + "..." if len(card) > 40 else card
    with refused("buy.not-in-market", card=shown):
        do(buying(owner(9)), 0, Buy(card, pay(4)))


def test_r5_a_card_beyond_the_means_cannot_be_bought():
    with refused("buy.beyond-means", card="g5", price=5, means=4):
        do(buying(owner(3, 0, "b1"), market="g5 p1"), 0, Buy("g5", pay(5)))
    after, _ = do(buying(owner(1, 1, "b1")), 0, Buy("g5", pay(1, 1, "b1")))
    assert after.players[0] == owner(0, 0, "g5")


@pytest.mark.parametrize(
    ("player", "market", "asked"),
    [
        (owner(4), "g5", False),
        (owner(5), "g5", True),
        (owner(1, 1, "b1"), "g5", True),
        (owner(1, 1), "g5", False),
        (owner(9, 0, "g5"), "g5", False),
        (owner(9), "", False),
        (owner(9, 0, "g5"), "g5 p9", True),
    ],
)
def test_r5_the_buy_phase_is_skipped_if_nothing_can_be_bought(player, market, asked):
    after, events = do(position(player, owner(), market=market, deck="o1 b1"), 0, Take("numbers"))
    assert names(events) == (["took"] if asked else ["took", "skipped", "turn", "drew"])
    assert push.waiting(after) == (0 if asked else 1,)


# Payments.


@pytest.mark.parametrize(
    ("payment", "code", "facts"),
    [
        (pay(-1, 2), "payment.negative", {}),
        (pay(5, -1, "b1"), "payment.negative", {}),
        (pay(7), "payment.coins", {"coins": 7, "owned": 6}),
        (pay(0, 3), "payment.busts", {"busts": 3, "owned": 2}),
        (pay(4, 0, "b2"), "payment.not-yours", {"card": "b2"}),
        (pay(2, 0, "b1 b1 b1"), "payment.not-yours", {"card": "b1"}),
        (Pay(4, 0, ("",)), "payment.not-yours", {"card": "?"}),
        (pay(), "payment.too-little", {"paid": 0, "price": 5}),
        (pay(1, 1), "payment.too-little", {"paid": 4, "price": 5}),
        (pay(6), "payment.superfluous-coin", {"price": 5, "excess": 1}),
        (pay(1, 1, "b1 b1"), "payment.superfluous-coin", {"price": 5, "excess": 1}),
        (pay(3, 1), "payment.superfluous-coin", {"price": 5, "excess": 1}),
        (pay(0, 1, "b1 b1 p2"), "payment.superfluous-card", {"price": 5, "excess": 1}),
        (pay(0, 2, "p2"), "payment.superfluous-card", {"price": 5, "excess": 2}),
    ],
)
def test_r6_wrong_payments_are_refused(payment, code, facts):
    with refused(code, **facts):
        do(buying(owner(6, 2, "b1 b1 p2")), 0, Buy("g5", payment))


def test_r6_a_superfluous_bust_token_is_refused():
    with refused("payment.superfluous-bust", price=3, excess=3):
        do(buying(owner(0, 2), market="g3"), 0, Buy("g3", pay(0, 2)))


@pytest.mark.parametrize(
    ("payment", "after"),
    [
        (pay(5), owner(1, 2, "b1 b1 g5 p2")),
        (pay(2, 1), owner(4, 1, "b1 b1 g5 p2")),
        (pay(0, 1, "b1 b1"), owner(6, 1, "g5 p2")),
        (pay(1, 1, "p2"), owner(5, 1, "b1 b1 g5")),
        (pay(0, 2), owner(6, 0, "b1 b1 g5 p2")),  # worth 6: the excess is lost, no change is given
    ],
)
def test_r6_correct_payments_are_accepted(payment, after):
    state, _ = do(buying(owner(6, 2, "b1 b1 p2")), 0, Buy("g5", payment))
    assert state.players[0] == after
    assert state.discards == payment.cards


# The variant `bust_buy`.


def busting(*players, deck="g9 o1 b1", **fields):
    return position(*players, numbers="b8 p2", currency="$2", deck=deck, bust_buy=True, **fields)


def test_r11_a_player_who_busts_may_buy_once_the_numbers_are_in_the_market():
    state = busting(owner(2), owner(5))
    after, events = do(state, 0, Draw())
    assert events == [
        ("drew", {"seat": 0, "card": "g9"}),
        ("bust", {"seat": 0, "by": "numbers", "total": 17}),
        ("market", {"cards": ("b8", "p2", "g9")}),
    ]
    assert after == change(state, drawn=1, phase="bust", numbers=(), market=("b8", "g9", "p2"))
    assert push.waiting(after) == (0,)
    assert push.choices(after, 0) == {
        "buy": {"cards": {"p2": 2}, "means": {"coins": 2, "busts": 0, "cards": ()}},
        "token": {},
        "resign": {},
    }


def test_r11_buying_replaces_the_token_and_the_rest_of_the_bust_follows():
    state, _ = do(busting(owner(2), owner(5)), 0, Draw())
    after, events = do(state, 0, Buy("p2", pay(2)))
    assert events == [
        ("bought", {"seat": 0, "card": "p2", "pay": {"coins": 2, "busts": 0, "cards": ()}}),
        ("gained", {"value": 2, "coins": (0, 2)}),
        *TURN_1,
    ]
    assert after.players == (owner(0, 0, "p2"), owner(7))
    assert after.market == ("b8", "g9")
    assert after.discards == ("$2",)


def test_r11_the_token_may_be_taken_instead_of_buying():
    state, _ = do(busting(owner(2), owner(5)), 0, Draw())
    after, events = do(state, 0, Token())
    assert events == [("token", {"seat": 0}), ("gained", {"value": 2, "coins": (0, 2)}), *TURN_1]
    assert after.players == (owner(2, 1), owner(7))
    assert after.market == ("b8", "g9", "p2")


def test_r11_after_a_bust_by_currency_the_others_gain_nothing():
    state = position(owner(2), owner(5), numbers="p2", currency="$5 $5", deck="$1 o1 b1", bust_buy=True)
    state, events = do(state, 0, Draw())
    assert names(events) == ["drew", "bust", "market"]
    after, events = do(state, 0, Buy("p2", pay(2)))
    assert names(events) == ["bought", "turn", "drew"]
    assert after.players == (owner(0, 0, "p2"), owner(5))


def test_r11_a_player_who_cannot_buy_gains_the_token_automatically():
    after, events = do(busting(owner(1), owner(5)), 0, Draw())
    assert names(events) == ["drew", "bust", "market", "token", "gained", "turn", "drew"]
    assert after.players == (owner(1, 1), owner(7))


def test_r11_without_the_variant_the_token_is_gained_automatically():
    after, events = do(change(busting(owner(2), owner(5)), setup=position(owner(), owner()).setup), 0, Draw())
    assert names(events) == ["drew", "bust", "market", "token", "gained", "turn", "drew"]
    assert after.players == (owner(2, 1), owner(7))


def test_r11_final_purchases_follow_a_bust_by_the_last_card():
    state, _ = do(busting(owner(2), owner(5), deck="g9"), 0, Draw())
    after, events = do(state, 0, Token())
    assert names(events) == ["token", "gained", "final"]
    assert after.final == (1, 0)


def test_payments_keep_the_order_of_their_cards():
    _, events = do(buying(owner(0, 0, "b1 b2 b3 p4 p5")), 0, Buy("g5", Pay(0, 0, cards("p5 b1 p4 b3 b2"))))
    assert events[0][1]["pay"]["cards"] == cards("p5 b1 p4 b3 b2")
