"""How the bot `sharp` values cards, coins and purchases, for itself and for the others."""

from functools import cached_property
from typing import Any, NamedTuple

from games.kinds.push.bots.hand_value import Chance, Outlook, make_outlook
from games.kinds.push.bots.knowledge import Hand, Knowledge, with_cards
from games.kinds.push.bots.payment_costs import MoneyValue, PaymentCosts
from games.rules.push.cards import FACE
from games.rules.push.state import MOST_COINS


class Weights(NamedTuple):
    """Parameters that were tuned by experiment."""

    coin: float = 0.18  # points per coin near the end
    coin_turn: float = 0.018  # added for each turn still to come
    bust: float = 2.7  # value of a bust token in coins
    bend: float = 0.05  # how much less each further coin is worth, because ten is the limit (R3)
    card: float = 0.18  # points per card as payment
    rivalry: float = 0.9  # weight of a point of all others together, relative to an own point
    market: float = 0.5  # the chance that the best card put into the market is bought by a rival
    auction: float = 0.4  # points for being the last bidder for a still unknown wild
    denial: float = 0.6  # the most points paid to keep a wild from someone else
    chance: Chance = Chance(copy=0.85, sale=0.12, wild=0.02)
    much: float = 0.1  # points in the tableau that are too many to risk when a bust is likely

    def money(self, turns: float) -> MoneyValue:
        """Return the value of coins, tokens and cards with that many turns to come."""
        coin = self.coin + self.coin_turn * min(turns, 12)
        return MoneyValue(coin, self.bust * coin, self.card, self.bend)


class Evaluation:
    """The values of things at one decision; `rivals` may be shared by all answers in an auction."""

    def __init__(self, known: Knowledge, weights: Weights, rivals: dict[Any, Any] | None = None) -> None:
        self.rivals = {} if rivals is None else rivals
        self.known, self.weights = known, weights
        self.outlook: Outlook = make_outlook(known, weights.chance)
        self.money = MoneyValue(0.02, 0.04, 0.004) if known.final else weights.money(known.turns)
        self.rivalry = weights.rivalry / len(known.others)
        self.hands = {known.seat: known.mine, **known.others}
        self.coins = [self.money.coins(count) for count in range(MOST_COINS + 1)]  # value by number of coins
        self._gains: dict[tuple[int, str], float] = {}

    def gain(self, who: int, card: str) -> float:
        """Return what a card adds to the value of that player's hand."""
        found = self._gains.get((who, card))
        if found is None:
            found = self._gains[who, card] = self.outlook.gain(self.hands[who], card)
        return found

    @cached_property
    def means(self) -> dict[int, int]:
        return {who: hand.means for who, hand in self.hands.items()}

    def payment_costs(self, card: str, payable: tuple[str, ...], most: int, who: int | None = None) -> PaymentCosts:
        """Return the costs of paying for a card, given that the hand then has it."""
        hand = self.hands[self.known.seat if who is None else who]
        return PaymentCosts(with_cards(hand, (card,)), payable, self.outlook, self.money, most)

    def coins_gained(self, hand: Hand, coins: int) -> float:
        """Return the value of gaining that many coins; nobody can have more than ten (R3)."""
        return self.coins[min(MOST_COINS, hand.coins + coins)] - self.coins[hand.coins]

    def paid_out(self, coins: int) -> float:
        """Return the cost of everyone else gaining that many coins."""
        return self.rivalry * sum([self.coins_gained(hand, coins) for hand in self.known.others.values()])

    def bargain(self, who: int, card: str) -> float:
        """Estimate a player's benefit from a number card for sale; the solo opponent buys nothing."""
        price = FACE[card]
        if price > self.means[who] or card in self.hands[who].cards:
            return 0.0
        worth = self.gain(who, card) - 0.8 * self.money.coin * price
        return worth if worth > 0 else 0.0

    def offered(self, card: str) -> float:
        """Return the cost of putting this card on the market: others may buy it first, then perhaps the bot."""
        theirs = 0.0 if self.known.solo else max([self.bargain(who, card) for who in self.known.others])
        return self.weights.market * (self.rivalry * theirs - 0.4 * self.bargain(self.known.seat, card))
