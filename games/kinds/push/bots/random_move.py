"""Random legal moves: any kind of move, card, amount and payment that the rules allow."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from games.rules.push.choices import Choices
from games.rules.push.moves import MOVES, Bid, Buy, Pay, Take
from games.rules.push.payment import splits


def random_move(choices: Choices, dice: Random) -> Any:
    """Choose a kind of move except resigning, then its details."""
    do = _one([do for do in choices if do != "resign"], dice)
    if do == "bid":
        bid = choices["bid"]
        amount = bid["least"] + _below(dice, bid["most"] - bid["least"] + 1)
        return Bid(amount, pick_pay(amount, bid["means"], dice))
    if do == "buy":
        buy = choices["buy"]
        card = _one(tuple(buy["cards"]), dice)
        return Buy(card, pick_pay(buy["cards"][card], buy["means"], dice))
    if do == "take":
        return Take(_one(choices["take"]["what"], dice))
    return MOVES[do]()


def pick_pay(price: int, means: Mapping[str, Any], dice: Random) -> Pay:
    """Choose a payment of that price (R6): bust tokens, coins, and cards for the rest."""
    coins, cards = means["coins"], means["cards"]
    busts, ones = _one(splits(price, means["busts"], coins + len(cards)), dice)
    fewest = max(0, ones - len(cards))
    paid = fewest + _below(dice, min(coins, ones) - fewest + 1)
    return Pay(paid, busts, tuple(dice.sample(cards, ones - paid)) if ones > paid else ())


def _one(items: Sequence[Any], dice: Random) -> Any:
    return items[_below(dice, len(items))]


def _below(dice: Random, n: int) -> int:
    """Return a random number below n; much faster than `randrange`."""
    return int(dice.random() * n)
