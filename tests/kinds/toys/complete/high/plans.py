"""Plans for the second card of a trick: win as cheaply as possible, or give up the worst card."""

from collections.abc import Sequence

from games.kinds.plans import DONE, Act, Shape, boolean_field, choose_plan, read_plan
from games.rules.base import Plain

from .rules import Choices, View, beats

SHAPES: dict[str, Shape] = {"answer": {"win": boolean_field(True), "once": boolean_field(True)}}


def read(data: object) -> Plain:
    return read_plan(data, SHAPES)


def about(plan: Plain, view: View) -> Plain:
    return plan


def decide(plans: Sequence[Plain], view: View, choices: Choices) -> Act | None:
    index = choose_plan(plans, lambda plan: 1) if "play" in choices and view["led"] is not None else None
    if index is None:
        return None
    cards = sorted(choices["play"]["cards"], reverse=bool(view["low"]))
    winning = [card for card in cards if beats(card, view["led"], view["low"])] if plans[index]["win"] else []
    return Act(index, {"do": "play", "card": (winning or cards)[0]})


def over(plan: Plain, view: View, acted: bool) -> str | None:
    return DONE if acted and plan["once"] else None
