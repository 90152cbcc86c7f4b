"""The context of the board and the sidebar."""

from collections import Counter
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.kinds.caches import cache_by_language
from games.kinds.presenter import People
from games.kinds.push.bots.knowledge import owners
from games.kinds.push.pages.board_parts import Keys, busts, card_stack, run_row, ten_coins
from games.kinds.push.pages.faces import card
from games.kinds.push.pages.picker import Purchase, bid_context, buy_context, purchases, why_not
from games.kinds.push.pages.score_sheet import score_sheet
from games.kinds.push.pages.seats import seats
from games.kinds.push.pages.tableau import actions, tableau
from games.kinds.push.pages.words import busts_words, card_name, coins_words, money_words, name_of
from games.kinds.push.payment import score_hand
from games.rules.base import PlainResult
from games.rules.push.cards import FACE
from games.rules.push.choices import BuyChoice, Choices
from games.rules.push.view import View


def board(view: View, choices: Choices, people: People, draft: QueryDict, result: PlainResult | None) -> dict[str, Any]:
    if result and result["points"]:
        return {"phase": "over", "scores": score_sheet(view, people, result), "seats": []}
    keys = Keys()
    whose = view["active"] if view["seat"] is None else view["seat"]  # the seat whose runs are shown large
    lay = {"tableau": lambda: tableau(view, people, keys), "runs": lambda: runs(view, whose, people, keys)}
    offer = choices.get("buy")
    lay["market"] = lambda: market(view, offer, draft, keys)
    # the tableau may go to this seat's runs, so number the keys in an order that lets a card keep its key
    order = ("tableau", "runs", "market") if whose == view["active"] else ("tableau", "market", "runs")
    return {
        "phase": view["phase"],
        **{part: lay[part]() for part in order},
        "auction": auction(view, people, keys),
        "bid": bid_context(view, choices["bid"], draft) if "bid" in choices else None,
        "buy": buy_context(view, offer, draft) if offer else None,
        "actions": actions(view, choices, people),
        "leave": _leave(view, choices, people),
        "seats": seats(view, people),
        "lies_open": list_open_cards(view),
    }


def list_open_cards(view: View) -> str:
    """List the face-up cards for screen readers."""
    shown = view["tableau"]
    parts = [
        (_("In the tableau: %(cards)s."), [*shown["numbers"], *shown["currency"]]),
        (_("In the market: %(cards)s."), view["market"]),
    ]
    said = [text % {"cards": ", ".join(map(card_name, cards))} for text, cards in parts if cards]
    return " ".join(said) or _("No cards are face up.")


def runs(view: View, whose: int, people: People, keys: Keys) -> dict[str, Any]:
    """Return a hand as four runs, with its coins and bust tokens."""
    owned = owners(view)[whose]
    cards = tuple(owned["cards"])
    scoring = score_hand(cards)
    idle = [code for code in scoring.left_out if code not in FACE]
    return {
        "mine": whose == view["seat"],
        "name": name_of(people, whose),
        "points": scoring.points,
        "rows": [run_row(run, cards, keys) for run in scoring.runs],
        "idle": [{"key": keys.next(code), "face": card(code)} for code in idle],
        "coins": coins_words(owned["coins"]),
        "holes": ten_coins(owned["coins"]),
        "busts": busts(owned["busts"]),
        "busts_words": busts_words(owned["busts"]) if owned["busts"] else "",
    }


# --- the market -----------------------------------------------------------------------------------------------------


class Stall(NamedTuple):
    """A card for sale, or several equal ones, and why it can't be bought, if it can't."""

    code: str
    key: str
    face: SafeString
    name: str
    purchase: Purchase | None
    why: str
    last: bool  # whether it is the last of its suit and another suit follows


def market(view: View, offer: BuyChoice | None, draft: QueryDict, keys: Keys) -> dict[str, Any]:
    counts: Counter[str] = Counter(view["market"])
    offered = purchases(view, offer, draft) if offer else {}
    stalls: list[Stall | SafeString] = []
    following = [*counts, ""][1:]
    for (code, copies), after in zip(counts.items(), following, strict=True):
        key, last = keys.next(code), after[:1] not in ("", code[0])
        if offer:
            many = {"card": card_name(code), "count": copies}
            name = _("%(card)s, %(count)s copies") % many if copies > 1 else card_name(code)
            why = "" if code in offered else why_not(code, view, offer)
            stalls.append(Stall(code, key, card_stack(code, copies), name, offered.get(code), why, last))
        else:
            stalls.append(market_card(code, copies, key, last))
    crowd = "many" if len(stalls) > 20 else "tight" if len(stalls) > 14 else ""
    return {"stalls": stalls, "count": len(view["market"]), "crowd": crowd}


@cache_by_language
def market_card(code: str, copies: int, key: str, last: bool) -> SafeString:
    """Draw a card of the market that can't be bought now."""
    return format_html(
        '<li class="stall{}" data-piece="{}">{}</li>', " last" if last else "", key, card_stack(code, copies)
    )


# --- auctions -------------------------------------------------------------------------------------------------------


def auction(view: View, people: People, keys: Keys) -> dict[str, Any] | None:
    """Return the wild for sale, and a line for each player: what they bid, or when they'll be asked."""
    sale = view["auction"]
    if not sale:
        return None
    bids, leader = {bid["seat"]: bid["amount"] for bid in sale["bids"]}, (sale["highest"] or {}).get("seat")
    pay = sale["pay"]  # the reader's own bid; nobody else can see it
    return {
        "card": card(sale["card"], "large"),
        "key": keys.next(sale["card"]),
        "lines": [
            {
                "name": name_of(people, seat),
                "you": seat == view["seat"],
                "leads": seat == leader,
                "now": seat == sale["next"],
                "amount": bids.get(seat),
                "words": _answer_words(seat, view, leader, bids),
            }
            for seat in sale["order"]
        ],
        "pay": pay and {"words": ", ".join(money_words(pay)), "cards": [card(code) for code in pay["cards"]]},
    }


def _answer_words(seat: int, view: View, leader: int | None, bids: dict[int, int | None]) -> str:
    if seat == leader:
        return pgettext("you", "lead") if seat == view["seat"] else pgettext("player", "leads")
    if seat in bids:
        return "" if bids[seat] else pgettext("player", "passed")
    if seat == view["auction"]["next"]:
        return "" if seat == view["seat"] else pgettext("player", "is bidding now")
    after_you = view["seat"] in view["waiting"]
    return pgettext("player", "bids after you") if after_you else pgettext("player", "bids later")


def _leave(view: View, choices: Choices, people: People) -> tuple[str, str, str] | None:
    """Return the button beside bidding or buying: what it sends, its label, and the consequence."""
    if "pass" in choices:
        return "pass", _("Pass"), _after_pass(view, people)
    if "token" in choices:
        return "token", _("Take a bust token"), _("Worth 3 when you pay")
    if "skip" in choices:
        last = view["phase"] == "final"
        return "skip", _("Skip"), _("Keep what you have") if last else _("Buy nothing and end your turn")
    return None


def _after_pass(view: View, people: People) -> str:
    sale = view["auction"]
    best, later = sale["highest"], len(sale["order"]) - len(sale["bids"]) - 1
    if later:
        name = name_of(people, sale["order"][len(sale["bids"]) + 1])
        return _("%(name)s bids next") % {"name": name}
    if best:
        return _("%(name)s wins it for %(amount)s") % {
            "name": name_of(people, best["seat"]),
            "amount": best["amount"],
        }
    return _("The wild is discarded")
