"""The cost of a payment compared with the cheapest one."""

from games.kinds.push.bots.evaluation import Evaluation
from games.kinds.push.bots.knowledge import Hand, without_card
from games.kinds.push.bots.payment_costs import PaymentCosts
from games.rules.push.moves import Pay


def cost_of(evaluation: Evaluation, costs: PaymentCosts, hand: Hand, price: int, pay: Pay) -> float:
    """What that payment costs in points, out of a hand that holds the new card already."""
    least = costs.cost(price)
    if pay == costs.pay(price):
        return least
    money, rest = evaluation.money, hand
    for card in pay.cards:
        rest = without_card(rest, card)
    missed = evaluation.outlook.worth(hand) - evaluation.outlook.worth(rest) + money.card * len(pay.cards)
    coins = money.coins(hand.coins) - money.coins(hand.coins - pay.coins)
    return max(least, coins + money.bust * pay.busts + missed)
