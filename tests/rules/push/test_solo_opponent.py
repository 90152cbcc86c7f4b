"""R12 to R14: the solo opponent, whose every step is forced, and bids with spare cards (R13)."""

import pytest

from games.rules import push
from games.rules.base import Resign, change
from games.rules.push.moves import Bid, Buy, Draw, Pass, Pay, Skip, Take
from games.rules.push.solo_opponent import choose_payment
from tests.rules.push.positions import bid_of, do, for_sale, names, owner, pass_of, pay, position, refused

JEN = 1
NO_CARDS = {"busts": 0, "cards": ()}


def solo_position(you, jen, level=4, **fields):
    return position(you, jen, solo=level, **fields)


def end_of_your_turn(you, jen, deck, level=4, **fields):
    """End your turn by taking no currency, so that hers begins."""
    return do(solo_position(you, jen, level, deck=deck, **fields), 0, Take("currency"))


# Her turn.


def test_r12_she_draws_to_the_level_then_takes_the_numbers_and_you_the_currency():
    after, events = end_of_your_turn(owner(5), owner(5, 1, "b9"), "b3 $2 p1 o2 g1 b1", discards="$1")
    assert events == [
        ("took", {"seat": 0, "what": "currency", "cards": ()}),
        ("turn", {"seat": JEN}),
        ("drew", {"seat": JEN, "card": "b3"}),
        ("drew", {"seat": JEN, "card": "$2"}),
        ("drew", {"seat": JEN, "card": "p1"}),
        ("drew", {"seat": JEN, "card": "o2"}),
        ("took", {"seat": JEN, "what": "numbers", "cards": ("b3", "p1", "o2")}),
        ("gained", {"value": 2, "coins": (2, 0)}),
        ("turn", {"seat": 0}),
        ("drew", {"seat": 0, "card": "g1"}),
    ]
    assert after.players == (owner(7), owner(5, 1, "b3 b9 o2 p1"))
    assert (after.active, after.phase, after.numbers) == (0, "draw", ("g1",))
    assert (after.currency, after.discards, after.market) == ((), ("$1", "$2"), ())
    assert push.waiting(after) == (0,)


@pytest.mark.parametrize(("level", "taken"), [(4, 1), (5, 2), (6, 2), (7, 3), (10, 4)])
def test_r12_she_stops_drawing_at_the_level(level, taken):
    after, _ = end_of_your_turn(owner(5), owner(5), "b4 g2 o1 p3 b1 b1", level)
    assert len(after.players[JEN].cards) == taken


def test_r12_a_number_card_never_busts_her():
    after, events = end_of_your_turn(owner(5), owner(5), "b9 g9 b1", level=10)
    assert names(events) == ["took", "turn", "drew", "drew", "took", "turn", "drew"]
    assert after.players[JEN] == owner(5, 0, "b9 g9")


def test_r12_a_bust_by_currency_gives_her_the_numbers_and_a_token_and_you_nothing():
    after, events = end_of_your_turn(owner(5), owner(5), "b3 $5 $5 o2 $1 b1", discards="$3")
    assert events[2:] == [
        ("drew", {"seat": JEN, "card": "b3"}),
        ("drew", {"seat": JEN, "card": "$5"}),
        ("drew", {"seat": JEN, "card": "$5"}),
        ("drew", {"seat": JEN, "card": "o2"}),
        ("drew", {"seat": JEN, "card": "$1"}),
        ("bust", {"seat": JEN, "by": "currency", "total": 11}),
        ("took", {"seat": JEN, "what": "numbers", "cards": ("b3", "o2")}),
        ("token", {"seat": JEN}),
        ("turn", {"seat": 0}),
        ("drew", {"seat": 0, "card": "b1"}),
    ]
    assert after.players == (owner(5), owner(5, 1, "b3 o2"))
    assert (after.market, after.currency, after.discards) == ((), (), ("$3", "$5", "$5", "$1"))


def test_r12_she_never_buys_even_when_she_busts():
    after, events = end_of_your_turn(owner(5), owner(9), "$5 $5 $1 b1", bust_buy=True, market="b1 b2")
    assert names(events) == ["took", "turn", "drew", "drew", "drew", "bust", "took", "token", "turn", "drew"]
    assert after.market == ("b1", "b2")


def test_r12_her_turn_ends_with_the_deck_and_only_you_have_a_final_purchase():
    after, events = end_of_your_turn(owner(5), owner(5), "b1 $2", market="b2")
    assert names(events)[1:] == ["turn", "drew", "drew", "took", "gained", "final"]
    assert (after.phase, after.final, push.waiting(after)) == ("final", (0,), (0,))
    after, events = do(after, 0, Buy("b2", pay(2)))
    assert names(events) == ["bought", "over"]


def test_r12_your_final_purchase_follows_her_bust_by_the_last_card():
    after, events = end_of_your_turn(owner(5), owner(5), "$5 $5 $1", market="b2")
    assert names(events)[5:] == ["bust", "took", "token", "final"]
    assert push.waiting(after) == (0,)


def test_r8_when_you_draw_the_last_card_only_you_have_a_final_purchase():
    after, events = do(solo_position(owner(5), owner(5), deck="", phase="buy", market="b2"), 0, Skip())
    assert names(events) == ["skipped", "final"]
    assert after.final == (0,)


def test_r12_she_continues_her_turn_after_a_wild_is_sold():
    state, events = end_of_your_turn(owner(5), owner(5), "b3 *7 o1 b1", market="p1")
    assert names(events)[1:] == ["turn", "drew", "drew"]
    assert (state.active, state.phase, push.waiting(state)) == (JEN, "auction", (0,))
    after, events = do(state, 0, Bid(5, pay(5)))
    assert events == [
        ("bid", {"seat": 0, "amount": 5}),
        ("passed", {"seat": JEN, "forced": True}),
        ("won", {"seat": 0, "card": "*7", "amount": 5, "pay": {"coins": 5, **NO_CARDS}}),
        ("drew", {"seat": JEN, "card": "o1"}),
        ("took", {"seat": JEN, "what": "numbers", "cards": ("b3", "o1")}),
        ("turn", {"seat": 0}),
        ("drew", {"seat": 0, "card": "b1"}),
    ]
    assert after.players == (owner(0, 0, "*7"), owner(5, 0, "b3 o1"))


def test_r12_she_takes_the_numbers_if_the_last_card_is_a_wild():
    state, _ = end_of_your_turn(owner(5), owner(5), "b3 *7", market="p1")
    after, events = do(state, 0, Pass())
    assert names(events) == ["passed", "bid", "won", "took", "final"]
    assert after.players[JEN] == owner(0, 0, "b3 *7")
    assert push.waiting(after) == (0,)


def test_r12_two_wilds_in_a_row_are_auctioned_even_if_you_cannot_bid():
    after, events = end_of_your_turn(owner(4), owner(7), "*7 *8 b4 b1")
    assert events[2:] == [
        ("drew", {"seat": JEN, "card": "*7"}),
        ("passed", {"seat": 0, "forced": True}),
        ("bid", {"seat": JEN, "amount": 5}),
        ("won", {"seat": JEN, "card": "*7", "amount": 5, "pay": {"coins": 5, **NO_CARDS}}),
        ("drew", {"seat": JEN, "card": "*8"}),
        ("passed", {"seat": 0, "forced": True}),
        ("passed", {"seat": JEN, "forced": True}),
        ("unsold", {"card": "*8"}),
        ("drew", {"seat": JEN, "card": "b4"}),
        ("took", {"seat": JEN, "what": "numbers", "cards": ("b4",)}),
        ("turn", {"seat": 0}),
        ("drew", {"seat": 0, "card": "b1"}),
    ]
    assert after.players == (owner(4), owner(2, 0, "b4 *7"))


# Your turn, as in other games.


def test_r13_you_may_buy_with_any_card():
    state = solo_position(owner(0, 0, "b1 b2"), owner(5), phase="buy", market="g2", deck="b4 b1 b1")
    assert push.choices(state, 0)["buy"]["means"] == {"coins": 0, "busts": 0, "cards": ("b1", "b2")}
    after, _ = do(state, 0, Buy("g2", pay(0, 0, "b1 b2")))
    assert after.players[0] == owner(0, 0, "g2")


def test_r2_she_gains_the_currency_when_you_take_the_numbers():
    _, events = do(solo_position(owner(5), owner(8), numbers="b4", currency="$3"), 0, Take("numbers"))
    assert ("gained", {"value": 3, "coins": (0, 2)}) in events


def test_r4_you_bust_as_in_other_games():
    _, events = do(solo_position(owner(5), owner(5), numbers="b9", currency="$1", deck="b8 b4 b1"), 0, Draw())
    assert events[1] == ("bust", {"seat": 0, "by": "numbers", "total": 16})
    assert ("gained", {"value": 1, "coins": (0, 1)}) in events


# Auctions.


def auction_on_your_turn(you, jen, edition="aeg", level=5):
    """You draw a wild, so she answers first."""
    return do(position(you, jen, deck="*7 b1 b1", numbers="b2", solo=level, edition=edition), 0, Draw())


@pytest.mark.parametrize(
    ("you", "jen", "amount"),
    [
        (owner(7), owner(10), 7),  # as much as you could bid
        (owner(5), owner(10), 5),
        (owner(4), owner(10), 5),  # never less than 5
        (owner(0), owner(5), 5),
        (owner(9), owner(8), 8),  # as much as she can bid
        (owner(9), owner(5), 5),
        (owner(9), owner(4), None),
        (owner(2, 2, "b1 b1 b1"), owner(10, 5), 10),  # your tokens and spare cards count
        (owner(10), owner(1, 1, "b1 b1 p2 p2 p2"), 7),  # and so do hers
        (owner(6, 0, "b1 b2 b3"), owner(10), 6),  # other cards don't
        (owner(10), owner(6, 0, "b1 b2 b3"), 6),
    ],
)
def test_r14_she_opens_with_as_much_as_you_could_bid(you, jen, amount):
    _, events = auction_on_your_turn(you, jen)
    expected = ("passed", {"seat": JEN, "forced": True}) if amount is None else ("bid", {"seat": JEN, "amount": amount})
    assert events[1] == expected


def test_r14_you_may_outbid_her_but_pass_automatically_if_you_cannot():
    state, events = auction_on_your_turn(owner(9), owner(8))
    assert names(events) == ["drew", "bid"]
    assert push.choices(state, 0)["bid"] == {
        "least": 9,
        "most": 9,
        "means": {"coins": 9, "busts": 0, "cards": ()},
    }
    after, events = do(state, 0, Bid(9, pay(9)))
    assert events[1] == ("won", {"seat": 0, "card": "*7", "amount": 9, "pay": {"coins": 9, **NO_CARDS}})
    after, events = auction_on_your_turn(owner(8), owner(8))
    assert names(events) == ["drew", "bid", "passed", "won"]
    assert after.players == (owner(8), owner(0, 0, "*7"))
    assert push.waiting(after) == (0,)


def test_r13_bids_must_be_at_least_5():
    state, _ = auction_on_your_turn(owner(9), owner(4))
    assert push.choices(state, 0)["bid"]["least"] == 5
    with refused("auction.bid-too-low", least=5):
        do(state, 0, Bid(4, pay(4)))
    after, _ = do(state, 0, Bid(5, pay(5)))
    assert after.players[0] == owner(4, 0, "*7")


def test_r13_the_wild_is_discarded_if_no_one_can_pay_5():
    after, events = auction_on_your_turn(owner(4), owner(4))
    assert names(events) == ["drew", "passed", "passed", "unsold"]
    assert after.discards == ("*7",)


def test_r13_bids_can_only_be_paid_with_spare_cards():
    state, _ = auction_on_your_turn(owner(4, 0, "b1 b1 b2"), owner(4))
    assert push.choices(state, 0)["bid"] == {
        "least": 5,
        "most": 5,
        "means": {"coins": 4, "busts": 0, "cards": ("b1",)},
    }
    with refused("payment.not-spare", card="b2"):
        do(state, 0, Bid(5, pay(4, 0, "b2")))
    with refused("payment.not-spare", card="b1"):
        do(state, 0, Bid(5, pay(3, 0, "b1 b1")))
    with refused("auction.bid-too-high", most=5):
        do(state, 0, Bid(6, pay(4, 0, "b1 b2")))
    after, _ = do(state, 0, Bid(5, pay(4, 0, "b1")))
    assert after.players[0] == owner(0, 0, "b1 b2 *7")


def test_r6_superfluous_payments_are_refused_in_solo_auctions_too():
    state, _ = auction_on_your_turn(owner(9, 1), owner(4))
    with refused("payment.superfluous-coin", price=5, excess=1):
        do(state, 0, Bid(5, pay(3, 1)))


def auction_on_her_turn(you, jen):
    return solo_position(you, jen, phase="auction", active=JEN, auction=for_sale("*7"), numbers="b3", deck="b1 b1 b1")


@pytest.mark.parametrize(
    ("jen", "move", "amount"),
    [
        (owner(10), Bid(6, Pay(6)), 7),  # one more than you
        (owner(7), Bid(6, Pay(6)), 7),
        (owner(6), Bid(6, Pay(6)), None),
        (owner(10), Pass(), 5),
        (owner(5), Pass(), 5),
        (owner(4), Pass(), None),
        (owner(0, 1, "b1 b1 b1"), Pass(), 5),
        (owner(0, 1, "b1 b1 p1"), Pass(), None),
    ],
)
def test_r14_she_outbids_you_by_1_or_bids_5_after_your_pass(jen, move, amount):
    _, events = do(auction_on_her_turn(owner(6), jen), 0, move)
    expected = ("passed", {"seat": JEN, "forced": True}) if amount is None else ("bid", {"seat": JEN, "amount": amount})
    assert events[1] == expected


def test_r14_she_wins_for_5_if_you_pass():
    _, events = do(auction_on_her_turn(owner(6), owner(9)), 0, Pass())
    assert events[:3] == [
        ("passed", {"seat": 0, "forced": False}),
        ("bid", {"seat": JEN, "amount": 5}),
        ("won", {"seat": JEN, "card": "*7", "amount": 5, "pay": {"coins": 5, **NO_CARDS}}),
    ]


@pytest.mark.parametrize(
    ("jen", "amount", "paid"),
    [
        (owner(9, 9), 9, pay(9)),
        (owner(9, 9), 5, pay(5)),
        (owner(4, 9), 5, pay(4, 1)),  # the excess of the token is lost, though 2 coins and the token would do
        (owner(4, 9), 7, pay(4, 1)),
        (owner(4, 9), 8, pay(4, 2)),
        (owner(4, 2, "b1 b1 p2 p2 *#"), 10, pay(4, 2)),
        (owner(4, 2, "b1 b1 p2 p2 *#"), 11, pay(4, 2, "b1")),  # spare cards last, in canonical order
        (owner(4, 2, "b1 b1 p2 p2 *#"), 12, pay(4, 2, "b1 p2")),
        (owner(0, 2), 5, pay(0, 2)),
        (owner(4, 0, "b1 b1 p2 p2"), 5, pay(4, 0, "b1")),
    ],
)
def test_r14_she_pays_with_coins_then_bust_tokens_then_spare_cards(jen, amount, paid):
    assert choose_payment(solo_position(owner(5), jen), amount) == paid


def test_r14_she_loses_what_she_pays_with():
    state = change(auction_on_her_turn(owner(9), owner(3, 1, "b1 b1 *4")), deck=("g1", "o1"))
    after, events = do(state, 0, Bid(6, pay(6)))
    paid = {"coins": 3, "busts": 1, "cards": ("b1",)}
    assert events[2] == ("won", {"seat": JEN, "card": "*7", "amount": 7, "pay": paid})
    assert after.players[JEN] == owner(0, 0, "b1 b3 *4 *7 g1")
    assert after.discards == ("b1",)


def test_r14_she_bids_even_if_she_owns_the_wild():
    after, _ = do(auction_on_her_turn(owner(5), owner(9, 0, "*7")), 0, Pass())
    assert after.players[JEN].cards.count("*7") == 2


def test_r40_leaving_a_solo_game_ends_it():
    state = solo_position(owner(5), owner(5))
    after, events = do(state, 0, Resign())
    assert events == [("left", {"seat": 0})]
    assert after == change(state, left=(0,))
    assert push.waiting(after) == ()
    assert push.choices(after, 0) == {}
    result = push.result(after)
    assert (result.end, result.places, result.points, result.why) == ("left", (2,), None, ({"left": True},))


def test_r13_her_answer_is_listed_like_any_other():
    state, _ = auction_on_your_turn(owner(9), owner(8))
    assert state.auction == for_sale("*7", bid_of(JEN, 8, 8))
    state, _ = auction_on_your_turn(owner(9), owner(4))
    assert state.auction == for_sale("*7", pass_of(JEN))
