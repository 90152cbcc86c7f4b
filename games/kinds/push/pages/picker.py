"""Bidding and buying: what can be chosen, and the proposed payment, which players can change."""

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.kinds.caches import cache_by_language
from games.kinds.presenter import read_number
from games.kinds.push.pages.faces import card
from games.kinds.push.pages.words import card_name, pay_words, run_words
from games.kinds.push.payment import (
    Cards,
    Means,
    best_way,
    choose_payment,
    means_of,
    score_hand,
    spending_order,
    with_card,
    without_cards,
)
from games.rules.push.cards import FACE
from games.rules.push.choices import BidChoice, BuyChoice
from games.rules.push.moves import PayFacts
from games.rules.push.view import View


def picker(means: Means, order: Iterable[str], proposed: PayFacts, solo: bool) -> dict[str, Any]:
    """Return everything the player can pay with, with the proposed payment ticked."""
    cards: Counter[str] = Counter(proposed["cards"])
    standing = Counter(card for run in score_hand(means.owned).runs for card in run.cards)
    items = []
    for code in order:
        ticked = cards[code] > 0
        cards[code] -= 1
        items.append(_card_item(code, ticked, _scores(code, standing, means.owned)))
    return {
        "coins": [place < proposed["coins"] for place in range(means.coins)],
        "busts": [place < proposed["busts"] for place in range(means.busts)],
        "cards": items,
        "spare_only": solo,
    }


@cache_by_language
def _card_item(code: str, ticked: bool, scores: bool) -> SafeString:
    context = {"code": code, "ticked": ticked, "scores": scores, "name": card_name(code), "face": card(code)}
    return render_to_string("games/push/_payment_card.jinja", context)


def _scores(code: str, standing: Counter[str], owned: Cards) -> bool:
    """Whether this card scores; of equal cards, the last one does."""
    standing[f"{code} seen"] += 1
    return standing[f"{code} seen"] > owned.count(code) - standing[code]


# --- bids -----------------------------------------------------------------------------------------------------------


def bid_context(view: View, offer: BidChoice, draft: QueryDict) -> dict[str, Any]:
    """Return the possible bids, each with its payment and what the wild would add to the hand."""
    means, prize = means_of(view, offer), view["auction"]["card"]
    order = spending_order(means.owned, means.payable, prize)
    least, most = offer["least"], offer["most"]
    chosen = _amount(draft, least, most)
    pays = {}
    for amount in range(least, most + 1):
        way = best_way(amount, means, order)
        gone = order.cards[: way.cards]
        pays[amount] = [*way, _points_words(means.owned, prize, gone), run_with_card(means.owned, prize, gone)]
    proposed = _put_down(draft, means) or choose_payment(chosen, means, prize)
    return {
        "least": least,
        "most": most,
        "amount": chosen,
        "pays": json.dumps(pays, ensure_ascii=False),
        "order": " ".join(order.cards),
        "with_it": run_with_card(means.owned, prize, proposed["cards"]),
        "gain": _points_words(means.owned, prize, proposed["cards"]),
        "pay_words": pay_words(proposed),
        "mine": bool(_put_down(draft, means)),
        **picker(means, order.cards, proposed, view["solo"] is not None),
    }


def run_with_card(owned: Cards, prize: str, gone: Iterable[str]) -> str:
    """Say which run the card would be part of after paying with the others."""
    for run in score_hand(with_card(without_cards(owned, tuple(gone)), prize)).runs:
        if prize in run.cards:
            return _("With it: %(run)s.") % {"run": run_words(run)}
    return _("Not part of a run yet.")


def _points_words(owned: Cards, prize: str, gone: Iterable[str]) -> str:
    """Say the points before and after: "8 → 10 points"."""
    given = tuple(gone)
    before = score_hand(owned).points
    after = score_hand(with_card(without_cards(owned, given), prize)).points
    return ngettext("%(before)s → %(after)s point", "%(before)s → %(after)s points", after) % {
        "before": before,
        "after": after,
    }


def _amount(draft: QueryDict, least: int, most: int) -> int:
    """Return the amount typed before, limited to what can be bid."""
    typed = read_number(draft.get("amount") or "", 3)
    return min(max(least if typed is None else typed, least), most)


def _put_down(draft: QueryDict, means: Means) -> PayFacts | None:
    """Return the payment in a refused form, without anything the player doesn't have."""
    if "mine" not in draft.getlist("pay"):
        return None
    cards = Counter(draft.getlist("cards")) & Counter(means.payable)
    coins, busts = len(draft.getlist("coins")), len(draft.getlist("busts"))
    return {"coins": min(coins, means.coins), "busts": min(busts, means.busts), "cards": list(cards.elements())}


# --- purchases ------------------------------------------------------------------------------------------------------


class Purchase(NamedTuple):
    """A card of the market that can be bought, as the page shows it."""

    pay: str  # for the script: coins, bust tokens, the cards, and the words
    ticked: bool


def purchases(view: View, offer: BuyChoice, draft: QueryDict) -> dict[str, Purchase]:
    means, wanted = means_of(view, offer), draft.get("card")
    found = {}
    for code, price in offer["cards"].items():
        pay = choose_payment(price, means, code)
        gain = _points_words(means.owned, code, pay["cards"])
        data = {**pay, "price": price, "gain": gain, "with": run_with_card(means.owned, code, pay["cards"])}
        found[code] = Purchase(json.dumps(data, ensure_ascii=False), code == wanted)
    return found


def buy_context(view: View, offer: BuyChoice, draft: QueryDict) -> dict[str, Any]:
    """Return what a purchase can be paid with. Nothing is ticked until a card is chosen."""
    means = means_of(view, offer)
    proposed = _put_down(draft, means) or {"coins": 0, "busts": 0, "cards": []}
    order = spending_order(means.owned, means.payable, "")
    return {"mine": bool(_put_down(draft, means)), **picker(means, order.cards, proposed, False)}


def why_not(code: str, view: View, offer: BuyChoice) -> str:
    """Say why a card of the market can't be bought now."""
    means = means_of(view, offer)
    if code in means.owned:
        return _("You already own this card (same color and number).")
    return _("It costs %(price)s, and you can pay at most %(means)s.") % {"price": FACE[code], "means": means.worth}
