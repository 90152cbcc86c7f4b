"""R9, R10: the best assignment is the best: against every assignment, and against another algorithm."""

import random
import time

import pytest

from games.rules.push.scoring import explain, score, unused_number_cards
from tests.rules.push.scoring_oracles import random_hand, try_every_assignment, try_every_choice_of_runs

pytestmark = [pytest.mark.volume, pytest.mark.timeout(3_600)]


def test_r9_against_every_assignment_of_up_to_five_wilds(share):
    dice = random.Random("every assignment")
    for _ in range(share(small=300, whole=100_000)):
        wilds = dice.randint(0, 5)
        hand = random_hand(dice, dice.randint(wilds, 28), wilds)
        assert (score(hand), unused_number_cards(hand)) == try_every_assignment(hand), hand


def test_r9_against_another_algorithm_with_more_wilds(share):
    dice = random.Random("every choice of runs")
    for _ in range(share(small=80, whole=20_000)):
        wilds = dice.randint(4, 18)
        hand = random_hand(dice, dice.randint(wilds, 40), wilds)
        assert (score(hand), unused_number_cards(hand)) == try_every_choice_of_runs(hand), hand


def test_r9_copies_of_wilds_that_no_deck_has(share):
    dice = random.Random("any multiset")
    wilds = ["*2", "*3", "*4", "*5", "*#", "b#", "p#"]
    for _ in range(share(small=100, whole=5_000)):
        hand = random_hand(dice, dice.randint(0, 20), 0) + dice.choices(wilds, k=dice.randint(0, 9))
        assert (score(hand), unused_number_cards(hand)) == try_every_choice_of_runs(hand), hand


def test_r9_the_two_oracles_agree(share):
    dice = random.Random("oracles")
    for _ in range(share(small=50, whole=2_000)):
        hand = random_hand(dice, 14, dice.randint(0, 4))
        assert try_every_assignment(hand) == try_every_choice_of_runs(hand), hand


def test_nine_wilds_are_scored_within_five_milliseconds():
    dice, times = random.Random("speed"), []
    for _ in range(300):
        hand = random_hand(dice, 25, 9)
        start = time.process_time()
        assert explain(hand).points == score(hand)
        times.append(time.process_time() - start)
    assert sorted(times)[len(times) * 9 // 10] < 0.005
