"""What paying costs a bot, in points: coins, bust tokens and cards, the least painful first."""

from heapq import heapify, heappop, heapreplace
from itertools import accumulate
from typing import NamedTuple

from games.bots.push.table import Hand, without_card
from games.bots.push.worth import Outlook
from games.rules.push.cards import FACE, RANK
from games.rules.push.moves import Pay
from games.rules.push.paying import BUST
from games.rules.push.scoring import score

DEAREST = 20  # nobody plans to pay more than this in single coins and cards
TOO_MUCH = 1_000.0


class Money(NamedTuple):
    """What means are worth in points at this time of the game."""

    coin: float  # the first ones; the more there are, the less one more is worth
    bust: float  # a bust token
    card: float  # what a card is worth for being good as payment, whatever it is
    bend: float = 0.02  # how much less each further coin is worth

    def coins(self, count: int) -> float:
        """What so many coins are worth: near ten (R3) they are easily lost."""
        return self.coin * count * (1 + self.bend * (5 - count))


class Purse:
    """All ways to pay out of a hand: what each price costs, and the payment that costs least."""

    def __init__(self, hand: Hand, payable: tuple[str, ...], outlook: Outlook, money: Money, most: int) -> None:
        self.hand, self.money = hand, money
        ones = [(money.coins(n) - money.coins(n - 1), "$") for n in range(hand.coins, 0, -1)]
        ones += _cards_by_loss(hand, payable, outlook, money, min(most, DEAREST))
        self.ones = sorted(ones, key=lambda one: one[0])
        self.costs = list(accumulate((cost for cost, _ in self.ones), initial=0.0))

    def cost(self, price: int) -> float:
        """What paying that price costs, in points."""
        return min(self._ways(price), default=(TOO_MUCH,))[0]

    def pay(self, price: int) -> Pay:
        """The payment that costs least."""
        _, _, busts, ones = min(self._ways(price))
        chosen = [item for _, item in self.ones[:ones]]
        cards = sorted((item for item in chosen if item != "$"), key=RANK.__getitem__)
        return Pay(chosen.count("$"), busts, tuple(cards))

    def _ways(self, price: int) -> list[tuple[float, int, int, int]]:
        """Cost, what is lost for want of change, bust tokens, and coins and cards of every way to pay (R6)."""
        ways = []
        for busts in range(min(self.hand.busts, -(-price // BUST)) + 1):
            ones = max(0, price - BUST * busts)
            if ones < len(self.costs):
                lost = max(0, BUST * busts - price)
                ways.append((self.money.bust * busts + self.costs[ones], lost, busts, ones))
        return ways


def _cards_by_loss(
    hand: Hand, payable: tuple[str, ...], outlook: Outlook, money: Money, most: int
) -> list[tuple[float, str]]:
    """The cards that may be paid with, the one that is missed least first, and how much each is missed then."""
    points = score(hand.cards)
    losses = [(_loss(hand, card, outlook), RANK[card], card) for card in payable]
    heapify(losses)
    chosen: list[tuple[float, str]] = []
    while losses and len(chosen) < most:
        loss, rank, card = losses[0]
        rest = without_card(hand, card)
        left = score(rest.cards)
        now = max(_loss(hand, card, outlook), points - left)  # may be more than before, as other cards have gone
        if now > loss + 1e-9:
            heapreplace(losses, (now, rank, card))
        else:
            heappop(losses)
            hand, points = rest, left
            least = chosen[-1][0] if chosen else 0.0
            chosen.append((max(least, loss + money.card), card))
    return chosen


def _loss(hand: Hand, card: str, outlook: Outlook) -> float:
    """How much less the hand is worth without the card."""
    if card in FACE and hand.cards.count(card) > 1:
        return 0.0
    return outlook.worth(hand) - outlook.worth(without_card(hand, card))
