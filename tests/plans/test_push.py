"""Plans of TEN Push in positions in which the right answer is obvious."""

import json
from typing import Any

import pytest

from games.kinds.plans import Act, BadPlan
from games.kinds.push import plans
from games.kinds.push.plans.conditions import count_busting_cards
from games.rules import push
from games.rules.base import Plain, change
from games.rules.push.moves import Draw, Pass, Take
from games.rules.serialization import read_move
from tests.rules.push.positions import NO_DEALER, begin, bid_of, for_sale, owner, pass_of, position

ALL = {"coins": True, "busts": True, "cards": "any"}


def seen(state, seat=0) -> tuple[Any, Any]:
    view, choices = json.loads(json.dumps([push.view(state, seat), push.choices(state, seat)]))
    return view, choices


def made(state, data: Plain, seat=0) -> Plain:
    return plans.about(plans.read(data), seen(state, seat)[0])


def answer(state, *data: Plain, seat=0) -> Any:
    """What the plans answer; the word alone, where there is only a word."""
    act = plans.decide([made(state, one, seat) for one in data], *seen(state, seat))
    if act is None:
        return None
    push.play(state, seat, read_move(push, act.move), NO_DEALER)  # it is legal
    return act.move["do"] if list(act.move) == ["do"] else act.move


def over(state, data: Plain, acted=False, made_in=None, seat=0) -> str | None:
    return plans.over(made(made_in or state, data, seat), seen(state, seat)[0], acted)


def refused(state, data: Plain, seat=0) -> str:
    with pytest.raises(BadPlan) as caught:
        made(state, data, seat)
    assert caught.value.facts == {}
    return caught.value.code


# --- auctions -------------------------------------------------------------------------------------------------------


def sale(card="b#", highest=0, me=None, **more):
    """Seat 0 is asked, after seat 2, who bid that; seat 1 is active and bids last."""
    first = bid_of(2, highest, highest) if highest else pass_of(2)
    players = (me or owner(6), owner(5), owner(9))
    return position(*players, phase="auction", active=1, auction=for_sale(card, first), **more)


def order(most, bid="up-to", which="any", **more) -> Plain:
    return {"for": "auction", "which": which, "bid": bid, "most": most, "once": False} | more


def bid(amount, coins=0, busts=0, cards=()) -> Plain:
    return {"do": "bid", "amount": amount, "pay": {"coins": coins, "busts": busts, "cards": list(cards)}}


@pytest.mark.parametrize(
    ("highest", "most", "up_to", "one_more"),
    [
        (0, 4, bid(4, 4), bid(1, 1)),
        (3, 4, bid(4, 4), bid(4, 4)),
        (4, 4, "pass", "pass"),
        (2, 0, "pass", "pass"),
        (0, 0, "pass", "pass"),
        (2, 99, bid(6, 6), bid(3, 3)),  # beyond the means: all that it can pay
        (5, 6, bid(6, 6), bid(6, 6)),
    ],
)
def test_a_limit(highest, most, up_to, one_more):
    assert answer(sale(highest=highest), order(most)) == up_to
    assert answer(sale(highest=highest), order(most, "one-more")) == one_more


@pytest.mark.parametrize(
    ("which", "cards"),
    [
        ("any", "b# g# o# p# *# *1 *2 *7 *9"),
        ("numbered", "*1 *2 *7 *9"),
        ("g#", "g#"),
        ("*#", "*#"),
        ("*7", "*7"),
    ],
)
def test_a_class_of_wilds(which, cards):
    wilds = ["b#", "g#", "o#", "p#", "*#", "*1", "*2", "*7", "*9"]
    assert [card for card in wilds if answer(sale(card), order(1, which=which))] == cards.split()


@pytest.mark.parametrize(
    ("pay", "me", "paid"),
    [
        ({"coins": True, "busts": False}, owner(3, 2, "b1 g4"), bid(3, 3)),
        ({"coins": False}, owner(3, 1, "b1 g4"), bid(3, 0, 1)),
        ({"coins": False}, owner(3, 2, "b1 g4"), bid(5, 0, 2)),  # the excess of a token is lost (R6)
        ({"coins": False, "busts": False, "cards": "any"}, owner(3, 2, "b1 b2 g9"), bid(3, 0, 0, ["b1", "b2", "g9"])),
        ({"coins": False, "busts": False, "cards": "loose"}, owner(3, 2, "b1 b2 b2 b9"), bid(2, 0, 0, ["b2", "b9"])),
        (ALL, owner(3, 0, "b1 b2 b2 b9"), bid(5, 3, 0, ["b2", "b9"])),
        ({}, owner(0, 0, "b1 b2 g4"), "pass"),
    ],
)
def test_what_may_be_paid_with(pay, me, paid):
    """For g#, up to five: no token where coins do, cards that are missed least, and nothing superfluous."""
    assert answer(sale("g#", me=me), order(5, pay=pay)) == paid


def test_a_card_that_the_wild_would_join_is_not_loose():
    """b9 stands alone now, and in a run with the wild; g9 in none either way."""
    me = owner(0, 0, "b7 b6 b9 g1 g2 g9")
    loose = {"coins": False, "busts": False, "cards": "loose"}
    assert answer(sale("*8", me=me), order(9, pay=loose)) == bid(1, 0, 0, ["g9"])
    assert answer(sale("g#", me=me), order(9, pay=loose)) == bid(2, 0, 0, ["b9", "g9"])


def test_only_what_lengthens_a_run():
    me = owner(5, 0, "b3 b4 g9")
    rule = order(3, lengthens=True)
    assert answer(sale("*5", me=me), rule) == bid(3, 3)
    assert answer(sale("b#", me=me), rule) == bid(3, 3)
    assert answer(sale("*7", me=me), rule) == "pass"
    assert answer(sale("p#", me=me), rule) == "pass"
    assert answer(sale("p#", me=me), order(3)) == bid(3, 3)


def test_a_solo_auction_begins_at_five_and_takes_spare_cards_only():
    def alone(*cards):
        me = owner(5, 0, " ".join(cards))
        return position(me, owner(9), phase="auction", active=1, auction=for_sale("b#"), solo=4)

    assert answer(alone(), order(4)) == "pass"
    assert answer(alone(), order(9, "one-more")) == bid(5, 5)
    assert answer(alone("b1", "b1", "g9"), order(9, pay=ALL)) == bid(6, 5, 0, ["b1"])


def test_the_most_specific_plan_answers_then_the_newest():
    state = sale("*7")
    told = [
        order(1, which="any"),
        order(2, which="any", once=True),
        order(3, which="numbered"),
        order(4, which="*7"),
        order(5, which="now"),
    ]
    for place in range(5):
        assert answer(state, *told[: place + 1])["amount"] == place + 1
        assert answer(state, *told[place::-1])["amount"] == place + 1
    assert answer(state, order(2), order(3))["amount"] == 3
    assert answer(state, order(0, which="*7"), order(3)) == "pass"
    assert answer(state, order(0, which="b#"), order(3))["amount"] == 3


def test_a_plan_for_this_auction_knows_which():
    state = sale("b#")
    now = made(state, order(3, which="now"))
    assert now["deck"] == 3
    assert now["once"] is True
    later = change(state, drawn=1)
    assert plans.decide([now], *seen(later)) is None
    assert plans.over(now, seen(later)[0], False) == "plan.auction-over"
    assert plans.over(now, seen(later)[0], True) == "done"


def test_when_an_auction_plan_ends():
    state = sale("b#", deck="b1 *7 b1")
    assert over(state, order(3)) is None
    assert over(state, order(3), acted=True) is None
    assert over(state, order(3, once=True), acted=True) == "done"
    answered = push.play(state, 0, Pass(), NO_DEALER)[0]
    assert over(answered, order(3, which="now"), made_in=state) == "plan.auction-over"
    assert over(answered, order(3, which="b#"), made_in=state) == "plan.no-wild"  # there is one, with three players
    assert over(answered, order(3, which="g#"), made_in=state) is None
    drawing = position(owner(6), owner(5), deck="b1")
    assert refused(drawing, order(3, which="now")) == "plan.no-auction-now"
    assert refused(answered, order(3, which="now")) == "plan.auction-over"


@pytest.mark.parametrize(
    ("which", "code"),
    [
        ("b#", None),
        ("*4", None),
        ("numbered", None),
        ("any", None),
        ("*5", "plan.no-wild"),
        ("g#", "plan.no-wild"),
        ("*#", "plan.no-wild"),
    ],
)
def test_whether_such_a_wild_can_still_come(which, code):
    """All that is not in the deck lies open (R0)."""
    state = with_deck("b1", "b2 b# *4 $5")
    assert over(state, order(3, which=which), made_in=begin(0, "b1")) == code
    if code:
        assert refused(state, order(3, which=which)) == code


def with_deck(numbers: str, deck: str):
    """A real deck for two of which these cards lie in the tableau, and only those are to come."""
    state = begin(0, numbers)
    lying, rest = tuple(numbers.split()), tuple(deck.split())
    gone = list(state.deck)
    for card in (*lying, *rest):
        gone.remove(card)
    drawn = len(lying) + len(gone)
    return change(state, deck=(*lying, *gone, *rest), drawn=drawn, numbers=lying, discards=tuple(gone))


# --- turns ----------------------------------------------------------------------------------------------------------


def turn(take="numbers", **stops) -> Plain:
    return {"for": "turn", "take": take, "once": False} | stops


def take(what) -> Plain:
    return {"do": "take", "what": what}


@pytest.mark.parametrize(
    ("stops", "numbers", "currency", "said"),
    [
        ({"net": 6}, "b4 b1", "", "draw"),
        ({"net": 6}, "b4 b2", "", "take"),
        ({"net": 6}, "b4 b4", "$3", "draw"),
        ({"net": 0}, "b1", "$2", "draw"),
        ({"net": 0}, "b2", "$2", "take"),
        ({"coins": 5}, "b9", "$4", "draw"),
        ({"coins": 5}, "b9", "$4 $1", "take"),
        ({"net": 9, "coins": 5}, "b9", "", "take"),
        ({"net": 9, "coins": 5}, "b1", "$5", "take"),
        ({"risk": 99}, "b9 b1", "", "draw"),
    ],
)
def test_when_to_stop(stops, numbers, currency, said):
    state = dealt(numbers, currency)
    for what in ("numbers", "currency"):
        expected = "draw" if said == "draw" else take(what)
        assert answer(state, turn(what, **stops)) == expected


def dealt(numbers="", currency="", **more):
    """A real deck, of which these cards lie in the tableau."""
    state = begin(0, f"{numbers} {currency}", seats=2, **more)
    drawn = len(numbers.split()) + len(currency.split())
    return change(state, drawn=drawn, numbers=tuple(numbers.split()), currency=tuple(currency.split()))


def test_the_risk_is_exact():
    """At nine every number card from two on busts, and nothing else."""
    state = dealt("b4 b5")
    to_come = state.deck[2:]
    number = sum(card[0] in "bgop" and card[1] not in "#1" for card in to_come)
    assert count_busting_cards(seen(state)[0]) == number
    percent = 100 * number / len(to_come)
    assert percent != int(percent)
    assert answer(state, turn(risk=int(percent))) == take("numbers")
    assert answer(state, turn(risk=int(percent) + 1)) == "draw"


def test_a_risk_that_is_just_reached_is_taken():
    state = with_deck("b9 b1", "g1 g2 $1 *4")  # two of four bust
    assert count_busting_cards(seen(state)[0]) == 2
    assert answer(state, turn(risk=50)) == "draw"
    assert answer(state, turn(risk=49)) == take("numbers")


def test_the_end_of_the_deck_stops():
    state = change(dealt("b1"), drawn=91)
    assert answer(state, turn(net=10)) == take("numbers")


def test_nothing_is_taken_if_only_a_wild_was_drawn():
    assert answer(position(owner(), owner(), deck="b1"), turn(net=0)) == take("numbers")


def test_a_plan_for_turns_does_not_bid():
    assert answer(sale(), turn(net=4)) is None


WISH = {"cards": ["p9", "g5", "b4"], "lengthens": None, "pay": {"coins": True}}


def buying(me=None, market="b4 g5 o1", phase="buy", **more):
    return position(me or owner(5), owner(5), phase=phase, market=market, **more)


def buy(card, coins=0, busts=0, cards=()) -> Plain:
    return {"do": "buy", "card": card, "pay": {"coins": coins, "busts": busts, "cards": list(cards)}}


@pytest.mark.parametrize(
    ("me", "wish", "said"),
    [
        (owner(5), WISH, buy("g5", 5)),
        (owner(4), WISH, buy("b4", 4)),
        (owner(3), WISH, "skip"),
        (owner(5, 0, "g5"), WISH, buy("b4", 4)),  # owned already (R5)
        (owner(5), "skip", "skip"),
        (owner(5), "ask", None),
        (owner(0, 2), WISH, buy("g5", 0, 2)),
        (owner(0, 2), WISH | {"pay": {"busts": False}}, "skip"),
        (owner(9, 0, "b3"), {"lengthens": 4}, buy("b4", 4)),
        (owner(9, 0, "b3"), {"lengthens": 3}, "skip"),
        (owner(9, 0, "b3 g4 g6"), {"lengthens": 9}, buy("g5", 5)),  # joins three
        (owner(9, 0, "b3 g6"), {"lengthens": 9}, buy("b4", 4)),  # as much, and cheaper
        (owner(9, 0, "b3 g6"), {"cards": ["o1"], "lengthens": 9}, buy("o1", 1)),
        (owner(9, 0, "b3 g6"), {"cards": ["o2"], "lengthens": 9}, buy("b4", 4)),
        (owner(9), {"lengthens": 9}, "skip"),
        (owner(1, 0, "b3 p1 p7 p7"), {"lengthens": 9, "pay": {"cards": "loose"}}, "skip"),
        (owner(2, 0, "b3 p1 p7 p7"), {"lengthens": 9, "pay": {"cards": "loose"}}, buy("b4", 2, 0, ["p7", "p7"])),
    ],
)
def test_the_purchase_after_the_numbers(me, wish, said):
    before = position(me, owner(5), deck="b1 b1", market="b4 g5 o1", numbers="o9")
    plan = made(before, turn(net=5, buy=wish))
    act = plans.decide([plan], *seen(buying(me)))
    move = act.move if act else None
    assert (move["do"] if move and len(move) == 1 else move) == said


def test_a_plan_made_while_buying_is_for_the_next_turn():
    state = buying(deck="b1 b1 b1")
    for once in (True, False):
        plan = made(state, turn(net=5, buy=WISH) | {"once": once})
        assert plans.decide([plan], *seen(state)) is None
        assert plans.over(plan, seen(state)[0], False) is None
        assert plans.decide([plan], *seen(change(buying(), drawn=1)))


def test_after_a_bust():
    state = buying(phase="bust", bust_buy=True, currency="$5 $5 $3")
    wish = {"for": "bust", "buy": WISH, "once": False}
    assert answer(state, wish) == buy("g5", 5)
    assert answer(state, {"for": "bust", "buy": "skip"}) == "token"
    assert answer(state, wish | {"buy": {"cards": ["p9"]}}) == "token"
    assert answer(state, turn(net=5, buy=WISH)) is None
    assert over(state, wish | {"once": True}, acted=True) == "done"
    assert refused(buying(), wish) == "plan.no-bust-buy"


def test_the_final_purchase():
    state = buying(phase="final", final=(0, 1), deck="")
    wish = {"for": "final", "buy": WISH}
    assert answer(state, wish) == buy("g5", 5)
    assert answer(state, {"for": "final", "buy": "skip"}) == "skip"
    assert answer(state, wish, wish | {"buy": {"cards": ["b4"]}}) == buy("b4", 4)
    assert over(state, wish) is None
    assert over(state, wish, acted=True) == "done"
    assert refused(change(state, final=(1,)), wish) == "plan.final-over"
    assert over(dealt("b1"), wish) is None


# --- whose turn will come -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("active", "deck", "phase", "code"),
    [
        (0, 0, "draw", None),
        (0, 0, "auction", None),
        (0, 2, "buy", "plan.no-turn"),
        (0, 3, "buy", None),
        (1, 1, "draw", "plan.no-turn"),
        (1, 2, "draw", None),
        (2, 0, "draw", "plan.no-turn"),
        (2, 1, "draw", None),
        (2, 1, "auction", None),
        (2, 1, "final", "plan.no-turn"),
    ],
)
def test_whether_a_turn_can_still_come(active, deck, phase, code):
    """Each turn takes at least a card."""
    state = position(owner(5), owner(5), owner(5), deck="b1 " * deck, phase=phase, active=active, final=(0,))
    state = change(state, auction=for_sale("b#")) if phase == "auction" else state
    early = position(owner(5), owner(5), owner(5), bust_buy=True)
    buys_now = active == 0 and phase == "buy"  # a plan made before is for that, too
    assert over(change(state, setup=early.setup), turn(net=5), made_in=early) == (None if buys_now else code)
    if code:
        assert refused(state, turn(net=5)) == code
    assert over(change(state, setup=early.setup), {"for": "bust", "buy": "skip"}, made_in=early) == code


def test_one_turn_lasts_until_the_next_seat_moves():
    once = turn(net=5) | {"once": True}
    own = position(owner(5), owner(5))
    for phase in ("draw", "buy", "bust", "auction"):
        now = change(own, phase=phase, auction=for_sale("b#") if phase == "auction" else None)
        assert over(now, once, acted=True, made_in=own) is None
    assert over(change(own, active=1), once, acted=True, made_in=own) == "done"
    assert over(change(own, active=1), once, made_in=own) is None
    assert over(change(own, active=1), turn(net=5), acted=True, made_in=own) is None
    assert over(change(own, phase="final", final=(0,)), once, acted=True, made_in=own) == "done"


def test_in_a_solo_game_one_turn_is_the_current_one():
    """The opponent's turn is over at once, and the next one is the player's own again."""
    state = begin(None, "b1 b2 b3 g5 g6 o1", seats=1, solo=4)
    once = turn("currency", net=3) | {"once": True}
    plan = made(state, once)
    assert plans.decide([plan], *seen(state)) == Act(0, {"do": "draw"})
    state = push.play(state, 0, Draw(), NO_DEALER)[0]
    assert plans.over(plan, seen(state)[0], True) is None
    assert plans.decide([plan], *seen(state)) == Act(0, take("currency"))
    state = push.play(state, 0, Take("currency"), NO_DEALER)[0]
    assert push.waiting(state) == (0,)
    assert state.active == 0
    assert plans.over(plan, seen(state)[0], True) == "done"
    assert plans.over(plan, seen(state)[0], False) == "plan.turn-over"
    assert plans.decide([plan], *seen(state)) is None
    assert made(state, once)["mark"] != plan["mark"]
    hers = position(owner(5), owner(9), phase="auction", active=1, auction=for_sale("b#"), solo=4)
    assert refused(hers, once) == "plan.solo-turn"
    assert made(hers, once | {"once": False})["mark"] is None


def test_a_substitute_can_make_plans():
    state = position(owner(5), owner(5), owner(5), left=(0,), bust_buy=True)
    for data in (order(3), turn(net=5), {"for": "bust", "buy": "skip"}, {"for": "final", "buy": "skip"}):
        assert over(state, made(state, data)) is None
