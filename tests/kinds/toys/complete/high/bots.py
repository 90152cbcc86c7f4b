"""The bot of High Card."""

import random

from games.rules.base import Plain

from .rules import Play


def steady(view: Plain, choices: Plain, dice: random.Random) -> Play:
    """Play the middle card."""
    cards = choices["play"]["cards"]
    return Play(cards[len(cards) // 2])
