"""Turns: drawing (R1), taking (R2), ten coins (R3), busting (R4)."""

import pytest

from games.rules import push
from games.rules.base import change
from games.rules.push.moves import Draw, Pass, Skip, Take
from games.rules.push.state import coins_shown, net_total
from tests.rules.push.positions import do, for_sale, names, owner, position

TWO = (owner(5), owner(5))
TURN_1 = [("turn", {"seat": 1}), ("drew", {"seat": 1, "card": "o1"})]


# The worked examples of the rulebook.


def test_the_rulebooks_examples_have_the_right_totals():
    assert net_total(position(*TWO, numbers="b2 g1")) == 3
    assert net_total(position(*TWO, numbers="b2 g1", currency="$4")) == -1
    assert net_total(position(*TWO, numbers="b2 g1 o7", currency="$4 $2")) == 4
    assert coins_shown(position(*TWO, numbers="b2 g1 o7", currency="$4 $2")) == 6


@pytest.mark.parametrize(("card", "busts"), [("p6", False), ("p7", True), ("p8", True), ("$4", False), ("$5", True)])
def test_r4_the_rulebooks_examples_of_a_next_card_bust_above_ten(card, busts):
    state = position(*TWO, numbers="b2 g1 o7", currency="$4 $2", deck=f"{card} o1 o1")
    after, events = do(state, 0, Draw())
    assert ("bust" in names(events)) is busts
    assert after.active == (1 if busts else 0)


def test_r4_the_rulebooks_bust_by_numbers():
    state = position(*TWO, numbers="b4 g5", currency="$3", deck="o9 o1 b1", market="p1")
    after, events = do(state, 0, Draw())
    assert events == [
        ("drew", {"seat": 0, "card": "o9"}),
        ("bust", {"seat": 0, "by": "numbers", "total": 15}),
        ("market", {"cards": ("b4", "g5", "o9")}),
        ("token", {"seat": 0}),
        ("gained", {"value": 3, "coins": (0, 3)}),
        *TURN_1,
    ]
    assert after == change(
        state,
        drawn=2,
        active=1,
        market=("b4", "g5", "o9", "p1"),
        players=(owner(5, 1), owner(8)),
        numbers=("o1",),
        currency=(),
        discards=("$3",),
    )


def test_r4_the_rulebooks_bust_by_currency_gives_the_others_nothing():
    state = position(*TWO, numbers="b7", currency="$3 $4", deck="$5 o1 b1", discards="$1")
    after, events = do(state, 0, Draw())
    assert events == [
        ("drew", {"seat": 0, "card": "$5"}),
        ("bust", {"seat": 0, "by": "currency", "total": 12}),
        ("market", {"cards": ("b7",)}),
        ("token", {"seat": 0}),
        *TURN_1,
    ]
    assert after == change(
        state,
        drawn=2,
        active=1,
        market=("b7",),
        players=(owner(5, 1), owner(5)),
        numbers=("o1",),
        currency=(),
        discards=("$1", "$3", "$4", "$5"),
    )


# Drawing.


def test_r1_a_drawn_number_card_joins_the_tableau():
    state = position(*TWO, numbers="b4", deck="g6 o1")
    after, events = do(state, 0, Draw())
    assert events == [("drew", {"seat": 0, "card": "g6"})]
    assert after == change(state, drawn=1, numbers=("b4", "g6"))
    assert push.choices(after, 0) == {"draw": {}, "take": {"what": ("numbers", "currency")}, "resign": {}}


def test_r1_a_drawn_currency_card_joins_the_tableau():
    state = position(*TWO, currency="$5", numbers="b1", deck="$5 o1")
    after, events = do(state, 0, Draw())
    assert events == [("drew", {"seat": 0, "card": "$5"})]
    assert after == change(state, drawn=1, currency=("$5", "$5"))


def test_r1_the_active_player_chooses_again_after_a_wild_is_sold():
    state = position(*TWO, numbers="b4", deck="*4 o1")
    after, events = do(state, 0, Draw())
    assert events == [("drew", {"seat": 0, "card": "*4"})]
    assert after == change(state, drawn=1, phase="auction", auction=for_sale("*4"))
    after, _ = do(do(after, 1, Pass())[0], 0, Pass())
    assert after == change(state, drawn=1, discards=("*4",))
    assert push.choices(after, 0) == {"draw": {}, "take": {"what": ("numbers", "currency")}, "resign": {}}


def test_r1_the_next_turn_begins_with_a_forced_draw():
    state = position(owner(), owner(), owner(), active=2, numbers="b4", deck="$3 o1")
    after, events = do(state, 2, Take("currency"))
    assert events[-2:] == [("turn", {"seat": 0}), ("drew", {"seat": 0, "card": "$3"})]
    assert (after.active, after.currency, after.drawn, after.phase) == (0, ("$3",), 1, "draw")


@pytest.mark.parametrize(("numbers", "busts"), [("b9", False), ("b9 b1", True)])
def test_r4_a_net_total_of_eleven_busts_but_ten_does_not(numbers, busts):
    _, events = do(position(*TWO, numbers=numbers, deck="b1 o1 o1"), 0, Draw())
    assert ("bust" in names(events)) is busts


@pytest.mark.parametrize(("currency", "busts"), [("$5", False), ("$5 $1", True)])
def test_r4_a_currency_total_of_eleven_busts_but_ten_does_not(currency, busts):
    _, events = do(position(*TWO, currency=currency, deck="$5 o1 o1"), 0, Draw())
    assert ("bust" in names(events)) is busts


def test_r4_currency_can_prevent_a_bust_by_numbers():
    after, events = do(position(*TWO, numbers="b9", currency="$5 $3", deck="g9 o1"), 0, Draw())
    assert names(events) == ["drew"]
    assert net_total(after) == 10


def test_r4_a_bust_without_currency_gives_no_one_coins():
    after, events = do(position(*TWO, numbers="b9", deck="g9 o1 b1"), 0, Draw())
    assert names(events) == ["drew", "bust", "market", "token", "turn", "drew"]
    assert after.players == (owner(5, 1), owner(5))


def test_r4_a_bust_by_numbers_can_give_the_others_ten_coins():
    after, events = do(position(owner(5), owner(0), numbers="b9 g9", currency="$5 $5", deck="o3 o1 b1"), 0, Draw())
    assert events[1] == ("bust", {"seat": 0, "by": "numbers", "total": 11})
    assert after.players == (owner(5, 1), owner(10))


def test_r4_a_bust_with_only_currency_adds_nothing_to_the_market():
    after, events = do(position(*TWO, currency="$5 $5", deck="$1 o1 b1"), 0, Draw())
    assert names(events) == ["drew", "bust", "token", "turn", "drew"]
    assert after.market == ()


# Taking.


def test_r2_taking_the_numbers_gives_the_others_the_currency():
    state = position(
        owner(1, 0, "b9"), owner(2), owner(3), numbers="g4 b4", currency="$3 $1", market="p5", discards="$5"
    )
    after, events = do(state, 0, Take("numbers"))
    assert events == [
        ("took", {"seat": 0, "what": "numbers", "cards": ("g4", "b4")}),
        ("gained", {"value": 4, "coins": (0, 4, 4)}),
        ("skipped", {"seat": 0, "forced": True}),
        ("turn", {"seat": 1}),
        ("drew", {"seat": 1, "card": "b1"}),
    ]
    assert after == change(
        state,
        drawn=1,
        active=1,
        players=(owner(1, 0, "b4 b9 g4"), owner(6), owner(7)),
        numbers=("b1",),
        currency=(),
        discards=("$5", "$3", "$1"),
    )


def test_r2_taking_the_numbers_opens_the_buy_phase():
    state = position(owner(5), owner(5), numbers="b4", market="p5")
    after, events = do(state, 0, Take("numbers"))
    assert names(events) == ["took"]
    assert after == change(state, phase="buy", players=(owner(5, 0, "b4"), owner(5)), numbers=())
    assert push.waiting(after) == (0,)


def test_r1_taking_no_number_cards_still_opens_the_buy_phase():
    after, events = do(position(*TWO, market="p5"), 0, Take("numbers"))
    assert events == [("took", {"seat": 0, "what": "numbers", "cards": ()})]
    assert after.phase == "buy"


def test_r2_taking_the_currency_ends_the_turn():
    state = position(owner(1), owner(2), numbers="g4 b4", currency="$3 $1", market="g3 p1", discards="$5", deck="o1 b1")
    after, events = do(state, 0, Take("currency"))
    assert events == [
        ("took", {"seat": 0, "what": "currency", "cards": ("$3", "$1")}),
        ("gained", {"value": 4, "coins": (4, 0)}),
        ("market", {"cards": ("g4", "b4")}),
        *TURN_1,
    ]
    assert after == change(
        state,
        drawn=1,
        active=1,
        players=(owner(5), owner(2)),
        market=("b4", "g3", "g4", "p1"),
        numbers=("o1",),
        currency=(),
        discards=("$5", "$3", "$1"),
    )


def test_r1_the_currency_reward_may_be_empty():
    after, events = do(position(*TWO, deck="o1 b1"), 0, Take("currency"))
    assert events == [("took", {"seat": 0, "what": "currency", "cards": ()}), *TURN_1]
    assert after.players == TWO


def test_skipping_the_buy_phase_ends_the_turn():
    state = position(*TWO, phase="buy", market="p5", deck="o1 b1")
    after, events = do(state, 0, Skip())
    assert events == [("skipped", {"seat": 0, "forced": False}), *TURN_1]
    assert after == change(state, phase="draw", active=1, drawn=1, numbers=("o1",))


# Ten coins.


def test_r3_no_one_holds_more_than_ten_coins():
    state = position(owner(9), owner(5), owner(6), owner(7), owner(10), numbers="b1", currency="$4")
    after, events = do(state, 0, Take("numbers"))
    assert ("gained", {"value": 4, "coins": (0, 4, 4, 3, 0)}) in events
    assert [player.coins for player in after.players] == [9, 9, 10, 10, 10]
    after, events = do(state, 0, Take("currency"))
    assert ("gained", {"value": 4, "coins": (1, 0, 0, 0, 0)}) in events
    assert [player.coins for player in after.players] == [10, 5, 6, 7, 10]


def test_r3_bust_tokens_are_unlimited():
    after, _ = do(position(owner(10, 15), owner(5, 1), numbers="b9", deck="g9 o1 b1"), 0, Draw())
    assert after.players == (owner(10, 16), owner(5, 1))
