"""What a bot is, and which strengths there are."""

import random
from collections.abc import Callable
from typing import Any

from games.kinds.typevars import C, V

Bot = Callable[[V, C, random.Random], Any]  # (view, choices, dice) -> a move
Pick = Callable[[C, random.Random], Any]  # (choices, dice) -> any legal move

EASY, STEADY, SHARP = LEVELS = ("easy", "steady", "sharp")
RANDOM = "random"
