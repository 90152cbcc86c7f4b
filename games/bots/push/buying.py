"""Which card of the market to buy, if any, and with what to pay for it."""

from games.bots.push.thought import Thought
from games.rules.base import Plain
from games.rules.push.moves import Buy


def best_purchase(thought: Thought, offer: Plain) -> tuple[float, Buy | None]:
    """The purchase that gains most, and how much; None where buying nothing is as good."""
    table, best, chosen = thought.table, 0.0, None
    wanted = {card: _gain(thought, card) for card in offer["cards"]}
    wanted = {card: gain for card, gain in wanted.items() if gain > 0.05}
    if not wanted:
        return best, chosen
    purse = thought.purse(table.mine, tuple(offer["means"]["cards"]), max(offer["cards"].values()))
    for card, gain in wanted.items():
        value = gain - purse.cost(offer["cards"][card])
        if value > best:
            best, chosen = value, card
    if chosen is None:
        return best, None
    return best, Buy(chosen, purse.pay(offer["cards"][chosen]))


def _gain(thought: Thought, card: str) -> float:
    """What the card is worth to the bot, and for not being there for the others."""
    return thought.gain(thought.table.seat, card) + max(0.0, thought.offered(card))
