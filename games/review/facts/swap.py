"""What is counted in TEN Swap."""

from games.rules.replay import Replay

NAMES = ("moves", "hands", "holds", "swaps", "blocks", "blocked", "lowest", "skunk", "wolf")


def count(game: Replay) -> list[dict[str, float]]:
    """What is counted of each seat."""
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
