"""Plans as forms; their sentences are in `plan_words`."""

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.kinds.caches import cache_by_language
from games.kinds.plans import can_come
from games.kinds.presenter import read_number
from games.kinds.push import plans as rules
from games.kinds.push.pages.plan_words import (  # noqa: F401 (these are part of `PlanForms`)
    ANY_WILD,
    describe,
    describe_move,
    describe_subject,
    is_about_now,
)
from games.kinds.push.pages.words import COLOR_WORDS, capitalize, card_words, the_wild
from games.rules.base import Plain
from games.rules.push.cards import COLOR_WILDS, COLORS, FULL_WILD, NUMBERED_WILDS, RANK
from games.rules.push.choices import Choices
from games.rules.push.view import View

PAY = {"coins": True, "busts": True, "cards": "none"}
BLANKS: dict[str, Plain] = {
    "auction": {"for": "auction", "which": "any", "bid": "one-more", "most": 3, "pay": PAY, "once": False},
    "turn": {"for": "turn", "net": 7, "risk": 30, "take": "numbers", "once": True},
    "bust": {"for": "bust", "buy": {"cards": [], "lengthens": 5, "pay": PAY}, "once": False},
    "final": {"for": "final", "buy": {"cards": [], "lengthens": 9, "pay": PAY | {"cards": "loose"}}},
}
WISHES = 2  # how many named cards a form has fields for


def list_forms(view: View, choices: Choices) -> list[str]:
    return [what for what in BLANKS if can_come(rules, make_blank(what, view, choices), view)]


def make_blank(what: str, view: View, choices: Choices) -> Plain:
    """Return a blank plan: for the current auction, if this seat will be asked in it."""
    plan = rules.read(BLANKS[what])
    now = plan | {"which": "now", "once": True}
    return now if what == "auction" and can_come(rules, now, view) else plan


def is_asked(what: str, choices: Choices, view: View) -> bool:
    if what == "turn":
        return "draw" in choices or "take" in choices or (view["phase"] == "buy" and "buy" in choices)
    return {"auction": "auction", "bust": "bust", "final": "final"}[what] == view["phase"] and len(choices) > 1


# --- what a form shows ----------------------------------------------------------------------------------------------


def context(plan: Plain, view: View) -> dict[str, Any]:
    now = rules.read({"for": "auction", "which": "now", "bid": "up-to", "most": 1})
    if plan["for"] == "auction":
        wilds = wild_choices(view if can_come(rules, now, view) else None)
        return {"wilds": wilds, "deck": view["deck"], "pay": plan["pay"]}
    wish = plan["buy"] if isinstance(plan["buy"], dict) else BLANKS["final"]["buy"]
    cards = [*wish["cards"], *[""] * (WISHES - len(wish["cards"]))]
    return {
        "buy": "wish" if isinstance(plan["buy"], dict) else plan["buy"],
        "wish": {**wish, "cards": [(code, card_words(code) if code in RANK else code) for code in cards]},
        "pay": wish["pay"],
        "options": options(frozenset(view["market"])),
    }


def wild_choices(view: View | None) -> list[tuple[str, str]]:
    """List what can be bid on, with labels; if there is a view, begin with the wild for sale now."""
    now = _("%(wild)s up for auction now") % {"wild": the_wild(view["auction"]["card"])} if view else ""
    return [
        *([("now", capitalize(now))] if now else []),
        ("any", _("Any wild")),
        *((wild, capitalize(str(ANY_WILD[wild]))) for wild in COLOR_WILDS),
        ("numbered", _("Any numbered wild")),
        *((wild, capitalize(the_wild(wild))) for wild in (FULL_WILD, *NUMBERED_WILDS)),
    ]


@cache_by_language
def options(market: frozenset[str]) -> SafeString:
    """List the number cards by color, marking those in the market."""
    suits = []
    for color in COLORS:
        cards = []
        for number in range(1, 10):
            code, words = f"{color}{number}", card_words(f"{color}{number}")
            cards.append((code, _("%(card)s (in the market)") % {"card": words} if code in market else words))
        suits.append(
            (capitalize(str(COLOR_WORDS[color])), format_html_join("", '<option value="{}">{}</option>', cards))
        )
    return format_html_join("", '<optgroup label="{}">{}</optgroup>', suits)


# --- what a form says -----------------------------------------------------------------------------------------------


def read(form: QueryDict) -> Mapping[str, Any]:
    what = form.get("for", "")
    plan: Plain = {"for": what}
    if what == "auction":
        now = form.get("which") == "now"
        plan |= {"which": form.get("which"), "bid": form.get("bid"), "most": _read_number(form, "most")}
        plan |= {"lengthens": "lengthens" in form, "pay": _read_pay(form)}
        plan |= {"deck": _read_number(form, "deck")} if now else {}
    elif what == "turn":
        plan |= {
            name: _read_number(form, field) for name, field in (("net", "net"), ("risk", "risk"), ("coins", "shown"))
        }
        plan |= {"take": form.get("take")} | ({"buy": _read_buy(form)} if form.get("take") != "currency" else {})
    elif what in ("bust", "final"):
        plan |= {"buy": _read_buy(form)}
    if what in ("auction", "turn", "bust"):
        plan |= {"once": "again" not in form}
    return plan


def _read_number(form: QueryDict, name: str) -> Any:
    """Read a number; keep other text as it is, to be refused, and return None for empty text."""
    text = form.get(name, "").strip()
    if not text:
        return None
    number = read_number(text, 5)
    return text if number is None else number


def _read_pay(form: QueryDict) -> Plain:
    return {"coins": "coins" in form, "busts": "busts" in form, "cards": form.get("cards", "none")}


def _read_buy(form: QueryDict) -> Any:
    if form.get("buy") != "wish":
        return form.get("buy")
    cards = list(dict.fromkeys(code for code in form.getlist("card") if code))
    return {"cards": cards, "lengthens": _read_number(form, "price"), "pay": _read_pay(form)}
