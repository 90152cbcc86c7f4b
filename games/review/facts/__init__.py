"""What is counted of each seat in one game: sums, so that games can be added up. Pure.

| name | kinds | what |
|---|---|---|
| moves | all | decisions made by whoever sat there |
| points | push | at the end, where it was played to the end |
| scored | push | 1 where there are points |
| turns, draws, busts, coin_busts | push | turns, draws that were decided, and how many of those bust (by currency) |
| odds | push | the sum of the exact chances to bust at these draws |
| runs | push | colors with a run of 1 to 9 at the end |
| wilds, wild_coins, wild_points | push | auctions won, what was paid (R6), points the wilds brought |
| bought | push | cards bought in the market |
| length | tiles | moves of both seats |
| first | tiles | 1 for the seat that began |
| hands, holds, swaps, blocks, blocked | swap | hands with a card, what it did, and swaps that were blocked |
| lowest, skunk, ... | swap | tokens lost, by cause |
"""

from collections.abc import Callable

from games.review.facts import push, swap, tiles
from games.rules.replay import Replay

Facts = dict[str, float]
COUNT: dict[str, Callable[[Replay], list[Facts]]] = {"push": push.count, "tiles": tiles.count, "swap": swap.count}


def count(game: Replay) -> list[Facts]:
    """What is counted of each seat."""
    found = COUNT[game.kind.SLUG](game)
    for step in game.steps:
        found[step.seat]["moves"] += 1
    return found
