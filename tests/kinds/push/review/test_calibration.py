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
    *[("random",) * seats for seats in (2, 3, 4, 5)] * 5,  # they draw at any odds
    ("easy", "random"),
    ("steady", "random", "easy"),
    ("sharp", "random"),
    ("steady", "sharp", "easy"),
]


class Bucket(NamedTuple):
    """Draws with much the same chance to bust."""

    draws: int
    predicted: float  # the mean chance
    came: float  # the share that did

    @property
    def error(self):
        """The standard error of what came."""
        return sqrt(self.predicted * (1 - self.predicted) / self.draws)


@pytest.mark.timeout(7_200)
def test_as_many_busts_come_as_the_odds_say(share):
    """Under one point off in every bucket, where there are draws enough to tell: else under four standard errors.

    The small share can tell no points: it is held to the errors, and to as many busts as were predicted in all.
    """
    found = [draw for number in range(share(small=12, proofs=1_000, whole=GAMES)) for draw in drawn(number)]
    full = [bucket for bucket in tallied(found) if bucket.draws >= share(small=20, proofs=500, whole=MANY)]
    assert len(full) > 5
    for bucket in full:
        assert abs(bucket.came - bucket.predicted) < max(POINT, ERRORS * bucket.error), bucket
    unsure = sqrt(sum(chance * (1 - chance) for chance, _ in found))
    assert abs(sum(came - chance for chance, came in found)) < ERRORS * unsure  # and all of them together


def tallied(found):
    """The draws by the chance to bust."""
    by_chance = defaultdict(list)
    for chance, came in found:
        by_chance[min(int(chance * BUCKETS), BUCKETS - 1)].append((chance, came))
    return [
        Bucket(len(those), sum(chance for chance, _ in those) / len(those), sum(came for _, came in those) / len(those))
        for _, those in sorted(by_chance.items())
    ]


def drawn(number):
    """The chance to bust of every card that was drawn by choice in a game, and whether it did."""
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
