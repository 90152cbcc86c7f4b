"""What payments cost a bot in points: coins, bust tokens and cards, cheapest first."""

from collections.abc import Iterator
from heapq import heapify, heappop, heapreplace, merge
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

from games.kinds.push.bots.hand_value import Outlook, points_of
from games.kinds.push.bots.knowledge import Hand, without_card
from games.rules.push.cards import RANK
from games.rules.push.moves import Pay
from games.rules.push.payment import BUST

DEAREST = 20  # the most single coins and cards considered
TOO_MUCH = 1_000.0


class MoneyValue(NamedTuple):
    """The value in points of coins, tokens and cards at this stage of the game."""

    coin: float  # the first coins; each further one is worth less
    bust: float  # a bust token
    card: float  # any card, as payment
    bend: float = 0.02  # how much less each further coin is worth

    def coins(self, count: int) -> float:
        """Return the value of that many coins; near the limit of ten (R3) they are easily lost."""
        return self.coin * count * (1 + self.bend * (5 - count))


class PaymentCosts:
    """All ways to pay from a hand: what each price costs, and the cheapest payment."""

    def __init__(self, hand: Hand, payable: tuple[str, ...], outlook: Outlook, money: MoneyValue, most: int) -> None:
        self.hand, self.outlook, self.money = hand, outlook, money
        # the lowest possible cost per unit of payment
        self.least = min(money.coins(hand.coins) - money.coins(hand.coins - 1), money.bust / BUST, money.card)
        coins = ((money.coins(n) - money.coins(n - 1), "$") for n in range(hand.coins, 0, -1))
        cards = _cards_by_loss(hand, payable, outlook, money, min(most, DEAREST))
        self.more = merge(coins, cards, key=itemgetter(0))  # computed on demand, because most prices are low
        self.ones: list[tuple[float, str]] = []
        self.costs = [0.0]
        self._known: dict[int, float] = {}  # by price

    def cost(self, price: int) -> float:
        if price not in self._known:
            self._known[price] = min(self._ways(price), default=(TOO_MUCH,))[0]
        return self._known[price]

    def pay(self, price: int) -> Pay:
        _, _, busts, ones = min(self._ways(price))
        chosen = [item for _, item in self.ones[:ones]]
        cards = sorted((item for item in chosen if item != "$"), key=RANK.__getitem__)
        return Pay(chosen.count("$"), busts, tuple(cards))

    def cost_of(self, pay: Pay, price: int) -> float:
        """Return what this payment of that price costs, in points."""
        least, money, hand = self.cost(price), self.money, self.hand
        if pay == self.pay(price):
            return least
        rest = hand
        for card in pay.cards:
            rest = without_card(rest, card)
        missed = self.outlook.worth(hand) - self.outlook.worth(rest) + money.card * len(pay.cards)
        coins = money.coins(hand.coins) - money.coins(hand.coins - pay.coins)
        return max(least, coins + money.bust * pay.busts + missed)

    def _ways(self, price: int) -> list[tuple[float, int, int, int]]:
        """List every way to pay (R6): its cost, overpayment, bust tokens, and coins and cards."""
        ways = []
        for busts in range(min(self.hand.busts, -(-price // BUST)) + 1):
            ones = max(0, price - BUST * busts)
            if self._has(ones):
                lost = max(0, BUST * busts - price)
                ways.append((self.money.bust * busts + self.costs[ones], lost, busts, ones))
        return ways

    def _has(self, ones: int) -> bool:
        """Whether there are that many coins and cards, looking up their costs as needed."""
        for one in islice(self.more, max(0, ones - len(self.ones))):
            self.ones.append(one)
            self.costs.append(self.costs[-1] + one[0])
        return ones <= len(self.ones)


def _cards_by_loss(
    hand: Hand, payable: tuple[str, ...], outlook: Outlook, money: MoneyValue, most: int
) -> Iterator[tuple[float, str]]:
    """Yield the cards that may be paid with, least useful first, and what giving up each one costs then."""
    points = points_of(*hand[3:])
    losses = [(outlook.loss(hand, card), RANK[card], card) for card in payable]
    heapify(losses)
    chosen, least = 0, 0.0
    while losses and chosen < most:
        loss, rank, card = losses[0]
        now = outlook.loss(hand, card)  # may have increased, because other cards are gone
        if now <= loss + 1e-9:
            rest = without_card(hand, card)
            left = points_of(*rest[3:])
            now = max(now, points - left)
        if now > loss + 1e-9:
            heapreplace(losses, (now, rank, card))
        else:
            heappop(losses)
            hand, points = rest, left
            chosen, least = chosen + 1, max(least, loss + money.card)
            yield least, card
