"""Who reviews which kind, in one visible list."""

from typing import Protocol

from games.review import push, swap, tiles
from games.review.base import Judged
from games.rules.base import Plain
from games.rules.replay import Replay


class Reviewer(Protocol):
    """What the review of a kind has."""

    def review(self, game: Replay) -> list[Judged]:
        """Every decision that can be judged, in order."""

    def odds(self, view: Plain, choices: Plain) -> Plain:
        """What the option *odds* shows to the audience of that view at this moment; nothing: {}."""


REVIEWS: dict[str, Reviewer] = {"push": push, "tiles": tiles, "swap": swap}
