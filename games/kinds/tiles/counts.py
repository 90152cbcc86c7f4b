"""What is counted in TEN Tiles: the moves of both seats (`length`), and who began (`first`).

Under `stack tiles`, the site counts the number on the first tile of each stack, and how often it is expected.
"""

from games.kinds.base import Counted
from games.kinds.counts import count_shuffled_card
from games.rules.replay import Replay


def count(game: Replay) -> list[dict[str, float]]:
    return [{"moves": 0, "length": len(game.steps), "first": int(seat == game.start.turn)} for seat in range(2)]


def site(game: Replay) -> list[Counted]:
    stacks = game.start.stacks
    return [found for stack in stacks for found in count_shuffled_card("stack tiles", stack[0], stack)]
