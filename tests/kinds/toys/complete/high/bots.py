"""The bot of High Card."""

import random

from .rules import Choices, Play, View


def steady(view: View, choices: Choices, dice: random.Random) -> Play:
    """Play the middle card."""
    cards = choices["play"]["cards"]
    return Play(cards[len(cards) // 2])
