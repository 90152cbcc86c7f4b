"""What a plan may pay with, and which of its wishes it can buy."""

from collections import Counter

from games.kinds.push.payment import Cards, Means, choose_payment, score_hand, with_card
from games.kinds.push.plans.conditions import lengthens_run
from games.rules.base import Plain
from games.rules.push.choices import BuyChoice
from games.rules.push.scoring import score
from games.rules.push.view import Holdings, View


def means_allowed(pay: Plain, offered: Holdings, owned: Cards, prize: str) -> Means:
    """Return the means the plan allows for that card."""
    return Means(
        offered["coins"] if pay["coins"] else 0,
        offered["busts"] if pay["busts"] else 0,
        _payable(pay["cards"], tuple(offered["cards"]), owned, prize),
        owned,
    )


def _payable(which: str, offered: Cards, owned: Cards, prize: str) -> Cards:
    """Return the cards that may be paid with. Loose ones are in no run, neither now nor with the prize."""
    if which != "loose":
        return offered if which == "any" else ()
    loose = Counter(score_hand(owned).left_out) & Counter(score_hand(with_card(owned, prize)).left_out)
    left = []
    for card in offered:
        if loose[card]:
            loose[card] -= 1
            left.append(card)
    return tuple(left)


def choose_purchase(wish: Plain, view: View, offer: BuyChoice) -> Plain | None:
    """Return the purchase of the first affordable wish, or of a card that makes a run longer, or None."""
    owned = tuple(view["seats"][view["seat"]]["cards"])
    ways = {card: means_allowed(wish["pay"], offer["means"], owned, card) for card in offer["cards"]}
    prices = {card: price for card, price in offer["cards"].items() if price <= ways[card].worth}
    card = next((card for card in wish["cards"] if card in prices), None)
    if card is None and wish["lengthens"] is not None:
        fitting = [card for card, price in prices.items() if price <= wish["lengthens"] and lengthens_run(owned, card)]
        # of equals the first one in canonical order, as the market lies
        card = max(fitting, key=lambda card: (score((*owned, card)), -prices[card]), default=None)
    if card is None:
        return None
    return {"do": "buy", "card": card, "pay": choose_payment(prices[card], ways[card], card)}
