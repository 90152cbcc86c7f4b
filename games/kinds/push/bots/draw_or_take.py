"""The choice between drawing and the two rewards, from the odds of the next card."""

from typing import NamedTuple

from games.kinds.push.bots.evaluation import Evaluation
from games.kinds.push.bots.knowledge import busts_by, with_cards
from games.rules.push.cards import COINS, FACE


class Stake(NamedTuple):
    """The tableau: its totals, the value of its numbers to the bot, and their value in the market to the others."""

    net: int
    coins: int
    numbers: float
    offered: float


class DrawOrTake:
    """The values of drawing and of both rewards. `purchase` is the value of buying a card."""

    def __init__(self, evaluation: Evaluation, purchase: float) -> None:
        known = evaluation.known
        self.evaluation, self.known, self.purchase = evaluation, known, purchase
        self.token = max(evaluation.money.bust, purchase) if known.bust_buy else evaluation.money.bust
        self.hand = with_cards(known.mine, known.numbers)
        self.worth = evaluation.outlook.worth(self.hand)
        offered = max((evaluation.offered(card) for card in known.numbers), default=0.0)
        self.stake = Stake(known.net, known.coins, self.worth - evaluation.outlook.worth(known.mine), offered)

    def draw(self) -> float:
        return sum(count * self._value_of_card(card) for card, count in self.known.to_come.items()) / self.known.deck

    def numbers(self, stake: Stake) -> float:
        """Return the value of taking the numbers, with the purchase that may follow."""
        return stake.numbers + self.purchase - self.evaluation.paid_out(stake.coins)

    def currency(self, stake: Stake) -> float:
        return self.evaluation.coins_gained(self.known.mine, stake.coins) - stake.offered

    def stop(self, stake: Stake) -> float:
        return max(self.numbers(stake), self.currency(stake))

    def is_foolish(self) -> bool:
        """Whether more than half of the remaining cards bust, and there is something to lose."""
        known = self.known
        busting = sum(count for card, count in known.to_come.items() if self._busts(card))
        return 2 * busting > known.deck and self.stop(self.stake) - self.purchase > self.evaluation.weights.much

    def _busts(self, card: str) -> bool:
        return bool(busts_by(card, self.known.net, self.known.coins))

    def _value_of_card(self, card: str) -> float:
        """Return the value of the turn if that card comes next."""
        stake = self.stake
        if card in COINS:
            if self._busts(card):
                return self.token - stake.offered
            return self.stop(stake._replace(net=stake.net - COINS[card], coins=stake.coins + COINS[card]))
        if card not in FACE:
            return self.evaluation.weights.auction + self.stop(stake)
        offered = max(stake.offered, self.evaluation.offered(card))
        if self._busts(card):
            return self.token - offered - self.evaluation.paid_out(stake.coins)
        adds = self.evaluation.outlook.gain(self.hand, card)
        return self.stop(Stake(stake.net + FACE[card], stake.coins, stake.numbers + adds, offered))
