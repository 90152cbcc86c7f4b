"""The bot `steady`: plans ahead for its hand and weighs risk, but counts no cards and ignores the others."""

from random import Random
from typing import Any

from games.kinds.push.bots.hand_value import Chance, Final, Outlook, make_outlook
from games.kinds.push.bots.knowledge import Knowledge, read_view, with_cards
from games.kinds.push.bots.payment_costs import MoneyValue, PaymentCosts
from games.rules.push.cards import FACE, NUMBER_CARDS
from games.rules.push.choices import BidChoice, BuyChoice, Choices
from games.rules.push.moves import Bid, Buy, Draw, Pass, Skip, Take, Token
from games.rules.push.state import LIMIT, MOST_COINS
from games.rules.push.view import View

CHANCE = Chance(copy=0.8, sale=0.3, wild=0.03)
MONEY = MoneyValue(coin=0.26, bust=0.7, card=0.15)
LAST_MONEY = MoneyValue(coin=0.02, bust=0.04, card=0.01)
DEAREST = 12  # never pays more single coins and cards
HOPE = 0.5  # points that one more card adds on average
DECK_OF_TWO = [FACE[card] for card in NUMBER_CARDS for _ in range(2 if FACE[card] <= 6 else 1)]


def steady(view: View, choices: Choices, dice: Random) -> Any:
    known = read_view(view)
    if "bid" in choices:
        return _bid_or_pass(known, view["auction"]["card"], choices["bid"])
    if "take" in choices:
        return _draw_or_take(known, choices)
    return _buy(known, choices["buy"]) or (Token() if "token" in choices else Skip())


def _outlook(known: Knowledge) -> Outlook:
    return Final() if known.final else make_outlook(known, CHANCE)


def _gain(known: Knowledge, cards: tuple[str, ...]) -> float:
    ahead = _outlook(known)
    return ahead.worth(with_cards(known.mine, cards)) - ahead.worth(known.mine)


def _draw_or_take(known: Knowledge, choices: Choices) -> Any:
    numbers, coins = _gain(known, known.numbers), MONEY.coin * min(known.coins, MOST_COINS - known.mine.coins)
    stake = max(numbers, coins)
    bust = _bust_chance(known)
    foolish = bust > 0.5 and stake > 0.1
    if "draw" in choices and not foolish and (1 - bust) * HOPE > bust * (stake - MONEY.bust / 2):
        return Draw()
    if not known.numbers and known.coins:
        return Take("currency")
    return Take("numbers" if numbers >= coins or not known.coins else "currency")


def _bust_chance(known: Knowledge) -> float:
    """Estimate how often the next card busts: two cards in three are numbers."""
    too_much = sum(face + known.net > LIMIT for face in DECK_OF_TWO) / len(DECK_OF_TWO)
    coins = max(0, known.coins - 5) / 5
    return 0.65 * too_much + 0.18 * coins


def _buy(known: Knowledge, offer: BuyChoice) -> Buy | None:
    """Choose the card with the highest gain after paying, if any."""
    best, bought = 0.05, None
    for card, price in offer["cards"].items():
        gain = _gain(known, (card,))
        if gain > best:
            costs = _payment_costs(known, card, offer)
            if gain - costs.cost(price) > best:
                best, bought = gain - costs.cost(price), Buy(card, costs.pay(price))
    return bought


def _bid_or_pass(known: Knowledge, card: str, offer: BidChoice) -> Any:
    """Bid a little less than the wild is worth."""
    gain, least = _gain(known, (card,)), offer["least"]
    costs = _payment_costs(known, card, offer)
    fair = [amount for amount in range(least, offer["most"] + 1) if costs.cost(amount) < gain]
    if not fair:
        return Pass()
    amount = min(fair[-1], max(least, round(0.7 * fair[-1])))
    return Bid(amount, costs.pay(amount))


def _payment_costs(known: Knowledge, card: str, offer: BidChoice | BuyChoice) -> PaymentCosts:
    money = LAST_MONEY if known.final else MONEY
    hand, payable = with_cards(known.mine, (card,)), tuple(offer["means"]["cards"])
    return PaymentCosts(hand, payable, _outlook(known), money, DEAREST)
