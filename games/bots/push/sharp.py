"""`sharp`: exact odds, what cards are worth to everybody, and payments that hurt least."""

from random import Random
from typing import Any

from games.bots.push.bidding import bid_or_pass
from games.bots.push.buying import best_purchase
from games.bots.push.drawing import Drawing
from games.bots.push.table import read
from games.bots.push.thought import Taste, Thought
from games.rules.base import Plain
from games.rules.push.cards import FACE
from games.rules.push.moves import Draw, Skip, Take, Token

TASTE = Taste()


def sharp(view: Plain, choices: Plain, dice: Random) -> Any:
    """The move of a player who reckons."""
    return play(view, choices, TASTE)


def play(view: Plain, choices: Plain, taste: Taste) -> Any:
    thought = Thought(read(view), taste)
    if "bid" in choices:
        return bid_or_pass(thought, view, choices["bid"])
    if "take" in choices:
        return _draw_or_take(thought, choices)
    value, purchase = best_purchase(thought, choices["buy"])
    if "token" in choices:
        return purchase if purchase and value > thought.money.bust else Token()
    return purchase or Skip()


def _draw_or_take(thought: Thought, choices: Plain) -> Any:
    table = thought.table
    drawing = Drawing(thought, best_purchase(thought, _for_sale(thought))[0])
    if "draw" in choices and not drawing.is_foolish() and drawing.draw() > drawing.stop(drawing.stake):
        return Draw()
    if not table.numbers and not table.coins:
        return Take("numbers")
    return Take("numbers" if drawing.numbers(drawing.stake) >= drawing.currency(drawing.stake) else "currency")


def _for_sale(thought: Thought) -> Plain:
    """What could be bought now."""
    table, owned = thought.table, thought.table.mine
    cards = {card: FACE[card] for card in table.market if card not in owned.cards and FACE[card] <= owned.means}
    return {"cards": cards, "means": {"cards": owned.cards}}
