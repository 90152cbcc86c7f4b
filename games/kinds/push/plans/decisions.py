"""The moves that plans make, and what they may pay with."""

from collections import Counter
from collections.abc import Sequence

from games.kinds.plans import Act, choose_plan
from games.kinds.push.payment import Cards, Means, choose_payment, score_hand, with_card
from games.kinds.push.plans.conditions import count_busting_cards, is_its_turn, lengthens_run, rank_plan
from games.rules.base import Plain
from games.rules.push.choices import BidChoice, BuyChoice, Choices
from games.rules.push.scoring import score
from games.rules.push.view import Holdings, View


def decide(plans: Sequence[Plain], view: View, choices: Choices) -> Act | None:
    if "bid" in choices:
        card, deck = view["auction"]["card"], view["deck"]
        index = choose_plan(plans, lambda plan: rank_plan(plan, card, deck) if plan["for"] == "auction" else 0)
        return None if index is None else Act(index, _bid_or_pass(plans[index], view, choices["bid"]))
    if "take" in choices:
        index = choose_plan(plans, lambda plan: plan["for"] == "turn" and is_its_turn(plan, view))
        return None if index is None else Act(index, _draw_or_take(plans[index], view, choices))
    if "buy" in choices:
        return _buy(plans, view, choices)
    return None


def _bid_or_pass(plan: Plain, view: View, offer: BidChoice) -> Plain:
    """Bid just enough to lead, within the plan's limits, or pass."""
    card, owned = view["auction"]["card"], tuple(view["seats"][view["seat"]]["cards"])
    means = means_allowed(plan["pay"], offer["means"], owned, card)
    most = min(plan["most"], means.worth)
    amount = most if plan["bid"] == "up-to" else offer["least"]
    if not offer["least"] <= amount <= most or (plan["lengthens"] and not lengthens_run(owned, card)):
        return {"do": "pass"}
    return {"do": "bid", "amount": amount, "pay": choose_payment(amount, means, card)}


def _draw_or_take(plan: Plain, view: View, choices: Choices) -> Plain:
    """Draw until the plan's goal or risk limit is reached, then take."""
    shown = view["tableau"]
    stops = (
        "draw" not in choices
        or (plan["net"] is not None and shown["net"] >= plan["net"])
        or (plan["coins"] is not None and shown["coins"] >= plan["coins"])
        or (plan["risk"] is not None and 100 * count_busting_cards(view) > plan["risk"] * view["deck"])
    )
    return {"do": "take", "what": plan["take"]} if stops else {"do": "draw"}


def _buy(plans: Sequence[Plain], view: View, choices: Choices) -> Act | None:
    """Buy, during a turn, after a bust, or at the end."""
    wanted = "turn" if view["phase"] == "buy" else view["phase"]
    index = choose_plan(plans, lambda plan: plan["for"] == wanted and (wanted != "turn" or is_its_turn(plan, view)))
    if index is None or plans[index]["buy"] == "ask":
        return None
    wish = plans[index]["buy"]
    move = None if isinstance(wish, str) else choose_purchase(wish, view, choices["buy"])
    return Act(index, move or {"do": "token" if "token" in choices else "skip"})


# --- purchases and payments -------------------------------------------------------------------------------------------


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
        # if tied, the first in canonical order, which is the order of the market
        card = max(fitting, key=lambda card: (score((*owned, card)), -prices[card]), default=None)
    if card is None:
        return None
    return {"do": "buy", "card": card, "pay": choose_payment(prices[card], ways[card], card)}
