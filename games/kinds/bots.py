"""What a bot is, and which strengths there are."""

import random
from collections.abc import Callable
from typing import Any

from games.rules.base import Plain

Bot = Callable[[Plain, Plain, random.Random], Any]  # (view, choices, dice) -> a move
Pick = Callable[[Plain, random.Random], Any]  # (choices, dice) -> any legal move

EASY, STEADY, SHARP = LEVELS = ("easy", "steady", "sharp")
RANDOM = "random"
