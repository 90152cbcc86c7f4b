"""R9, R10: scoring agrees with trying every assignment, and with another algorithm."""

import random

import pytest

from games.rules.push.scoring import explain, score
from tests.call_counts import count_calls
from tests.rules.push.scoring_oracles import (
    random_hand,
    try_every_assignment,
    try_every_choice_of_runs,
    unused_number_cards,
)

pytestmark = [pytest.mark.volume, pytest.mark.timeout(3_600)]

MOST_CALLS = {score: 200, explain: 20_000}  # a hand needs up to 81 and 5,880


def test_r9_scoring_agrees_with_trying_every_assignment_of_up_to_five_wilds(share):
    dice = random.Random("every assignment")
    for _ in range(share(small=60, proofs=10_000, whole=100_000)):
        wilds = dice.randint(0, 5)
        hand = random_hand(dice, dice.randint(wilds, 28), wilds)
        assert (score(hand), unused_number_cards(hand)) == try_every_assignment(hand), hand


def test_r9_scoring_agrees_with_another_algorithm_for_more_wilds(share):
    dice = random.Random("every choice of runs")
    for _ in range(share(small=8, proofs=1_000, whole=20_000)):
        wilds = dice.randint(4, 18)
        hand = random_hand(dice, dice.randint(wilds, 40), wilds)
        assert (score(hand), unused_number_cards(hand)) == try_every_choice_of_runs(hand), hand


def test_r9_scoring_agrees_for_more_copies_of_wilds_than_any_deck_has(share):
    dice = random.Random("any multiset")
    wilds = ["*2", "*3", "*4", "*5", "*#", "b#", "p#"]
    for _ in range(share(small=20, proofs=1_000, whole=5_000)):
        hand = random_hand(dice, dice.randint(0, 20), 0) + dice.choices(wilds, k=dice.randint(0, 9))
        assert (score(hand), unused_number_cards(hand)) == try_every_choice_of_runs(hand), hand


def test_r9_the_two_oracles_agree(share):
    dice = random.Random("oracles")
    for _ in range(share(small=10, proofs=500, whole=2_000)):
        hand = random_hand(dice, 14, dice.randint(0, 4))
        assert try_every_assignment(hand) == try_every_choice_of_runs(hand), hand


def test_nine_wilds_are_scored_with_few_calls():
    dice = random.Random("speed")
    for _ in range(40):
        hand = random_hand(dice, 25, 9)
        assert explain(hand).points == score(hand)
        assert all(count_calls(function, hand) < most for function, most in MOST_CALLS.items())
