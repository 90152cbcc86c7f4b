"""What the odds say is what happens: busts that were predicted and busts that came, over many games of bots."""

from collections import defaultdict
from math import sqrt
from random import Random

import pytest

from games.bots import registry
from games.review.push import odds
from games.rules import push
from games.rules.base import make_setup
from games.rules.deal import FairDealer

GAMES = 10_000
BUCKETS = 20  # of five points each
MANY = 1_000  # draws that a bucket needs to count
POINT = 0.01
TABLES = [("random",) * seats for seats in (2, 3, 4)]  # they draw at any odds


@pytest.mark.volume
@pytest.mark.timeout(7_200)
def test_as_many_busts_come_as_the_odds_say(share):
    """Under one point off in every bucket, where there are draws enough to tell: else under four standard errors."""
    predicted, came, count = defaultdict(float), defaultdict(int), defaultdict(int)
    for number in range(share(small=120, whole=GAMES)):
        for chance, has_bust in draws(TABLES[number % len(TABLES)], f"calibration{number}"):
            bucket = min(int(chance * BUCKETS), BUCKETS - 1)
            predicted[bucket] += chance
            came[bucket] += has_bust
            count[bucket] += 1
    full = [bucket for bucket in count if count[bucket] >= share(small=100, whole=MANY)]
    assert len(full) > 5
    for bucket in full:
        n, chance = count[bucket], predicted[bucket] / count[bucket]
        error = sqrt(chance * (1 - chance) / n)
        assert abs(came[bucket] / n - chance) < max(POINT, 4 * error), (bucket, n, chance, came[bucket] / n)


def draws(bots, seed):
    """The chance to bust of every card that was drawn by choice in a game, and whether it did."""
    dealer, dice = FairDealer(seed.encode()), Random(seed)
    minds = [registry.find("push", bot) for bot in bots]
    state = push.start(make_setup(push, len(bots), {}), dealer)
    while waiting := push.waiting(state):
        seat = waiting[0]
        view, choices = push.view(state, seat), push.choices(state, seat)
        move = minds[seat](view, choices, dice)
        state, events = push.play(state, seat, move, dealer)
        if move.do == "draw":
            yield odds(view, choices)["bust"], len(events) > 1 and events[1].name == "bust"
