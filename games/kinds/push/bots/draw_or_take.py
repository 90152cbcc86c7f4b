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

    def __init__(self, thought: Evaluation, purchase: float) -> None:
        table = thought.table
        self.thought, self.table, self.purchase = thought, table, purchase
        self.token = max(thought.money.bust, purchase) if table.bust_buy else thought.money.bust
        self.hand = with_cards(table.mine, table.numbers)
        self.worth = thought.outlook.worth(self.hand)
        offered = max((thought.offered(card) for card in table.numbers), default=0.0)
        self.stake = Stake(table.net, table.coins, self.worth - thought.outlook.worth(table.mine), offered)

    def draw(self) -> float:
        """What drawing once more is worth."""
        return sum(count * self._drawn(card) for card, count in self.table.to_come.items()) / self.table.deck

    def numbers(self, stake: Stake) -> float:
        """What taking the numbers is worth, with the purchase that may follow."""
        return stake.numbers + self.purchase - self.thought.paid_out(stake.coins)

    def currency(self, stake: Stake) -> float:
        """What taking the currency is worth."""
        return self.thought.coins_gained(self.table.mine, stake.coins) - stake.offered

    def stop(self, stake: Stake) -> float:
        """What the better reward is worth."""
        return max(self.numbers(stake), self.currency(stake))

    def is_foolish(self) -> bool:
        """Whether more than half of the cards to come bust, and there is something to lose."""
        table = self.table
        busting = sum(count for card, count in table.to_come.items() if self._busts(card))
        return 2 * busting > table.deck and self.stop(self.stake) - self.purchase > self.thought.taste.much

    def _busts(self, card: str) -> bool:
        return FACE.get(card, 0) + self.table.net > LIMIT or COINS.get(card, 0) + self.table.coins > LIMIT

    def _drawn(self, card: str) -> float:
        """What the turn is worth when that card comes next."""
        stake = self.stake
        if card in COINS:
            if self._busts(card):
                return self.token - stake.offered
            return self.stop(stake._replace(net=stake.net - COINS[card], coins=stake.coins + COINS[card]))
        if card not in FACE:
            return self.thought.taste.auction + self.stop(stake)
        offered = max(stake.offered, self.thought.offered(card))
        if self._busts(card):
            return self.token - offered - self.thought.paid_out(stake.coins)
        adds = self.thought.outlook.gain(self.hand, card)
        return self.stop(Stake(stake.net + FACE[card], stake.coins, stake.numbers + adds, offered))
