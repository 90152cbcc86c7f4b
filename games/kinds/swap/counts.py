"""What is counted in TEN Swap.

Of each seat: hands with a card, what it did (`holds`, `swaps`, `blocks`), swaps of its own that were `blocked`, and the
tokens lost, by cause (`lowest`, `skunk`, `wolf`). The site counts under `deal swap` whether the first card of the first
shuffle can block, and how often that is expected.
"""

from games.kinds.base import Counted
from games.kinds.counts import count_shuffled_card
from games.rules.replay import Replay
from games.rules.swap.cards import BLOCKERS, CARDS

NAMES = ("moves", "hands", "holds", "swaps", "blocks", "blocked", "lowest", "skunk", "wolf")


def count(game: Replay) -> list[dict[str, float]]:
    found: list[dict[str, float]] = [dict.fromkeys(NAMES, 0) for _ in range(game.setup.seats)]
    for seat in game.start.order:
        found[seat]["hands"] += 1
    for step in game.steps:
        for event in step.events:
            about = event.facts
            if event.name == "hand":
                for seat in about["order"]:
                    found[seat]["hands"] += 1
            elif event.name == "token":
                found[about["seat"]][about["why"]] += 1
            elif event.name == "blocked":
                found[about["seat"]]["blocks"] += 1
                found[about["swapper"]]["blocked"] += 1
        if step.move.do == "hold":
            found[step.seat]["holds"] += 1
        elif step.move.do == "swap":
            found[step.seat]["swaps"] += 1
    return found


def site(game: Replay) -> list[Counted]:
    """Count what the shuffle dealt. The first card goes to the seat after the dealer."""
    first = game.start.dealt[game.start.order[0]]
    return list(count_shuffled_card("deal swap", _blocks(first), [_blocks(card) for card in CARDS]))


def _blocks(card: str) -> str:
    return "blocker" if card in BLOCKERS else "other"
