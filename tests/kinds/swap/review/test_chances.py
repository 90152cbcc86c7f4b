"""The odds in a review of swap match counting every arrangement of unseen cards."""

import random
from collections import Counter

import pytest

from games.kinds.swap.odds import compute_odds
from games.kinds.swap.review.decisions import chances_of_loss
from games.kinds.swap.review.knowledge import read_view
from games.rules import swap
from games.rules.swap.cards import CARDS, VALUE
from tests.kinds.seeds import seeds
from tests.kinds.swap.review.worlds import choices, count_losses, lay_world, play_moves
from tests.rules.swap.table import lay

EXACT = 1e-12
SEATS = 4


def draw_pool(dice, blockers):
    """Draw eight cards that may be anywhere; all others have been shown."""
    high = [card for card in CARDS if card in ("10", "9", "8", "7", "6")]
    low = [card for card in CARDS if card not in high]
    return Counter(dice.sample(high, blockers) + dice.sample(low, 8 - blockers))


def play_hand(dice, blocking, tokens):
    """Play a hand up to some decision; return the pool, the moves so far, the state and the fields."""
    pool = draw_pool(dice, dice.choice([1, 2, 4, 6]))
    cards = dice.sample(list(pool.elements()), SEATS + 1)
    fields = {"blocking": blocking, "tokens": tokens, "carry_on": True}
    state = lay_world(tuple(cards), pool, **fields)
    words = []
    for _ in range(dice.randrange(0, 2 * SEATS)):
        (seat,) = swap.waiting(state)
        following = play_moves(state, [word := dice.choice([*choices(state, seat), "swap", "accept"])])
        if following is None:
            continue
        if following.hand != state.hand or following.end:
            break
        state, words = following, [*words, word]
    return pool, words, state, fields


@pytest.mark.parametrize("seed", seeds(6, 40))
@pytest.mark.parametrize("blocking", ["auto", "ask"])
def test_chances_match_counting_all_worlds_that_fit_the_view(seed, blocking):
    dice = random.Random(f"{seed} {blocking}")
    tokens = dice.choice([(3, 3, 3, 3), (1, 1, 1, 1), (1, 2, 1, 2)])
    pool, words, state, fields = play_hand(dice, blocking, tokens)
    (seat,) = swap.waiting(state)
    found = chances_of_loss(read_view(swap.view(state, seat)), swap.choices(state, seat))
    expected = count_losses(pool, words, state, **fields)
    assert found.keys() == expected.keys()
    for do, chance in found.items():
        assert chance.lost == pytest.approx(expected[do], abs=EXACT, rel=0), (do, words)


CASES = [  # cards of the seats and the top of the deck, moves so far, tokens, blocking: rare in random hands
    ("2 0 0 0 4", ["hold"], (1, 1, 1, 1), "auto"),  # all may have the same card (R36)
    ("0000 W 0000 0000 4", [], (1, 1, 1, 1), "auto"),
    ("W 0000 0000 0000 3", [], (1, 1, 1, 1), "auto"),
    ("W W 3 4 0000", ["swap"], (3, 3, 3, 3), "auto"),  # two Wildcats (R35)
    ("3 7 7 7 2", [], (3, 3, 3, 3), "auto"),  # passed on by every seat, and back (R32)
    ("3 7 7 4 8", [], (3, 3, 3, 3), "auto"),
    ("2 4 5 7 1", ["hold", "hold"], (3, 3, 3, 3), "auto"),  # the dealer's Bunny passes the swap on to the first seat
    ("1 2 3 8 4", ["swap", "swap"], (1, 3, 2, 1), "auto"),  # the Skunk may send a card back
    ("1 2 3 8 4", ["swap", "swap", "swap"], (2, 3, 1, 1), "auto"),
    ("1 2 8 3 4", ["swap", "accept", "swap"], (1, 1, 2, 1), "ask"),  # blocking costs two players a token
    ("1 2 9 3 4", ["hold", "swap"], (3, 1, 2, 1), "ask"),  # the player blocked by the Wolf is out, and so is a card
    ("8 4 2 7 1", ["swap", "accept", "hold", "swap", "block"], (2, 2, 2, 2), "ask"),
]


@pytest.mark.parametrize(("cards", "words", "tokens", "blocking"), CASES)
def test_chances_match_counting_in_special_cases(cards, words, tokens, blocking):
    world = tuple(cards.split())
    loose = Counter(world) | Counter(["0000", "W", "9"])
    fields = {"blocking": blocking, "tokens": tokens}
    state = play_moves(lay_world(world, loose, **fields), words)
    (seat,) = swap.waiting(state)
    found = chances_of_loss(read_view(swap.view(state, seat)), swap.choices(state, seat))
    expected = count_losses(loose, words, state, **fields)
    assert {do: chance.lost for do, chance in found.items()} == pytest.approx(expected, abs=EXACT, rel=0)


def test_a_dealer_draws_from_the_cards_set_aside_when_the_deck_is_empty():
    shown = "10 10 W 3 3"
    state = play_moves(lay("5 5 4 2", shown=shown, blocking="auto"), ["hold", "hold", "hold"])
    unseen = Counter(CARDS) - Counter([*shown.split(), "2"])
    total = lost = 0
    others = list(unseen)
    for one in others:
        for two in others:
            for three in others:
                ways = unseen[one] * (unseen[two] - (two == one)) * (unseen[three] - (three == one) - (three == two))
                if ways <= 0:
                    continue
                rest = unseen - Counter([one, two, three]) + Counter(shown.split())
                least = min(map(VALUE.__getitem__, (one, two, three)))
                for card, count in rest.items():
                    value = VALUE[card]
                    both = card == "W" and "W" in (one, two, three)
                    lost += ways * count * (value <= least and not both)
                total += ways * rest.total()
    found = chances_of_loss(read_view(swap.view(state, 3)), swap.choices(state, 3))["swap"].lost
    assert found == pytest.approx(lost / total, abs=EXACT, rel=0)


def test_each_seat_gets_its_own_odds_and_the_public_none():
    state = play_moves(lay_world(("3", "4", "5", "2", "1"), Counter(["3", "4", "5", "2", "1", "0"])), [])
    assert compute_odds(swap.view(state, None), {}) == {}
    shown = [compute_odds(swap.view(state, seat), swap.choices(state, seat)) for seat in range(SEATS)]
    assert [list(one["by"]) for one in shown] == [["hold", "swap"], [], [], []]
    assert shown[0]["now"] == shown[0]["by"]["hold"]["lost"]
    assert shown[2]["now"] == 0  # it has the highest card that wasn't shown
