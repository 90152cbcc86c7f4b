"""Draw once more, or take which reward? `sharp` knows what the next card can be, and what each would mean."""

from typing import NamedTuple

from games.kinds.push.bots.evaluation import Evaluation
from games.kinds.push.bots.knowledge import with_cards
from games.rules.push.cards import COINS, FACE
from games.rules.push.state import LIMIT


class Stake(NamedTuple):
    """What lies in the tableau: its totals, what its numbers are worth to the bot, and in the market to the others."""

    net: int
    coins: int
    numbers: float
    offered: float


class DrawOrTake:
    """The decision of a draw phase. `purchase` is what buying a card would be worth."""

    def __init__(self, evaluation: Evaluation, purchase: float) -> None:
        known = evaluation.known
        self.evaluation, self.known, self.purchase = evaluation, known, purchase
        self.token = max(evaluation.money.bust, purchase) if known.bust_buy else evaluation.money.bust
        self.hand = with_cards(known.mine, known.numbers)
        self.worth = evaluation.outlook.worth(self.hand)
        offered = max((evaluation.offered(card) for card in known.numbers), default=0.0)
        self.stake = Stake(known.net, known.coins, self.worth - evaluation.outlook.worth(known.mine), offered)

    def draw(self) -> float:
        """What drawing once more is worth."""
        return sum(count * self._drawn(card) for card, count in self.known.to_come.items()) / self.known.deck

    def numbers(self, stake: Stake) -> float:
        """What taking the numbers is worth, with the purchase that may follow."""
        return stake.numbers + self.purchase - self.evaluation.paid_out(stake.coins)

    def currency(self, stake: Stake) -> float:
        """What taking the currency is worth."""
        return self.evaluation.coins_gained(self.known.mine, stake.coins) - stake.offered

    def stop(self, stake: Stake) -> float:
        """What the better reward is worth."""
        return max(self.numbers(stake), self.currency(stake))

    def is_foolish(self) -> bool:
        """Whether more than half of the cards to come bust, and there is something to lose."""
        known = self.known
        busting = sum(count for card, count in known.to_come.items() if self._busts(card))
        return 2 * busting > known.deck and self.stop(self.stake) - self.purchase > self.evaluation.weights.much

    def _busts(self, card: str) -> bool:
        return FACE.get(card, 0) + self.known.net > LIMIT or COINS.get(card, 0) + self.known.coins > LIMIT

    def _drawn(self, card: str) -> float:
        """What the turn is worth when that card comes next."""
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
