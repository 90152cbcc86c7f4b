"""Judge purchases: the value of each card for sale with the best payment."""

from typing import Any

from games.kinds.push.bots.evaluation import Evaluation
from games.kinds.push.bots.purchases import gains_by_card
from games.kinds.push.review.verdict import Verdict, make_verdict
from games.rules.base import Plain
from games.rules.push.choices import Choices
from games.rules.push.moves import Buy, Skip, Token
from games.rules.push.view import View


def judge_purchase(evaluation: Evaluation, view: View, choices: Choices, move: Any) -> Verdict:
    """Judge buying a card, buying nothing, or taking the token instead."""
    offer = choices["buy"]
    own = tuple(offer["means"]["cards"])
    leave, left = (Token(), evaluation.money.bust) if "token" in choices else (Skip(), 0.0)
    rows: list[Plain] = []
    worth = left
    others: list[tuple[float, Any]] = [(left, leave)]
    for card, gain in gains_by_card(evaluation, tuple(offer["cards"])).items():
        is_chosen = type(move) is Buy and move.card == card
        price = offer["cards"][card]
        costs = evaluation.payment_costs(card, own, price)
        if gain <= costs.least * price and not is_chosen:
            continue  # not worth any payment
        cost = costs.cost(price)
        rows.append({"card": card, "price": price, "gain": gain, "worth": gain - cost})
        if is_chosen:
            worth = gain - costs.cost_of(move.pay, price)
        others.append((gain - cost, Buy(card, costs.pay(price))))
    rows.sort(key=lambda row: -row["worth"])
    facts = {"what": view["phase"], "cards": rows, "worth": {"chosen": worth, "leave": left}}
    return make_verdict(worth, others, facts)
