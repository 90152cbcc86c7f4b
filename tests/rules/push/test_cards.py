"""The cards: decks, order, types and values."""

from collections import Counter

import pytest

from games.rules.push.cards import CODES, COINS, DECKS, FACE, IN_ALL_COLORS, RANK, WILDS, in_order, make_deck

LOW = [color + number for color in "bgop" for number in "123"]
MIDDLE = [color + number for color in "bgop" for number in "456"]
HIGH = [color + number for color in "bgop" for number in "789"]


@pytest.mark.parametrize(("players", "size"), [(1, 91), (2, 91), (3, 108), (4, 129), (5, 129)])
def test_decks_have_the_right_size(players, size):
    assert len(DECKS[players]) == size


def test_there_are_decks_for_one_to_five_players():
    assert list(DECKS) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("players", "low", "middle", "colored", "small", "large"),
    [(1, 2, 2, 1, 3, 4), (2, 2, 2, 1, 3, 4), (3, 3, 2, 1, 4, 5), (4, 3, 3, 2, 5, 6), (5, 3, 3, 2, 5, 6)],
)
def test_each_card_has_the_right_number_of_copies(players, low, middle, colored, small, large):
    copies = dict.fromkeys(LOW, low) | dict.fromkeys(MIDDLE, middle) | dict.fromkeys(HIGH, 1)
    copies |= {f"*{number}": 1 for number in range(1, 10)} | {"*#": 1}
    copies |= dict.fromkeys(["b#", "g#", "o#", "p#"], colored)
    copies |= dict.fromkeys(["$1", "$2", "$3"], small) | dict.fromkeys(["$4", "$5"], large)
    assert Counter(DECKS[players]) == copies
    assert make_deck(players) == DECKS[players]


def test_cards_have_a_canonical_order():
    numbers = [color + str(number) for color in "bgop" for number in range(1, 10)]
    wilds = ["*1", "*2", "*3", "*4", "*5", "*6", "*7", "*8", "*9", "b#", "g#", "o#", "p#", "*#"]
    assert list(CODES) == [*numbers, *wilds, "$1", "$2", "$3", "$4", "$5"]
    assert [RANK[card] for card in CODES] == list(range(55))
    assert all(list(deck) == sorted(deck, key=CODES.index) for deck in DECKS.values())
    assert in_order(("$1", "*#", "p1", "*2", "b9", "b2", "*#")) == ("b2", "b9", "p1", "*2", "*#", "*#", "$1")


def test_cards_have_the_right_types_and_values():
    assert FACE["b1"] == 1
    assert FACE["p9"] == 9
    assert COINS == {"$1": 1, "$2": 2, "$3": 3, "$4": 4, "$5": 5}
    assert {"*9", "p#", "*#"} <= WILDS
    assert len(WILDS) == 14
    assert set(CODES) == FACE.keys() | COINS.keys() | WILDS
    assert IN_ALL_COLORS["*4"] == ("b4", "g4", "o4", "p4")
    assert len(IN_ALL_COLORS) == 9
