"""How much to bid for a wild: its value, its cost, and what the others can and will pay."""

from collections.abc import Iterator
from math import exp
from typing import Any

from games.kinds.push.bots.evaluation import Evaluation
from games.kinds.push.bots.knowledge import Hand
from games.kinds.push.bots.payment_costs import PaymentCosts
from games.rules.push.auction import LEAST_SOLO_BID
from games.rules.push.choices import BidChoice
from games.rules.push.editions import EDITIONS
from games.rules.push.moves import Bid, Pass
from games.rules.push.payment import BUST, spare_cards
from games.rules.push.state import JEN
from games.rules.push.view import View

DOUBT = 1.2  # coins: the uncertainty about what others will bid


def bid_or_pass(evaluation: Evaluation, view: View, offer: BidChoice) -> Any:
    answers = make_bidding(evaluation, view, offer)
    best, chosen = answers.passing(), None
    for amount, value in answers.bids():
        if value > best + 1e-9:
            best, chosen = value, amount
    return Pass() if chosen is None else Bid(chosen, answers.costs.pay(chosen))


def make_bidding(evaluation: Evaluation, view: View, offer: BidChoice) -> "Bidding":
    return (BiddingAlone if evaluation.known.solo else Bidding)(evaluation, view, offer)


class Rival:
    """Another player in an auction: the wild's value to them, and the most they can pay."""

    def __init__(self, evaluation: Evaluation, who: int, card: str) -> None:
        self.hand: Hand = evaluation.hands[who]
        self.gain = evaluation.gain(who, card)
        self.costs = evaluation.payment_costs(card, self.hand.cards, self.hand.means, who)
        self.limit = 0
        while (
            self.gain > self.costs.least
            and self.limit < self.hand.means
            and self.costs.cost(self.limit + 1) <= self.gain
        ):
            self.limit += 1

    def outbids(self, amount: int) -> float:
        """Return the chance that this player bids more."""
        if amount >= self.hand.means:
            return 0.0
        return 1 / (1 + exp((amount + 0.5 - self.limit) / DOUBT))

    def surplus(self, amount: int) -> float:
        """Return what this player gains by winning at that price."""
        if amount > self.hand.means or self.gain <= self.costs.least:
            return 0.0
        return max(0.0, self.gain - self.costs.cost(amount))


class Bidding:
    """The values of one player's possible answers in an auction, in points."""

    def __init__(self, evaluation: Evaluation, view: View, offer: BidChoice) -> None:
        self.evaluation, self.auction = evaluation, view["auction"]
        self.least, self.most = offer["least"], offer["most"]
        self.card = self.auction["card"]
        self.costs: PaymentCosts = evaluation.payment_costs(self.card, tuple(offer["means"]["cards"]), offer["most"])
        self.mine = evaluation.gain(evaluation.known.seat, self.card)
        self.rivals = self._rivals()

    def _rivals(self) -> list[Rival]:
        """List the players who answer after the bidder."""
        later = self.auction["order"][len(self.auction["bids"]) + 1 :]
        return [self._rival(who) for who in later]

    def _rival(self, who: int) -> Rival:
        """Return a rival, cached for everyone who answers in this auction."""
        evaluation = self.evaluation
        stands_on = evaluation.hands[who], self.card, evaluation.outlook, evaluation.money
        if stands_on not in evaluation.rivals:
            evaluation.rivals[stands_on] = Rival(evaluation, who, self.card)
        found: Rival = evaluation.rivals[stands_on]
        return found

    def bids(self) -> Iterator[tuple[int, float]]:
        """Yield the possible bids and their values, leaving out those that can be ruled out."""
        for amount in range(self.least, self.most + 1):
            if self.is_too_dear(amount):
                break
            yield amount, self.bid(amount)

    def is_too_dear(self, amount: int) -> bool:
        """Whether that bid and all higher ones can be ruled out."""
        return self.costs.cost(amount) > self.mine + self.evaluation.weights.denial

    def bid(self, amount: int, cost: float | None = None) -> float:
        """Return the value of a bid with the best payment, or with one of that cost."""
        cost = self.costs.cost(amount) if cost is None else cost
        beaten = max((rival.outbids(amount) for rival in self.rivals), default=0.0)
        lost = max((rival.surplus(amount + 1) for rival in self.rivals), default=0.0)
        return (1 - beaten) * (self.mine - cost) - beaten * self.evaluation.rivalry * lost

    def passing(self) -> float:
        """Return the value of passing: another player may get the wild."""
        highest, least = self.auction["highest"], self.least
        surplus = [rival.surplus(least) * rival.outbids(least - 1) for rival in self.rivals]
        if highest is not None:
            holder = self._rival(highest["seat"])
            surplus.append(holder.gain - holder.costs.cost(highest["amount"]))
        return -self.evaluation.rivalry * max(surplus, default=0.0)


class BiddingAlone(Bidding):
    """Bidding against the solo opponent, who always bids if she can (R14): outbid her, or make her pay."""

    def _rivals(self) -> list[Rival]:
        evaluation, jen = self.evaluation, self.evaluation.hands[JEN]
        self.hers = evaluation.gain(JEN, self.card) * evaluation.rivalry
        spare = spare_cards(jen.cards, EDITIONS[evaluation.known.edition].spare_wilds)
        self.her_means = jen.coins + BUST * jen.busts + len(spare)
        self.answered = bool(self.auction["bids"])
        return []

    def is_too_dear(self, amount: int) -> bool:
        """Whether a lower bid already wins."""
        return amount > self.least and self._wins(amount - 1)

    def bid(self, amount: int, cost: float | None = None) -> float:
        """Return the value of a bid: the wild, or the coins she must pay for it."""
        if not self._wins(amount):
            return self.evaluation.money.coin * (amount + 1) - self.hers
        return self.mine - (self.costs.cost(amount) if cost is None else cost)

    def passing(self) -> float:
        """Return the value of passing: she gets the wild if she can pay for it."""
        if self.answered:
            return -self.hers if self.auction["highest"] else 0.0
        return 0.0 if self.her_means < LEAST_SOLO_BID else self.evaluation.money.coin * LEAST_SOLO_BID - self.hers

    def _wins(self, amount: int) -> bool:
        return self.answered or amount >= self.her_means
