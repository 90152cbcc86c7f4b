"""How much to bid for a wild: what it is worth, what it costs, and what the others can and will pay."""

from math import exp
from typing import Any

from games.bots.push.purse import Purse
from games.bots.push.table import Hand
from games.bots.push.thought import Thought
from games.rules.base import Plain
from games.rules.push.auction import LEAST_SOLO_BID
from games.rules.push.editions import EDITIONS
from games.rules.push.moves import Bid, Pass
from games.rules.push.paying import BUST, spare_cards
from games.rules.push.state import JEN

DOUBT = 1.2  # coins: how far off the guess is at what others will bid


def bid_or_pass(thought: Thought, view: Plain, offer: Plain) -> Any:
    """The bid that is worth most, or none."""
    table, auction = thought.table, view["auction"]
    card, least, means = auction["card"], offer["least"], offer["means"]
    purse = thought.purse(card, tuple(means["cards"]), offer["most"])
    mine = thought.gain(table.seat, card)
    if table.solo:
        return _bid_alone(thought, view, offer, purse)
    rivals = [_Rival(thought, who, card) for who in _still_to_bid(auction)]
    best, chosen = _passing(thought, auction, rivals, least), None
    for amount in range(least, offer["most"] + 1):
        cost = purse.cost(amount)
        if cost > mine + thought.taste.denial:
            break
        beaten = max((rival.outbids(amount) for rival in rivals), default=0.0)
        lost = max((rival.surplus(amount + 1) for rival in rivals), default=0.0)
        value = (1 - beaten) * (mine - cost) - beaten * thought.rivalry * lost
        if value > best + 1e-9:
            best, chosen = value, amount
    return Pass() if chosen is None else Bid(chosen, purse.pay(chosen))


class _Rival:
    """Somebody who bids after the bot."""

    def __init__(self, thought: Thought, who: int, card: str) -> None:
        self.hand: Hand = thought.hand(who)
        self.gain = thought.gain(who, card)
        self.purse = thought.purse(card, self.hand.cards, self.hand.means, who)
        self.limit = max((n for n in range(self.hand.means + 1) if self.purse.cost(n) <= self.gain), default=0)

    def outbids(self, amount: int) -> float:
        """The chance that this player bids more than that."""
        if amount >= self.hand.means:
            return 0.0
        return 1 / (1 + exp((amount + 0.5 - self.limit) / DOUBT))

    def surplus(self, amount: int) -> float:
        """What this player gains by winning at that price."""
        if amount > self.hand.means:
            return 0.0
        return max(0.0, self.gain - self.purse.cost(amount))


def _still_to_bid(auction: Plain) -> list[int]:
    """Who answers after the bot."""
    return list(auction["order"][len(auction["bids"]) + 1 :])


def _passing(thought: Thought, auction: Plain, rivals: list[_Rival], least: int) -> float:
    """What it is worth to pass: somebody else may get the wild."""
    highest = auction["highest"]
    surplus = [rival.surplus(least) * rival.outbids(least - 1) for rival in rivals]
    if highest is not None:
        holder = _Rival(thought, highest["seat"], auction["card"])
        surplus.append(holder.gain - holder.purse.cost(highest["amount"]))
    return -thought.rivalry * max(surplus, default=0.0)


def _bid_alone(thought: Thought, view: Plain, offer: Plain, purse: Purse) -> Any:
    """Against the solo opponent, who always bids when she can (R14): outbid her, or make her pay."""
    card, jen = view["auction"]["card"], thought.hand(JEN)
    gain, hers = thought.gain(thought.table.seat, card), thought.gain(JEN, card) * thought.rivalry
    spare = spare_cards(jen.cards, EDITIONS[view["edition"]].spare_wilds)
    means = jen.coins + BUST * jen.busts + len(spare)
    answered = bool(view["auction"]["bids"])
    best, chosen = (0.0 if means < LEAST_SOLO_BID else thought.money.coin * LEAST_SOLO_BID - hers), None
    if answered:
        best = -hers if view["auction"]["highest"] else 0.0
    for amount in range(offer["least"], offer["most"] + 1):
        wins = answered or amount >= means
        value = gain - purse.cost(amount) if wins else thought.money.coin * (amount + 1) - hers
        if value > best + 1e-9:
            best, chosen = value, amount
        if wins:
            break
    return Pass() if chosen is None else Bid(chosen, purse.pay(chosen))
