"""Ratings of games for two to twelve: Bradley and Terry's model over all pairs, after Weng and Lin (2011). Pure."""

import math
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

MU = 1500.0  # of new players
SIGMA = 500.0
BETA = 250.0  # influence of chance and form in one game
MIN_SHRINK = 0.0001  # lower limit for the factor on sigma squared in one game
PROVISIONAL = 350.0  # ratings with a higher sigma (for about a dozen games) are marked, and on no leaderboard
DRIFT = 16.0  # added to sigma in quadrature per day without a game; after a year, everyone is provisional
WEEK = timedelta(days=7)


class Strength(NamedTuple):
    """An estimate of a player's strength and its uncertainty."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def value(self) -> float:
        """The cautious estimate that leaderboards use."""
        return self.mu - 2 * self.sigma

    @property
    def is_provisional(self) -> bool:
        return self.sigma > PROVISIONAL


def widen_uncertainty(strength: Strength, since: datetime, now: datetime) -> Strength:
    """Widen the uncertainty of an inactive player; the estimate itself stays."""
    days = max(0.0, (now - since) / timedelta(days=1))
    return Strength(strength.mu, min(SIGMA, math.sqrt(strength.sigma**2 + DRIFT**2 * days)))


def update_strengths(strengths: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
    """Return the strengths after a game with these ranks. Equal ranks are draws."""
    return [_update(strengths, places, who) for who in range(len(strengths))]


def _update(strengths: Sequence[Strength], places: Sequence[int], who: int) -> Strength:
    mine, step, shrink = strengths[who], 0.0, 0.0
    for other, theirs in enumerate(strengths):
        if other == who:
            continue
        spread = math.sqrt(mine.sigma**2 + theirs.sigma**2 + 2 * BETA**2)
        expected = 1 / (1 + math.exp((theirs.mu - mine.mu) / spread))
        scored = 0.5 * (1 + (places[who] < places[other]) - (places[who] > places[other]))
        share = mine.sigma**2 / spread
        step += share * (scored - expected)
        shrink += mine.sigma / spread * share / spread * expected * (1 - expected)
    others = len(strengths) - 1
    factor = max(1 - shrink / others, MIN_SHRINK)
    return Strength(mine.mu + step / others, mine.sigma * math.sqrt(factor))
