"""The bot `sharp`: uses exact odds, the value of cards to every player, and the cheapest payments."""

from random import Random
from typing import Any

from games.kinds.push.bots.bidding import bid_or_pass
from games.kinds.push.bots.draw_or_take import DrawOrTake
from games.kinds.push.bots.evaluation import Evaluation, Weights
from games.kinds.push.bots.knowledge import read_view
from games.kinds.push.bots.purchases import best_purchase, estimate_purchase_gain
from games.rules.push.choices import Choices
from games.rules.push.moves import Draw, Skip, Take, Token
from games.rules.push.state import MOST_COINS
from games.rules.push.view import View

WEIGHTS = Weights()


def sharp(view: View, choices: Choices, dice: Random) -> Any:
    return choose_move(view, choices, WEIGHTS)


def choose_move(view: View, choices: Choices, weights: Weights) -> Any:
    evaluation = Evaluation(read_view(view), weights)
    if "bid" in choices:
        return bid_or_pass(evaluation, view, choices["bid"])
    if "take" in choices:
        return _draw_or_take(evaluation, choices)
    value, purchase = best_purchase(evaluation, choices["buy"])
    if "token" in choices:
        return purchase if purchase and value > evaluation.money.bust else Token()
    return purchase or Skip()


def _draw_or_take(evaluation: Evaluation, choices: Choices) -> Any:
    known = evaluation.known
    drawing = DrawOrTake(evaluation, estimate_purchase_gain(evaluation))
    numbers, currency = drawing.numbers(drawing.stake), drawing.currency(drawing.stake)
    if "draw" in choices and not drawing.is_foolish() and drawing.draw() > max(numbers, currency):
        return Draw()
    if not known.coins:
        return Take("numbers")
    if not known.numbers and known.mine.coins < MOST_COINS:
        return Take("currency")
    return Take("numbers" if numbers >= currency else "currency")
