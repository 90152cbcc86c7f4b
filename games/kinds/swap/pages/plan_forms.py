"""Plans in words and as forms: which cards to keep, and whether to block."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.kinds.plans import can_come
from games.kinds.presenter import read_number
from games.kinds.swap import plans as rules
from games.kinds.swap.pages.words import ONE, label
from games.kinds.swap.plans import LEAST
from games.rules.base import Plain, PlainEvent
from games.rules.swap.play import Choices
from games.rules.swap.view import View

BLANKS: dict[str, Plain] = {
    "turn": {"for": "turn", "least": "5", "once": False},
    "answer": {"for": "answer", "block": True, "once": False},
}
NEVER = "never"  # the form's value for a plan that always swaps


def describe(plan: Plain, what: str = "", is_over: bool = False) -> str:
    return _turn(plan) if plan["for"] == "turn" else _answer(plan)


def _turn(plan: Plain) -> str:
    when = _("In hand %(hand)s") % plan if plan["hand"] else _("In every hand")
    names = {"when": when, "card": ONE[plan["least"]] if plan["least"] else ""}
    if plan["least"] is None:
        return _("%(when)s: always swap.") % names
    if plan["least"] == LEAST[-1]:
        return _("%(when)s: always keep your card.") % names
    return _("%(when)s: keep %(card)s or higher, otherwise swap.") % names


def _answer(plan: Plain) -> str:
    when = _("The next time you're asked to swap") if plan["once"] else _("Whenever you're asked to swap")
    if plan["block"]:
        return _("%(when)s: block if your card can, otherwise accept.") % {"when": when}
    return _("%(when)s: accept.") % {"when": when}


def describe_move(move: Plain, what: str = "") -> str:
    words = {
        "hold": pgettext("your plan", "kept your card"),
        "swap": pgettext("your plan", "asked to swap"),
        "block": pgettext("your plan", "blocked"),
        "accept": pgettext("your plan", "accepted the swap"),
    }
    return words[move["do"]]


def is_about_now(plan: Plain) -> bool:
    """Return False: a plan has the number of its hand."""
    return False


def describe_subject(events: Sequence[PlainEvent], view: View) -> str:
    """Return nothing: the description of a plan says it all."""
    return ""


def list_forms(view: View, choices: Choices) -> list[str]:
    return [what for what in BLANKS if can_come(rules, make_blank(what, view, choices), view)]


def make_blank(what: str, view: View, choices: Choices) -> Plain:
    return rules.read(BLANKS[what])


def is_asked(what: str, choices: Choices, view: View) -> bool:
    return ("swap" if what == "turn" else "accept") in choices


def context(plan: Plain, view: View) -> dict[str, Any]:
    if plan["for"] != "turn":
        return {}
    once = plan | {"once": True, "hand": None}
    hand = rules.about(once, view)["hand"] if can_come(rules, once, view) else None
    cards = [{"value": card, "label": label(card)} for card in LEAST]
    return {"cards": cards, "never": NEVER, "hand": hand, "is_this": hand == view["hand"]}


def read(form: QueryDict) -> Mapping[str, Any]:
    what = form.get("for", "")
    plan: Plain = {"for": what, "once": form.get("when", "") != "always"}
    if what == "turn":
        plan["least"] = None if form.get("least") == NEVER else form.get("least", "")
        hand = form.get("hand", "")
        if plan["once"] and hand:
            number = read_number(hand, 6)
            plan["hand"] = hand if number is None else number
    elif what == "answer":
        plan["block"] = form.get("block") == "yes"
    return plan
