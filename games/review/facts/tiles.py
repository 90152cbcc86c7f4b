"""What is counted in TEN Tiles."""

from games.rules.replay import Replay


def count(game: Replay) -> list[dict[str, float]]:
    """What is counted of both seats."""
    return [{"moves": 0, "length": len(game.steps), "first": int(seat == game.start.turn)} for seat in range(2)]
