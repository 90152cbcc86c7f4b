"""Plans of TEN Swap."""

import json
from typing import Any

import pytest

from games.kinds.plans import Act, BadPlan
from games.kinds.swap import plans
from games.rules import swap
from games.rules.base import Plain
from tests.rules.swap.table import lay, play


def view_and_choices(state, seat) -> tuple[Any, Any]:
    view, choices = json.loads(json.dumps([swap.view(state, seat), swap.choices(state, seat)]))
    return view, choices


def make_plan(state, data: Plain, seat: int) -> Plain:
    return plans.about(plans.read(data), view_and_choices(state, seat)[0])


def answer(state, *data: Plain) -> str | None:
    """Return the name of the move that the plans of the seat to move answer with."""
    (seat,) = swap.waiting(state)
    act = plans.decide([make_plan(state, one, seat) for one in data], *view_and_choices(state, seat))
    return act.move["do"] if act else None


def find_end(state, data: Plain, seat: int, made_in=None, acted=False) -> str | None:
    return plans.over(make_plan(made_in or state, data, seat), view_and_choices(state, seat)[0], acted)


def find_refusal(state, data: Plain, seat: int) -> str:
    with pytest.raises(BadPlan) as caught:
        make_plan(state, data, seat)
    return caught.value.code


def hold_from(card: str | None, once=False) -> Plain:
    return {"for": "turn", "least": card, "once": once}


BLOCK = {"for": "answer", "once": False}
HIGH_TO_LOW = ["10", "9", "8", "7", "6", "5", "4", "3", "2", "1", "0", "00", "000", "0000"]


@pytest.mark.parametrize("card", [*HIGH_TO_LOW, "W"])
@pytest.mark.parametrize("least", HIGH_TO_LOW)
def test_holds_a_card_that_is_high_enough(card, least):
    place = HIGH_TO_LOW.index("0000" if card == "W" else card)
    expected = "hold" if place <= HIGH_TO_LOW.index(least) else "swap"
    assert answer(lay(f"{card} 2 5 3"), hold_from(least)) == expected


def test_always_swaps_or_goes_by_the_card_held_now():
    assert answer(lay("10 2 5 3"), hold_from(None)) == "swap"
    state = play(lay("1 9 2 5", blocking="ask"), "hold")
    assert answer(state, hold_from("5")) == "hold"
    state = play(lay("1 5 2 5"), "swap")  # now the second seat has a 1
    assert answer(state, hold_from("5")) == "swap"


def test_the_dealer_swaps_with_the_deck():
    state = play(lay("1 5 2 4", deck="6"), "hold hold hold")
    assert answer(state, hold_from("5")) == "swap"
    assert answer(state, hold_from("4")) == "hold"


@pytest.mark.parametrize(("card", "outcome"), [("10", "block"), ("6", "block"), ("5", "accept"), ("W", "accept")])
def test_blocks_whenever_it_can(card, outcome):
    asked = play(lay(f"1 {card} 2 5", blocking="ask"), "swap")
    assert answer(asked, BLOCK) == outcome
    assert answer(asked, BLOCK | {"block": False}) == "accept"
    assert answer(asked, hold_from("5")) is None
    assert answer(lay("7 7 2 5", blocking="ask"), BLOCK) is None


def test_nobody_is_asked_if_cards_block_automatically():
    assert find_refusal(lay("1 2 3 4"), BLOCK, 1) == "plan.no-asking"


def test_the_most_specific_plan_answers_then_the_newest():
    state = lay("5 2 3 4")
    assert answer(state, hold_from("5"), hold_from("6")) == "swap"
    assert answer(state, hold_from("6"), hold_from("5")) == "hold"
    assert answer(state, hold_from("5", once=True), hold_from("6")) == "hold"
    data = [make_plan(state, one, 0) for one in (hold_from("5"), hold_from("6", once=True), hold_from("4"))]
    assert plans.decide(data, *view_and_choices(state, 0)) == Act(1, {"do": "swap"})


def test_a_plan_for_one_hand_is_for_this_one_or_the_next():
    state = lay("5 2 3 4", deck="1 2 3 4 5 6", blocking="ask")
    for seat in range(4):
        assert make_plan(state, hold_from("5", once=True), seat)["hand"] == 2
        assert make_plan(state, hold_from("5"), seat)["hand"] is None
    later = play(state, "swap accept hold")
    assert [make_plan(later, hold_from("5", once=True), seat)["hand"] for seat in range(4)] == [3, 3, 2, 2]
    asked = play(state, "swap")  # the first seat has decided, although its turn isn't over
    assert [make_plan(asked, hold_from("5", once=True), seat)["hand"] for seat in range(4)] == [3, 2, 2, 2]
    plan = make_plan(later, hold_from("5", once=True), 0)
    assert plans.decide([plan], *view_and_choices(state, 0)) is None
    assert plans.over(plan, view_and_choices(later, 0)[0], False) is None


def test_when_a_plan_ends():
    state = lay("5 2 3 4", deck="1 2 3 4 5 6")
    once = hold_from("5", once=True)
    later = play(state, "hold")
    assert find_end(state, once, 0) is None
    assert find_end(state, once, 0, acted=True) == "done"
    assert find_end(state, hold_from("5"), 0, acted=True) is None
    assert find_end(later, once, 0, made_in=state) == "plan.hand-over"
    next_hand = play(later, "hold hold hold")
    assert find_end(next_hand, once, 1, made_in=state) == "plan.hand-over"
    assert find_end(next_hand, hold_from("5"), 1, made_in=state) is None


def test_plans_for_every_hand_wait_while_a_player_is_out():
    state = lay("5 2 - 4")
    assert find_refusal(state, hold_from("5", once=True), 2) == "plan.out"
    assert make_plan(state, hold_from("5"), 2)["hand"] is None
    out = lay("5 2 3 4", tokens=(3, 3, 0, 3), hand=3)
    assert find_end(out, hold_from("5", once=True), 2, made_in=lay("5 2 3 4")) == "plan.out"
    assert find_end(out, hold_from("5"), 2) is None


def test_a_substitute_can_make_plans():
    state = lay("5 2 3 4", left=(1,), blocking="ask")
    for data in (hold_from("5"), BLOCK):
        assert find_end(state, data, 1) is None
