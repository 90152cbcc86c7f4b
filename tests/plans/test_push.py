"""Plans of TEN Push in positions with an obvious answer."""

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


def view_and_choices(state, seat=0) -> tuple[Any, Any]:
    view, choices = json.loads(json.dumps([push.view(state, seat), push.choices(state, seat)]))
    return view, choices


def make_plan(state, data: Plain, seat=0) -> Plain:
    return plans.about(plans.read(data), view_and_choices(state, seat)[0])


def answer(state, *data: Plain, seat=0) -> Any:
    """Return the move that the plans answer with, or only its name if it has no fields."""
    act = plans.decide([make_plan(state, one, seat) for one in data], *view_and_choices(state, seat))
    if act is None:
        return None
    push.play(state, seat, read_move(push, act.move), NO_DEALER)  # or IllegalMove
    return act.move["do"] if list(act.move) == ["do"] else act.move


def find_end(state, data: Plain, acted=False, made_in=None, seat=0) -> str | None:
    return plans.over(make_plan(made_in or state, data, seat), view_and_choices(state, seat)[0], acted)


def find_refusal(state, data: Plain, seat=0) -> str:
    with pytest.raises(BadPlan) as caught:
        make_plan(state, data, seat)
    assert caught.value.facts == {}
    return caught.value.code


# --- auctions -------------------------------------------------------------------------------------------------------


def build_auction(card="b#", highest=0, me=None, **more):
    """Build a state in which seat 2 has bid `highest` or passed, seat 0 is asked, and the active seat 1 bids last."""
    first = bid_of(2, highest, highest) if highest else pass_of(2)
    players = (me or owner(6), owner(5), owner(9))
    return position(*players, phase="auction", active=1, auction=for_sale(card, first), **more)


def auction_plan(most, bid="up-to", which="any", **more) -> Plain:
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
        (2, 99, bid(6, 6), bid(3, 3)),  # more than it has: all that it can pay
        (5, 6, bid(6, 6), bid(6, 6)),
    ],
)
def test_a_bid_stays_within_its_limit(highest, most, up_to, one_more):
    assert answer(build_auction(highest=highest), auction_plan(most)) == up_to
    assert answer(build_auction(highest=highest), auction_plan(most, "one-more")) == one_more


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
def test_a_plan_answers_for_its_class_of_wilds(which, cards):
    wilds = ["b#", "g#", "o#", "p#", "*#", "*1", "*2", "*7", "*9"]
    assert [card for card in wilds if answer(build_auction(card), auction_plan(1, which=which))] == cards.split()


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
def test_a_bid_pays_with_what_the_plan_allows(pay, me, paid):
    """For g#, up to five: no token if coins are enough, the least useful cards first, and nothing extra."""
    assert answer(build_auction("g#", me=me), auction_plan(5, pay=pay)) == paid


def test_a_card_that_the_wild_would_join_is_not_loose():
    """b9 is in no run now, but would be in one with the wild; g9 is in none either way."""
    me = owner(0, 0, "b7 b6 b9 g1 g2 g9")
    loose = {"coins": False, "busts": False, "cards": "loose"}
    assert answer(build_auction("*8", me=me), auction_plan(9, pay=loose)) == bid(1, 0, 0, ["g9"])
    assert answer(build_auction("g#", me=me), auction_plan(9, pay=loose)) == bid(2, 0, 0, ["b9", "g9"])


def test_a_plan_can_bid_only_for_wilds_that_lengthen_a_run():
    me = owner(5, 0, "b3 b4 g9")
    rule = auction_plan(3, lengthens=True)
    assert answer(build_auction("*5", me=me), rule) == bid(3, 3)
    assert answer(build_auction("b#", me=me), rule) == bid(3, 3)
    assert answer(build_auction("*7", me=me), rule) == "pass"
    assert answer(build_auction("p#", me=me), rule) == "pass"
    assert answer(build_auction("p#", me=me), auction_plan(3)) == bid(3, 3)


def test_a_solo_auction_starts_at_five_and_accepts_only_spare_cards():
    def alone(*cards):
        me = owner(5, 0, " ".join(cards))
        return position(me, owner(9), phase="auction", active=1, auction=for_sale("b#"), solo=4)

    assert answer(alone(), auction_plan(4)) == "pass"
    assert answer(alone(), auction_plan(9, "one-more")) == bid(5, 5)
    assert answer(alone("b1", "b1", "g9"), auction_plan(9, pay=ALL)) == bid(6, 5, 0, ["b1"])


def test_the_most_specific_plan_answers_then_the_newest():
    state = build_auction("*7")
    given = [
        auction_plan(1, which="any"),
        auction_plan(2, which="any", once=True),
        auction_plan(3, which="numbered"),
        auction_plan(4, which="*7"),
        auction_plan(5, which="now"),
    ]
    for place in range(5):
        assert answer(state, *given[: place + 1])["amount"] == place + 1
        assert answer(state, *given[place::-1])["amount"] == place + 1
    assert answer(state, auction_plan(2), auction_plan(3))["amount"] == 3
    assert answer(state, auction_plan(0, which="*7"), auction_plan(3)) == "pass"
    assert answer(state, auction_plan(0, which="b#"), auction_plan(3))["amount"] == 3


def test_a_plan_for_the_current_auction_answers_no_other():
    state = build_auction("b#")
    now = make_plan(state, auction_plan(3, which="now"))
    assert now["deck"] == 3
    assert now["once"] is True
    later = change(state, drawn=1)
    assert plans.decide([now], *view_and_choices(later)) is None
    assert plans.over(now, view_and_choices(later)[0], False) == "plan.auction-over"
    assert plans.over(now, view_and_choices(later)[0], True) == "done"


def test_when_an_auction_plan_ends():
    state = build_auction("b#", deck="b1 *7 b1")
    assert find_end(state, auction_plan(3)) is None
    assert find_end(state, auction_plan(3), acted=True) is None
    assert find_end(state, auction_plan(3, once=True), acted=True) == "done"
    answered = push.play(state, 0, Pass(), NO_DEALER)[0]
    assert find_end(answered, auction_plan(3, which="now"), made_in=state) == "plan.auction-over"
    only_one = auction_plan(3, which="b#")  # with three players
    assert find_end(answered, only_one, made_in=state) == "plan.no-wild"
    assert find_end(answered, auction_plan(3, which="g#"), made_in=state) is None
    drawing = position(owner(6), owner(5), deck="b1")
    assert find_refusal(drawing, auction_plan(3, which="now")) == "plan.no-auction-now"
    assert find_refusal(answered, auction_plan(3, which="now")) == "plan.auction-over"


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
def test_a_plan_expires_when_none_of_its_wilds_can_come(which, code):
    """Every card that isn't in the deck is known (R0)."""
    state = with_deck("b1", "b2 b# *4 $5")
    assert find_end(state, auction_plan(3, which=which), made_in=begin(0, "b1")) == code
    if code:
        assert find_refusal(state, auction_plan(3, which=which)) == code


def with_deck(numbers: str, deck: str):
    """Build a state with a real deck for two: these numbers in the tableau, and only `deck` left to draw."""
    state = begin(0, numbers)
    tableau, rest = tuple(numbers.split()), tuple(deck.split())
    gone = list(state.deck)
    for card in (*tableau, *rest):
        gone.remove(card)
    drawn = len(tableau) + len(gone)
    return change(state, deck=(*tableau, *gone, *rest), drawn=drawn, numbers=tableau, discards=tuple(gone))


# --- turns ----------------------------------------------------------------------------------------------------------


def turn_plan(take="numbers", **stops) -> Plain:
    return {"for": "turn", "take": take, "once": False} | stops


def take(what) -> Plain:
    return {"do": "take", "what": what}


@pytest.mark.parametrize(
    ("stops", "numbers", "currency", "outcome"),
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
def test_a_turn_stops_at_the_first_limit_it_reaches(stops, numbers, currency, outcome):
    state = build_turn(numbers, currency)
    for what in ("numbers", "currency"):
        expected = "draw" if outcome == "draw" else take(what)
        assert answer(state, turn_plan(what, **stops)) == expected


def build_turn(numbers="", currency="", **more):
    """Build a state with a real deck, of which these cards are in the tableau."""
    state = begin(0, f"{numbers} {currency}", seats=2, **more)
    drawn = len(numbers.split()) + len(currency.split())
    return change(state, drawn=drawn, numbers=tuple(numbers.split()), currency=tuple(currency.split()))


def test_the_risk_is_exact():
    """At nine, every number card from two up busts, and nothing else."""
    state = build_turn("b4 b5")
    to_come = state.deck[2:]
    number = sum(card[0] in "bgop" and card[1] not in "#1" for card in to_come)
    assert count_busting_cards(view_and_choices(state)[0]) == number
    percent = 100 * number / len(to_come)
    assert percent != int(percent)
    assert answer(state, turn_plan(risk=int(percent))) == take("numbers")
    assert answer(state, turn_plan(risk=int(percent) + 1)) == "draw"


def test_a_risk_equal_to_the_limit_is_taken():
    state = with_deck("b9 b1", "g1 g2 $1 *4")  # two of four bust
    assert count_busting_cards(view_and_choices(state)[0]) == 2
    assert answer(state, turn_plan(risk=50)) == "draw"
    assert answer(state, turn_plan(risk=49)) == take("numbers")


def test_the_end_of_the_deck_stops_a_turn():
    state = change(build_turn("b1"), drawn=91)
    assert answer(state, turn_plan(net=10)) == take("numbers")


def test_an_empty_pile_is_taken_if_the_limit_is_reached():
    assert answer(position(owner(), owner(), deck="b1"), turn_plan(net=0)) == take("numbers")


def test_a_plan_for_turns_does_not_bid():
    assert answer(build_auction(), turn_plan(net=4)) is None


WISH = {"cards": ["p9", "g5", "b4"], "lengthens": None, "pay": {"coins": True}}


def build_purchase(me=None, market="b4 g5 o1", phase="buy", **more):
    return position(me or owner(5), owner(5), phase=phase, market=market, **more)


def buy(card, coins=0, busts=0, cards=()) -> Plain:
    return {"do": "buy", "card": card, "pay": {"coins": coins, "busts": busts, "cards": list(cards)}}


@pytest.mark.parametrize(
    ("me", "wish", "outcome"),
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
        (owner(9, 0, "b3 g4 g6"), {"lengthens": 9}, buy("g5", 5)),  # makes a run of three
        (owner(9, 0, "b3 g6"), {"lengthens": 9}, buy("b4", 4)),  # the same gain, but cheaper
        (owner(9, 0, "b3 g6"), {"cards": ["o1"], "lengthens": 9}, buy("o1", 1)),
        (owner(9, 0, "b3 g6"), {"cards": ["o2"], "lengthens": 9}, buy("b4", 4)),
        (owner(9), {"lengthens": 9}, "skip"),
        (owner(1, 0, "b3 p1 p7 p7"), {"lengthens": 9, "pay": {"cards": "loose"}}, "skip"),
        (owner(2, 0, "b3 p1 p7 p7"), {"lengthens": 9, "pay": {"cards": "loose"}}, buy("b4", 2, 0, ["p7", "p7"])),
    ],
)
def test_the_purchase_after_the_numbers(me, wish, outcome):
    before = position(me, owner(5), deck="b1 b1", market="b4 g5 o1", numbers="o9")
    plan = make_plan(before, turn_plan(net=5, buy=wish))
    act = plans.decide([plan], *view_and_choices(build_purchase(me)))
    move = act.move if act else None
    assert (move["do"] if move and len(move) == 1 else move) == outcome


def test_a_plan_made_while_buying_is_for_the_next_turn():
    state = build_purchase(deck="b1 b1 b1")
    for once in (True, False):
        plan = make_plan(state, turn_plan(net=5, buy=WISH) | {"once": once})
        assert plans.decide([plan], *view_and_choices(state)) is None
        assert plans.over(plan, view_and_choices(state)[0], False) is None
        assert plans.decide([plan], *view_and_choices(change(build_purchase(), drawn=1)))


def test_a_plan_for_busts():
    state = build_purchase(phase="bust", bust_buy=True, currency="$5 $5 $3")
    wish = {"for": "bust", "buy": WISH, "once": False}
    assert answer(state, wish) == buy("g5", 5)
    assert answer(state, {"for": "bust", "buy": "skip"}) == "token"
    assert answer(state, wish | {"buy": {"cards": ["p9"]}}) == "token"
    assert answer(state, turn_plan(net=5, buy=WISH)) is None
    assert find_end(state, wish | {"once": True}, acted=True) == "done"
    assert find_refusal(build_purchase(), wish) == "plan.no-bust-buy"


def test_a_plan_for_the_final_purchase():
    state = build_purchase(phase="final", final=(0, 1), deck="")
    wish = {"for": "final", "buy": WISH}
    assert answer(state, wish) == buy("g5", 5)
    assert answer(state, {"for": "final", "buy": "skip"}) == "skip"
    assert answer(state, wish, wish | {"buy": {"cards": ["b4"]}}) == buy("b4", 4)
    assert find_end(state, wish) is None
    assert find_end(state, wish, acted=True) == "done"
    assert find_refusal(change(state, final=(1,)), wish) == "plan.final-over"
    assert find_end(build_turn("b1"), wish) is None


# --- turns to come --------------------------------------------------------------------------------------------------


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
def test_a_plan_expires_when_no_turn_can_come(active, deck, phase, code):
    """Each turn draws at least one card."""
    state = position(owner(5), owner(5), owner(5), deck="b1 " * deck, phase=phase, active=active, final=(0,))
    state = change(state, auction=for_sale("b#")) if phase == "auction" else state
    early = position(owner(5), owner(5), owner(5), bust_buy=True)
    buys_now = active == 0 and phase == "buy"  # an earlier plan is for this purchase too
    assert find_end(change(state, setup=early.setup), turn_plan(net=5), made_in=early) == (None if buys_now else code)
    if code:
        assert find_refusal(state, turn_plan(net=5)) == code
    assert find_end(change(state, setup=early.setup), {"for": "bust", "buy": "skip"}, made_in=early) == code


def test_a_plan_for_one_turn_lasts_until_the_next_seat_moves():
    once = turn_plan(net=5) | {"once": True}
    own = position(owner(5), owner(5))
    for phase in ("draw", "buy", "bust", "auction"):
        now = change(own, phase=phase, auction=for_sale("b#") if phase == "auction" else None)
        assert find_end(now, once, acted=True, made_in=own) is None
    assert find_end(change(own, active=1), once, acted=True, made_in=own) == "done"
    assert find_end(change(own, active=1), once, made_in=own) is None
    assert find_end(change(own, active=1), turn_plan(net=5), acted=True, made_in=own) is None
    assert find_end(change(own, phase="final", final=(0,)), once, acted=True, made_in=own) == "done"


def test_in_a_solo_game_a_plan_for_one_turn_is_for_the_current_one():
    """The opponent's turn is over at once, and the next one is the player's again."""
    state = begin(None, "b1 b2 b3 g5 g6 o1", seats=1, solo=4)
    once = turn_plan("currency", net=3) | {"once": True}
    plan = make_plan(state, once)
    assert plans.decide([plan], *view_and_choices(state)) == Act(0, {"do": "draw"})
    state = push.play(state, 0, Draw(), NO_DEALER)[0]
    assert plans.over(plan, view_and_choices(state)[0], True) is None
    assert plans.decide([plan], *view_and_choices(state)) == Act(0, take("currency"))
    state = push.play(state, 0, Take("currency"), NO_DEALER)[0]
    assert push.waiting(state) == (0,)
    assert state.active == 0
    assert plans.over(plan, view_and_choices(state)[0], True) == "done"
    assert plans.over(plan, view_and_choices(state)[0], False) == "plan.turn-over"
    assert plans.decide([plan], *view_and_choices(state)) is None
    assert make_plan(state, once)["mark"] != plan["mark"]
    hers = position(owner(5), owner(9), phase="auction", active=1, auction=for_sale("b#"), solo=4)
    assert find_refusal(hers, once) == "plan.solo-turn"
    assert make_plan(hers, once | {"once": False})["mark"] is None


def test_a_substitute_can_make_plans():
    state = position(owner(5), owner(5), owner(5), left=(0,), bust_buy=True)
    for data in (auction_plan(3), turn_plan(net=5), {"for": "bust", "buy": "skip"}, {"for": "final", "buy": "skip"}):
        assert find_end(state, make_plan(state, data)) is None
