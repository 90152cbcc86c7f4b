"""`easy`: sees what scores now, draws while the total is low, and does not throw money away."""

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
NEW = 0.3  # points that a card is felt to be worth which scores nothing yet
BOLD_UP_TO = 4  # draws again at this total
DEAREST = 12  # more single coins and cards are not paid
NOW = Final()


def easy(view: View, choices: Choices, dice: Random) -> Any:
    """The move of a beginner."""
    table = read_view(view)
    if "bid" in choices:
        return _bid_or_pass(table, view["auction"]["card"], choices["bid"], dice)
    if "take" in choices:
        return _draw_or_take(table, choices, dice)
    bought = _buy(table, choices["buy"])
    if bought:
        return bought
    return Token() if "token" in choices else Skip()


def _gain(table: Knowledge, cards: tuple[str, ...]) -> float:
    """What the cards score now."""
    return NOW.worth(with_cards(table.mine, cards)) - NOW.worth(table.mine)


def _draw_or_take(table: Knowledge, choices: Choices, dice: Random) -> Any:
    coins = MONEY.coin * min(table.coins, MOST_COINS - table.mine.coins)
    news = len({card for card in table.numbers if card not in table.mine.cards})
    numbers = _gain(table, table.numbers) + NEW * news
    if "draw" in choices and table.net <= BOLD_UP_TO + dice.randrange(-1, 2) and table.coins <= MOST_COINS // 2:
        return Draw()
    return Take("numbers" if numbers >= coins and (table.numbers or not table.coins) else "currency")


def _buy(table: Knowledge, offer: BuyChoice) -> Buy | None:
    """The card that scores most now, of several the cheapest, among those that are worth their price."""
    gains = {card: _gain(table, (card,)) for card in offer["cards"]}
    for card in sorted(gains, key=lambda card: (-gains[card], offer["cards"][card])):
        price, purse = offer["cards"][card], _payment_costs(table, card, offer)
        if gains[card] >= 1 and purse.cost(price) < gains[card]:
            return Buy(card, purse.pay(price))
    return None


def _bid_or_pass(table: Knowledge, card: str, offer: BidChoice, dice: Random) -> Any:
    """A few coins, if the wild scores at once."""
    gain, amount = _gain(table, (card,)), offer["least"]
    if gain < 1:
        return Pass()
    purse = _payment_costs(table, card, offer)
    if purse.cost(amount) >= gain:
        return Pass()
    more = min(amount + dice.randrange(3), offer["most"])
    amount = more if purse.cost(more) < gain else amount
    return Bid(amount, purse.pay(amount))


def _payment_costs(table: Knowledge, card: str, offer: BidChoice | BuyChoice) -> PaymentCosts:
    """The ways to pay for that card."""
    money = LAST_MONEY if table.final else MONEY
    return PaymentCosts(with_cards(table.mine, (card,)), tuple(offer["means"]["cards"]), NOW, money, DEAREST)
