"""When a plan ends, and why."""

from games.kinds.plans import DONE
from games.kinds.push.bots.knowledge import count_unseen_cards
from games.kinds.push.plans.conditions import NOW, has_turn_to_come, is_its_turn, is_own_turn, rank_plan
from games.rules.base import Plain
from games.rules.push.cards import WILDS
from games.rules.push.view import View


def over(plan: Plain, view: View, acted: bool) -> str | None:
    if plan["for"] == "turn":
        return _turn_over(plan, view, acted)
    if acted and plan["once"]:
        return DONE
    if plan["for"] == "auction":
        return _auction_over(plan, view)
    if plan["for"] == "bust":
        busts = is_own_turn(view) and view["phase"] == "bust"
        return None if busts or has_turn_to_come(view) else "plan.no-turn"
    missed = view["phase"] == "over" or (view["phase"] == "final" and view["seat"] not in view["final"])
    return "plan.final-over" if missed else None


def _turn_over(plan: Plain, view: View, acted: bool) -> str | None:
    """Return how the plan for a turn ended, or None: it ends with that turn, in solo games with new cards."""
    if plan["mark"] is not None:
        if is_own_turn(view) and is_its_turn(plan, view):
            return None
        return DONE if acted else "plan.turn-over"
    if acted and plan["once"]:
        return None if is_own_turn(view) else DONE
    if (is_own_turn(view) and is_its_turn(plan, view)) or has_turn_to_come(view):
        return None
    return "plan.no-turn"


def _auction_over(plan: Plain, view: View) -> str | None:
    """Whether the seat won't be asked about wilds like this any more."""
    sale = view["auction"]
    if sale and rank_plan(plan, sale["card"], view["deck"]) and view["seat"] in sale["order"][len(sale["bids"]) :]:
        return None
    if plan["which"] == NOW:
        return "plan.auction-over"
    coming = any(rank_plan(plan, card, view["deck"]) for card in count_unseen_cards(view) if card in WILDS)
    return None if coming else "plan.no-wild"
