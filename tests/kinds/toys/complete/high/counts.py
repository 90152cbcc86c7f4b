"""What is counted in High Card: the tricks of each player, and the top card of each deck."""

from collections.abc import Iterable

from games.kinds.base import Counted
from games.kinds.counts import count_shuffled_card
from games.kinds.figures import Figure, Sums, format_number
from games.rules.replay import Replay

from .rules import CARDS


def count(game: Replay) -> list[dict[str, float]]:
    """Count the tricks of each seat."""
    return [{"tricks": points} for points in game.state.points]


def figures(group: Sums) -> Iterable[Figure]:
    """Yield what player pages show of these counts."""
    if (tricks := group.per("tricks", "counted")) is not None:
        yield Figure(format_number(tricks), "tricks a game")


def site(game: Replay) -> list[Counted]:
    """Count the top card, for the site's comparison of shuffles with chance."""
    return list(count_shuffled_card("top high", game.start.deck[0], CARDS))
