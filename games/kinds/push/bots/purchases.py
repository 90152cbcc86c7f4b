"""Which card to buy, if any, and how to pay for it."""

from games.kinds.push.bots.evaluation import Evaluation
from games.kinds.push.bots.payment_costs import PaymentCosts
from games.rules.push.cards import FACE
from games.rules.push.choices import BuyChoice
from games.rules.push.moves import Buy

WORTH_A_LOOK = 0.05


def best_purchase(evaluation: Evaluation, offer: BuyChoice) -> tuple[float, Buy | None]:
    """Return the best purchase and its gain, or None if buying nothing is as good."""
    best, chosen = WORTH_A_LOOK, None
    found = gains_by_card(evaluation, tuple(offer["cards"]))
    for card in sorted(found, key=lambda card: -found[card]):
        price = offer["cards"][card]
        if found[card] > best:
            costs = evaluation.payment_costs(card, tuple(offer["means"]["cards"]), price)
            if found[card] - costs.least * price > best and found[card] - costs.cost(price) > best:
                best, chosen = found[card] - costs.cost(price), Buy(card, costs.pay(price))
    return best, chosen


def estimate_purchase_gain(evaluation: Evaluation) -> float:
    """Estimate the value of a purchase: the payment is valued as if no card were bought."""
    mine, market = evaluation.known.mine, evaluation.known.market
    found = gains_by_card(
        evaluation, tuple(card for card in market if card not in mine.cards and FACE[card] <= mine.means)
    )
    if max(found.values(), default=0.0) <= WORTH_A_LOOK:
        return 0.0
    costs = PaymentCosts(mine, mine.cards, evaluation.outlook, evaluation.money, 9)
    best = 0.0
    for card in sorted(found, key=lambda card: -found[card]):
        if found[card] - costs.least * FACE[card] > best:
            best = max(best, found[card] - costs.cost(FACE[card]))
    return best


def gains_by_card(evaluation: Evaluation, cards: tuple[str, ...]) -> dict[str, float]:
    """Return the value of each card to the bot, including that others can't get it."""
    return {card: evaluation.gain(evaluation.known.seat, card) + max(0.0, evaluation.offered(card)) for card in cards}
