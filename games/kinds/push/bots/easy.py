"""The bot `easy`: takes what scores now, draws while the total is low, and doesn't waste money."""

from random import Random
from typing import Any

from games.kinds.push.bots.hand_value import Final
from games.kinds.push.bots.knowledge import Knowledge, read_view, with_cards
from games.kinds.push.bots.payment_costs import MoneyValue, PaymentCosts
from games.rules.push.choices import BidChoice, BuyChoice, Choices
from games.rules.push.moves import Bid, Buy, Draw, Pass, Skip, Take, Token
from games.rules.push.state import MOST_COINS
from games.rules.push.view import View

MONEY = MoneyValue(coin=0.2, bust=0.6, card=0.15)
LAST_MONEY = MoneyValue(coin=0.02, bust=0.04, card=0.01)
NEW = 0.3  # assumed points of a card that scores nothing yet
BOLD_UP_TO = 4  # draws again up to this total
DEAREST = 12  # never pays more single coins and cards
NOW = Final()


def easy(view: View, choices: Choices, dice: Random) -> Any:
    known = read_view(view)
    if "bid" in choices:
        return _bid_or_pass(known, view["auction"]["card"], choices["bid"], dice)
    if "take" in choices:
        return _draw_or_take(known, choices, dice)
    return _buy(known, choices["buy"]) or (Token() if "token" in choices else Skip())


def _gain(known: Knowledge, cards: tuple[str, ...]) -> float:
    return NOW.worth(with_cards(known.mine, cards)) - NOW.worth(known.mine)


def _draw_or_take(known: Knowledge, choices: Choices, dice: Random) -> Any:
    coins = MONEY.coin * min(known.coins, MOST_COINS - known.mine.coins)
    news = len({card for card in known.numbers if card not in known.mine.cards})
    numbers = _gain(known, known.numbers) + NEW * news
    if "draw" in choices and known.net <= BOLD_UP_TO + dice.randrange(-1, 2) and known.coins <= MOST_COINS // 2:
        return Draw()
    return Take("numbers" if numbers >= coins and (known.numbers or not known.coins) else "currency")


def _buy(known: Knowledge, offer: BuyChoice) -> Buy | None:
    """Choose the card that scores most now among those worth their price; the cheapest if tied."""
    gains = {card: _gain(known, (card,)) for card in offer["cards"]}
    for card in sorted(gains, key=lambda card: (-gains[card], offer["cards"][card])):
        price, costs = offer["cards"][card], _payment_costs(known, card, offer)
        if gains[card] >= 1 and costs.cost(price) < gains[card]:
            return Buy(card, costs.pay(price))
    return None


def _bid_or_pass(known: Knowledge, card: str, offer: BidChoice, dice: Random) -> Any:
    """Bid a few coins if the wild scores at once."""
    gain, amount = _gain(known, (card,)), offer["least"]
    if gain < 1:
        return Pass()
    costs = _payment_costs(known, card, offer)
    if costs.cost(amount) >= gain:
        return Pass()
    more = min(amount + dice.randrange(3), offer["most"])
    amount = more if costs.cost(more) < gain else amount
    return Bid(amount, costs.pay(amount))


def _payment_costs(known: Knowledge, card: str, offer: BidChoice | BuyChoice) -> PaymentCosts:
    money = LAST_MONEY if known.final else MONEY
    return PaymentCosts(with_cards(known.mine, (card,)), tuple(offer["means"]["cards"]), NOW, money, DEAREST)
