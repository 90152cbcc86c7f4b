"""R9: the best assignment of wilds, counted and explained; R10: the number cards it can leave out."""

import random
from itertools import combinations

import pytest

from games.rules.push.scoring import Run, Scoring, explain, score
from tests.rules.push.scoring_oracles import is_number_card, random_hand, try_every_assignment, unused_number_cards

RULEBOOK = [
    *["b2", "b3", "*4", "b5", "b6", "b7"],
    *["g1", "g2", "g3", "g4", "g5", "g6", "g#", "g8", "g9"],
    *["p3", "p4", "p5", "p6", "p#"],
    *["o1", "o2", "o3", "o6"],
]
ALL_BLUE = [f"b{n}" for n in range(1, 10)]
ALL_NUMBERED = [f"*{n}" for n in range(1, 10)]
NO_RUN = {color: Run(color, 0, (), 0) for color in "bgop"}


def only(color: str, run: Run, left_out: tuple[str, ...] = ()) -> Scoring:
    """A scoring with a run in only one color."""
    return Scoring(run.points, tuple((NO_RUN | {color: run}).values()), left_out)


def test_r9_the_rulebooks_example_scores_24():
    # 6 for blue, a whole row of nine for green, 5 for pink, 3 for orange
    assert [run.points for run in explain(RULEBOOK).runs] == [6, 10, 3, 5]
    assert score(RULEBOOK) == 24


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ([], 0),
        (["b5"], 1),
        (["*5"], 1),
        (["o#"], 1),
        (["*#"], 1),
        (["b4", "b4", "b4"], 1),  # duplicates don't help
        (["b1", "b2", "b4", "b5", "b6"], 3),  # only the longest run of a color counts
        (["b1", "b3", "b5", "b7", "b9"], 1),
        (["b1", "g1", "o1", "p1"], 4),
        (["b8", "b9", "b1", "b2"], 2),  # 9 and 1 aren't neighbors
        (ALL_BLUE[:8], 8),
        (ALL_BLUE, 10),  # nine in a row count ten
        ([*ALL_BLUE, "b#", "*3", "*#"], 12),
        ([*ALL_BLUE[:4], *ALL_BLUE[5:], "b#"], 10),
        ([*ALL_BLUE[:4], *ALL_BLUE[5:], "g#"], 5),  # a color wild keeps its color
        ([*ALL_BLUE[:4], *ALL_BLUE[5:], "*6"], 5),  # a numbered wild keeps its number
        ([*ALL_BLUE[:4], *ALL_BLUE[5:], "*5"], 10),
        (["b#"] * 9, 10),
        (["b#"] * 12, 10),
        (["*#"] * 36, 40),
        (["*#"] * 40, 40),
        (ALL_NUMBERED, 10),
        ([*ALL_NUMBERED * 4], 40),
        (["*5"] * 4, 4),
        (["*5"] * 7, 4),
        (["b4", "b6", "g4", "g6", "*5"], 4),  # only one color gets the wild
        (["b4", "b6", "g4", "g6", "*5", "*5"], 6),
        (["b4", "b6", "g4", "g6", "o4", "o6", "p4", "p6", "*5", "*5", "*5"], 10),
        (["b4", "b5", "b7", "b8", "b9", "g5", "g7", "*6"], 7),  # not greedy: the six joins the longer blue runs
        (["b1", "b2", "b3", "*4", "g3", "g5", "g6", "b#"], 8),  # the four goes to green, as blue has a wild of its own
    ],
)
def test_r9_hands_score_the_best_possible_total(cards, points):
    assert score(cards) == points
    assert explain(cards).points == points
    assert explain(cards, spare=True).points == points


def test_r9_each_color_scores_its_own_number_cards():
    for color in "bgop":
        assert explain([f"{color}7", f"{color}6"]) == only(color, Run(color, 6, (f"{color}6", f"{color}7"), 2))


def test_r9_a_run_of_nine_is_worth_ten_and_duplicates_are_left_out():
    assert explain(["b3", *ALL_BLUE]) == only("b", Run("b", 1, tuple(ALL_BLUE), 10), ("b3",))


def test_r9_no_more_wilds_are_used_than_needed():
    assert explain([*ALL_BLUE, "b#", "b#"]) == only("b", Run("b", 1, tuple(ALL_BLUE), 10), ("b#", "b#"))
    assert explain(["b1", "b3", "b4", "*2", "b#"]) == only("b", Run("b", 1, ("b1", "*2", "b3", "b4", "b#"), 5))


def test_r9_wilds_only_replace_missing_number_cards():
    scoring = explain(["b1", "b3", "*1", "*2", "*3", "g1", "o1", "p1", "g3", "o3", "p3"])
    assert scoring.points == 6
    assert scoring.runs[0] == Run("b", 1, ("b1", "*2", "b3"), 3)
    assert scoring.left_out == ("g3", "o3", "p3", "*1", "*3")


def test_r9_color_wilds_fill_gaps_before_full_wilds():
    scoring = explain(["o2", "o4", "o6", "o#", "*#"])
    assert scoring == only("o", Run("o", 2, ("o2", "o#", "o4", "*#", "o6"), 5))


def test_r9_equal_runs_are_decided_by_fewer_wilds_then_lower_numbers():
    assert explain(["p1", "p5"]) == only("p", Run("p", 1, ("p1",), 1), ("p5",))
    assert explain(["p1", "p3", "p4", "p7", "p8", "p#"]).runs[3] == Run("p", 1, ("p1", "p#", "p3", "p4"), 4)
    assert explain(["p2", "p4", "p7", "p8", "p#"]).runs[3] == Run("p", 2, ("p2", "p#", "p4"), 3)
    assert explain(["*5", "p5", "p7", "p8"]) == Scoring(
        3,
        (Run("b", 5, ("*5",), 1), NO_RUN["g"], NO_RUN["o"], Run("p", 7, ("p7", "p8"), 2)),
        ("p5",),
    )


def test_r9_cards_left_out_are_in_canonical_order():
    hand = ["*#", "p#", "b#", "*9", "*1", "p1", "o9", "g1", "b9", "b1"]
    doubled = explain([*hand, *ALL_BLUE, *ALL_BLUE, *[f"{c}{n}" for c in "gop" for n in range(1, 10)]])
    assert doubled.points == 40
    order = ["b1", *["b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8"], "b9", "b9"]
    assert doubled.left_out == (*order, "g1", "o9", "p1", "*1", "*9", "b#", "p#", "*#")


def test_r10_as_many_number_cards_as_possible_are_left_out():
    assert unused_number_cards([]) == 0
    assert unused_number_cards(["*7", "o#", "*#"]) == 0  # wilds aren't number cards
    assert unused_number_cards(["b1", "b1", "b5", "b5", "p9"]) == 3
    # three points: the seven is used in another color, or joined to the five by the color wild
    assert unused_number_cards(["b1", "b1", "b5", "b#", "*7"]) == 2
    # the wild can replace any of the twos
    assert unused_number_cards(["b1", "b2", "b3", "g1", "g2", "o2", "p2", "p3", "*2"]) == 1


def test_r10_a_wild_may_replace_an_owned_number_card():
    hand = ["b1", "b2", "b3", "b#", *ALL_BLUE[3:]]
    assert explain(hand) == only("b", Run("b", 1, tuple(ALL_BLUE), 10), ("b#",))
    assert explain(hand, spare=True) == only("b", Run("b", 1, ("b#", *ALL_BLUE[1:]), 10), ("b1",))
    assert unused_number_cards(hand) == 1


def test_r10_numbered_wilds_may_replace_number_cards():
    hand = [*ALL_BLUE, "*3", *[f"{c}{n}" for c in "gop" for n in range(1, 10)]]
    assert score(hand) == 40
    assert explain(hand).left_out == ("*3",)
    spared = explain(hand, spare=True)
    assert len(spared.left_out) == 1
    assert spared.left_out[0][1] == "3"
    assert spared.left_out[0] != "*3"
    assert unused_number_cards(hand) == 1
    assert unused_number_cards([*hand, *["*3"] * 3]) == 4
    assert unused_number_cards([*hand, *["*3"] * 4]) == 4


def test_r10_gaps_are_filled_before_number_cards_are_spared():
    hand = ["g1", "g3", "g4", "g6", "g#", "g#", "*#"]
    spared = explain(hand, spare=True)
    assert spared.points == 7
    assert unused_number_cards(hand) == 0
    spared = explain([*ALL_BLUE[:4], *ALL_BLUE[5:8], "b#", "b#", "b#"], spare=True)
    assert spared == only("b", Run("b", 1, ("b#", "b2", "b3", "b4", "b#", "b6", "b7", "b8", "b#"), 10), ("b1",))


def test_r9_explanations_are_consistent(share):
    dice = random.Random("explained")
    for _ in range(share(small=150, proofs=4_000, whole=20_000)):
        hand = random_hand(dice, dice.randint(0, 30), 0) + random_hand(dice, wilds := dice.randint(0, 9), wilds)
        for spare in (False, True):
            check_explanation(hand, explain(hand, spare))
        assert explain(hand).points == score(hand)
        dice.shuffle(shuffled := list(hand))
        assert explain(shuffled) == explain(hand)


def check_explanation(hand: list[str], scoring: Scoring) -> None:
    """Check that each card is used once, and where it fits, and that the points are those of the runs."""
    used = [card for run in scoring.runs for card in run.cards]
    assert sorted([*used, *scoring.left_out]) == sorted(hand)
    assert [run.color for run in scoring.runs] == list("bgop")
    assert scoring.points == score(hand) == sum(run.points for run in scoring.runs)
    for run in scoring.runs:
        assert run.points == (10 if len(run.cards) == 9 else len(run.cards))
        assert (run.start == 0) == (not run.cards)
        for number, card in enumerate(run.cards, run.start):
            assert 1 <= number <= 9
            assert card[0] in ("*", run.color)
            assert card[1] in ("#", str(number))


def test_r9_no_wild_replaces_an_owned_number_card(share):
    dice = random.Random("few wilds")
    for _ in range(share(small=100, proofs=2_000, whole=5_000)):
        hand = random_hand(dice, 20, dice.randint(1, 6))
        for run in explain(hand).runs:
            for number, card in enumerate(run.cards, run.start):
                assert is_number_card(card) or f"{run.color}{number}" not in hand


def test_r9_removing_any_used_wild_costs_points(share):
    dice = random.Random("needed")
    for _ in range(share(small=100, proofs=2_000, whole=5_000)):
        hand = random_hand(dice, 20, dice.randint(1, 6))
        scoring = explain(hand)
        used = [card for run in scoring.runs for card in run.cards]
        assert score(used) == scoring.points
        for place, card in enumerate(used):
            if not is_number_card(card):
                assert score([*used[:place], *used[place + 1 :]]) < scoring.points


def test_r9_the_fewest_possible_wilds_are_used(share):
    dice = random.Random("fewest")
    for _ in range(share(small=80, proofs=1_500, whole=5_000)):
        hand = random_hand(dice, dice.randint(8, 22), dice.randint(2, 5))
        number_cards = [card for card in hand if is_number_card(card)]
        wilds = [card for card in hand if not is_number_card(card)]
        scoring = explain(hand)
        used = sum(not is_number_card(card) for run in scoring.runs for card in run.cards)
        assert used == min(
            size
            for size in range(len(wilds) + 1)
            for some in combinations(wilds, size)
            if score([*number_cards, *some]) == scoring.points
        )


def test_r10_scoring_agrees_with_trying_every_assignment(share):
    dice = random.Random("a few")
    for _ in range(share(small=80, proofs=1_500, whole=5_000)):
        hand = random_hand(dice, dice.randint(8, 24), dice.randint(1, 4))
        assert (score(hand), unused_number_cards(hand)) == try_every_assignment(hand), hand
