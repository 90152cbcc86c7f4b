"""Plans for TEN Swap: which cards to keep, and whether to block."""

from collections.abc import Sequence

from games.kinds.plans import (
    DONE,
    Act,
    BadPlan,
    Shape,
    boolean_field,
    choice_field,
    choose_plan,
    number_field,
    read_plan,
)
from games.rules.base import Plain
from games.rules.swap.cards import VALUE, WILDCAT
from games.rules.swap.play import Choices
from games.rules.swap.view import View

LEAST = tuple(card for card in VALUE if card != WILDCAT)  # leave out the Wildcat, which is as low as the Lion

MOST_HANDS = 1_000_000  # no game has more

SHAPES: dict[str, Shape] = {
    "turn": {
        "least": choice_field((*LEAST, None)),
        "once": boolean_field(True),
        "hand": number_field(1, MOST_HANDS, None),
    },
    "answer": {"block": boolean_field(True), "once": boolean_field(True)},
}


def read(data: object) -> Plain:
    return read_plan(data, SHAPES)


def about(plan: Plain, view: View) -> Plain:
    """Link the plan to its hand, if it is for one hand, or raise BadPlan."""
    if plan["for"] == "answer" and view["options"]["blocking"] != "ask":
        raise BadPlan("plan.no-asking")
    if plan["for"] == "turn":
        hand = view["hand"] + (not _turn_to_come(view)) if plan["once"] else None
        plan = plan | {"hand": hand}
    if code := over(plan, view, False):
        raise BadPlan(code)
    return plan


def decide(plans: Sequence[Plain], view: View, choices: Choices) -> Act | None:
    if "swap" in choices:
        index = choose_plan(plans, lambda plan: plan["for"] == "turn" and plan["hand"] in (None, view["hand"]))
        if index is not None:
            least = plans[index]["least"]
            holds = least is not None and VALUE[view["card"]] >= VALUE[least]
            return Act(index, {"do": "hold" if holds else "swap"})
    if "accept" in choices:
        index = choose_plan(plans, lambda plan: plan["for"] == "answer")
        if index is not None:
            return Act(index, {"do": "block" if plans[index]["block"] and "block" in choices else "accept"})
    return None


def over(plan: Plain, view: View, acted: bool) -> str | None:
    if acted and plan["once"]:
        return DONE
    if plan["for"] == "turn" and plan["once"]:
        if not view["tokens"][view["seat"]]:
            return "plan.out"
        if view["hand"] > plan["hand"] or (view["hand"] == plan["hand"] and not _turn_to_come(view)):
            return "plan.hand-over"
    return None


def _turn_to_come(view: View) -> bool:
    """Whether the seat still has to choose in this hand."""
    decided = len(view["turns"]) + (view["asked"] is not None)
    return view["seat"] in view["order"][decided:]
