"""Busts are as frequent as predicted over many games of bots."""

from collections import defaultdict
from math import sqrt
from random import Random
from typing import NamedTuple

import pytest

from games.kinds import find_bot
from games.kinds.push.odds import compute_odds
from games.rules import push
from games.rules.base import make_setup
from games.rules.dealers import FairDealer

GAMES = 10_320
BUCKETS = 20  # of five points each
MANY = 1_000  # draws that a bucket needs to count
POINT = 0.01
ERRORS = 4  # standard errors: once in 16,000 by chance
TABLES = [
    *[("random",) * seats for seats in (2, 3, 4, 5)] * 5,  # random bots draw at any odds
    ("easy", "random"),
    ("steady", "random", "easy"),
    ("sharp", "random"),
    ("steady", "sharp", "easy"),
]


class Bucket(NamedTuple):
    """Draws with about the same chance to bust."""

    draws: int
    predicted: float  # the mean chance
    observed: float  # the share that did bust

    @property
    def error(self):
        """The standard error of the observed share."""
        return sqrt(self.predicted * (1 - self.predicted) / self.draws)


@pytest.mark.timeout(7_200)
def test_busts_are_as_frequent_as_predicted(share):
    """Every bucket is off by less than one point, or four standard errors if there are too few draws to tell.

    In the small share it's always the errors that count, and the total number of busts.
    """
    found = [draw for number in range(share(small=12, proofs=1_000, whole=GAMES)) for draw in play_draws(number)]
    full = [bucket for bucket in fill_buckets(found) if bucket.draws >= share(small=20, proofs=500, whole=MANY)]
    assert len(full) > 5
    for bucket in full:
        assert abs(bucket.observed - bucket.predicted) < max(POINT, ERRORS * bucket.error), bucket
    deviation = sqrt(sum(chance * (1 - chance) for chance, _ in found))
    assert abs(sum(has_bust - chance for chance, has_bust in found)) < ERRORS * deviation


def fill_buckets(found):
    """Group draws by their chance to bust."""
    by_chance = defaultdict(list)
    for chance, has_bust in found:
        by_chance[min(int(chance * BUCKETS), BUCKETS - 1)].append((chance, has_bust))
    return [
        Bucket(
            len(draws),
            sum(chance for chance, _ in draws) / len(draws),
            sum(has_bust for _, has_bust in draws) / len(draws),
        )
        for _, draws in sorted(by_chance.items())
    ]


def play_draws(number):
    """Play a game of bots, and yield the chance to bust of each draw and whether it did."""
    seed = f"calibration{number}"
    bots = TABLES[number % len(TABLES)]
    dealer, dice = FairDealer(seed.encode()), Random(seed)
    minds = [find_bot("push", bot) for bot in bots]
    state = push.start(make_setup(push, len(bots), {}), dealer)
    while waiting := push.waiting(state):
        seat = waiting[0]
        view, choices = push.view(state, seat), push.choices(state, seat)
        move = minds[seat](view, choices, dice)
        state, events = push.play(state, seat, move, dealer)
        if move.do == "draw":
            yield compute_odds(view, choices)["bust"], len(events) > 1 and events[1].name == "bust"
