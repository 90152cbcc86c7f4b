"""Reading submitted plans, and linking them to an auction or turn."""

from typing import Any

from games.kinds.plans import (
    MISSING,
    BadPlan,
    Field,
    Shape,
    boolean_field,
    choice_field,
    number_field,
    read_fields,
    read_plan,
)
from games.kinds.push.plans.conditions import NOW, WHICH, is_own_turn, mark_of_turn, may_still_draw
from games.kinds.push.plans.expiry import over
from games.rules.base import Plain
from games.rules.push.cards import NUMBER_CARDS
from games.rules.push.view import View

MOST_BID = 99  # practically no limit
DECK = 129  # no deck has more cards

PAY: Shape = {
    "coins": boolean_field(True),
    "busts": boolean_field(True),
    "cards": choice_field(("none", "loose", "any"), "none"),
}
OWN = Field(lambda value: isinstance(value, dict), "an object")
WISH: Shape = {
    "cards": Field(
        lambda value: (
            isinstance(value, list | tuple)
            and all(type(card) is str and card in NUMBER_CARDS for card in value)
            and len(set(value)) == len(value)
        ),
        "number cards such as b4, each once",
        (),
    ),
    "lengthens": number_field(1, 9, None),
    "pay": OWN,
}


def buy_field(*words: str, default: object = MISSING) -> Field:
    """Return a field for what to buy: one of these words, or a wish."""
    return Field(
        lambda value: isinstance(value, dict) or (type(value) is str and value in words),
        ", ".join((*words, "a wish")),
        default,
    )


SHAPES: dict[str, Shape] = {
    "auction": {
        "which": choice_field(WHICH),
        "bid": choice_field(("up-to", "one-more")),
        "most": number_field(0, MOST_BID),
        "lengthens": boolean_field(False),
        "pay": OWN,
        "once": boolean_field(True),
        "deck": number_field(0, DECK, None),
    },
    "turn": {
        "net": number_field(0, 10, None),
        "risk": number_field(0, 99, None),
        "coins": number_field(1, 10, None),
        "take": choice_field(("numbers", "currency")),
        "buy": buy_field("ask", "skip", default="ask"),
        "once": boolean_field(True),
        "mark": number_field(0, DECK, None),
        "deck": number_field(0, DECK, None),
    },
    "bust": {"buy": buy_field("skip"), "once": boolean_field(True)},
    "final": {"buy": buy_field("skip"), "once": boolean_field(True)},
}


def read(data: object) -> Plain:
    plan = read_plan(data, SHAPES)
    if plan["for"] == "auction":
        plan["pay"] = _read_pay(plan["pay"], plan["most"] > 0, "pay.")
        plan["once"] = plan["once"] or plan["which"] == NOW
        return plan
    if plan["for"] == "turn" and plan["net"] is None and plan["risk"] is None and plan["coins"] is None:
        raise BadPlan("plan.no-stop")
    if plan["for"] == "final":
        plan["once"] = True
    plan["buy"] = _read_buy(plan["buy"])
    return plan


def about(plan: Plain, view: View) -> Plain:
    """Link the plan to its auction or solo turn, or raise BadPlan if that can't come up."""
    if plan["for"] == "auction":
        now = plan["which"] == NOW
        if now and not view["auction"]:
            raise BadPlan("plan.no-auction-now")
        plan = plan | {"deck": view["deck"] if now else None}
    elif plan["for"] == "turn":
        too_late = is_own_turn(view) and not may_still_draw(view)  # the plan is for the next turn
        plan = plan | {"mark": _mark(plan, view), "deck": view["deck"] if too_late else None}
    elif plan["for"] == "bust" and not view["bust_buy"]:
        raise BadPlan("plan.no-bust-buy")
    if code := over(plan, view, False):
        raise BadPlan(code)
    return plan


def _mark(plan: Plain, view: View) -> int | None:
    """Return which turn a one-time solo plan is for, because a solo player's next turn follows at once."""
    if view["solo"] is None or not plan["once"]:
        return None
    if not may_still_draw(view):
        raise BadPlan("plan.solo-turn")
    return mark_of_turn(view)


def _read_buy(buy: Any) -> Any:
    """Return a word as it is, or a wish with all its fields; or raise BadPlan."""
    if isinstance(buy, str):
        return buy
    wish = read_fields(buy, WISH, "buy.")
    if not wish["cards"] and wish["lengthens"] is None:
        raise BadPlan("plan.wish-empty")
    return wish | {"cards": list(wish["cards"]), "pay": _read_pay(wish["pay"], True, "buy.pay.")}


def _read_pay(pay: Any, is_needed: bool, where: str) -> Plain:
    """Return what may be paid with; raise BadPlan if something must be paid and nothing may."""
    read = read_fields({} if pay is None else pay, PAY, where)
    if is_needed and not (read["coins"] or read["busts"] or read["cards"] != "none"):
        raise BadPlan("plan.pay-nothing")
    return read
