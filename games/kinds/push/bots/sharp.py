"""`sharp`: exact odds, what cards are worth to everybody, and payments that hurt least."""

from random import Random
from typing import Any

from games.kinds.push.bots.bidding import bid_or_pass
from games.kinds.push.bots.draw_or_take import Drawing
from games.kinds.push.bots.evaluation import Taste, Thought
from games.kinds.push.bots.knowledge import read
from games.kinds.push.bots.purchases import best_purchase, likely_gain
from games.rules.push.choices import Choices
from games.rules.push.moves import Draw, Skip, Take, Token
from games.rules.push.state import MOST_COINS
from games.rules.push.view import View

TASTE = Taste()


def sharp(view: View, choices: Choices, dice: Random) -> Any:
    """The move of a player who reckons."""
    return play(view, choices, TASTE)


def play(view: View, choices: Choices, taste: Taste) -> Any:
    thought = Thought(read(view), taste)
    if "bid" in choices:
        return bid_or_pass(thought, view, choices["bid"])
    if "take" in choices:
        return _draw_or_take(thought, choices)
    value, purchase = best_purchase(thought, choices["buy"])
    if "token" in choices:
        return purchase if purchase and value > thought.money.bust else Token()
    return purchase or Skip()


def _draw_or_take(thought: Thought, choices: Choices) -> Any:
    table = thought.table
    drawing = Drawing(thought, likely_gain(thought))
    numbers, currency = drawing.numbers(drawing.stake), drawing.currency(drawing.stake)
    if "draw" in choices and not drawing.is_foolish() and drawing.draw() > max(numbers, currency):
        return Draw()
    if not table.coins:
        return Take("numbers")
    if not table.numbers and table.mine.coins < MOST_COINS:
        return Take("currency")
    return Take("numbers" if numbers >= currency else "currency")
