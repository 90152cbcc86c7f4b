"""`easy`: sees what scores now, draws while the total is low, and does not throw money away."""

from random import Random
from typing import Any

from games.bots.push.purse import Money, Purse
from games.bots.push.table import Table, read, with_cards
from games.bots.push.worth import Final
from games.rules.base import Plain
from games.rules.push.moves import Bid, Buy, Draw, Pass, Skip, Take, Token

MONEY = Money(coin=0.2, bust=0.6, card=0.15)
LAST_MONEY = Money(coin=0.02, bust=0.04, card=0.01)
NEW = 0.3  # points that a card is felt to be worth which scores nothing yet
BOLD_UP_TO = 4  # draws again at this total
MOST_COINS = 10
NOW = Final()


def easy(view: Plain, choices: Plain, dice: Random) -> Any:
    """The move of a beginner."""
    table = read(view)
    if "bid" in choices:
        return _bid_or_pass(table, view["auction"]["card"], choices["bid"], dice)
    if "take" in choices:
        return _draw_or_take(table, choices, dice)
    bought = _buy(table, choices["buy"])
    if bought:
        return bought
    return Token() if "token" in choices else Skip()


def _gain(table: Table, cards: tuple[str, ...]) -> float:
    """What the cards score now, and a little for every one that is new."""
    news = len({card for card in cards if card not in table.mine.cards})
    return NOW.worth(with_cards(table.mine, cards)) - NOW.worth(table.mine) + NEW * news


def _draw_or_take(table: Table, choices: Plain, dice: Random) -> Any:
    coins = MONEY.coin * min(table.coins, MOST_COINS - table.mine.coins)
    numbers = _gain(table, table.numbers)
    if "draw" in choices and table.net <= BOLD_UP_TO + dice.randrange(-1, 2) and table.coins <= MOST_COINS // 2:
        return Draw()
    return Take("numbers" if numbers >= coins and (table.numbers or not table.coins) else "currency")


def _buy(table: Table, offer: Plain) -> Buy | None:
    """The first of the cards that score most, if there is money for it."""
    gains = {card: _gain(table, (card,)) - NEW for card in offer["cards"]}
    best = max(gains, key=lambda card: gains[card])
    purse = _purse(table, offer)
    if gains[best] < 1 or purse.cost(offer["cards"][best]) >= gains[best]:
        return None
    return Buy(best, purse.pay(offer["cards"][best]))


def _bid_or_pass(table: Table, card: str, offer: Plain, dice: Random) -> Any:
    """A few coins, if the wild scores at once."""
    gain, amount = _gain(table, (card,)) - NEW, offer["least"]
    if gain < 1:
        return Pass()
    purse = _purse(table, offer)
    if purse.cost(amount) >= gain:
        return Pass()
    more = min(amount + dice.randrange(3), offer["most"])
    amount = more if purse.cost(more) < gain else amount
    return Bid(amount, purse.pay(amount))


def _purse(table: Table, offer: Plain) -> Purse:
    money = LAST_MONEY if table.final else MONEY
    return Purse(table.mine, tuple(offer["means"]["cards"]), NOW, money, MOST_COINS)
