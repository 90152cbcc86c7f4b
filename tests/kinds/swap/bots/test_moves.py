"""Positions with an obvious move, and whole games of bots."""

import json
import random
from collections import Counter

import pytest

from games.kinds.swap.bots import BOTS
from games.rules import swap
from games.rules.base import make_setup
from games.rules.swap.cards import BLOCKERS, CARDS, VALUE
from games.rules.swap.state import Turn
from tests.rules.swap.table import hands, lay, play

LEVELS = list(BOTS)
every_level = pytest.mark.parametrize("level", LEVELS)


def choose(level, state, seed=0):
    """Return the name of the bot's move."""
    (seat,) = swap.waiting(state)
    return BOTS[level](swap.view(state, seat), swap.choices(state, seat), random.Random(seed)).do


def list_choices(level, state, times=12):
    """List every move that the bot makes there, with various dice."""
    return {choose(level, state, seed) for seed in range(times)}


def test_there_are_three_levels():
    assert LEVELS == ["easy", "steady", "sharp"]


@every_level
@pytest.mark.parametrize("card", ["7", "8", "9", "10"])
def test_holds_a_high_card(level, card):
    assert list_choices(level, lay(f"{card} 2 5 3")) == {"hold"}
    assert list_choices(level, play(lay(f"1 2 5 {card}", deck="1 2 3 4 5"), "hold hold hold")) == {"hold"}


@every_level
@pytest.mark.parametrize("card", ["W", "0000", "000"])
def test_swaps_a_very_low_card(level, card):
    assert list_choices(level, lay(f"{card} 2 5 3")) == {"swap"}
    assert list_choices(level, play(lay(f"1 2 5 {card}", deck="1 2 3 4 5"), "hold hold hold")) == {"swap"}


@every_level
@pytest.mark.parametrize("blocker", ["6", "8", "9", "10"])
def test_does_not_swap_with_a_blocker_that_is_face_up(level, blocker):
    """The Bunny before it is face up too, so the bot can see where a swap would end."""
    state = lay(f"00 7 {blocker} 3", up=(1, 2))
    assert list_choices(level, state) == {"hold"}


@every_level
def test_does_not_swap_for_a_card_that_it_knows_to_be_lower(level):
    """The dealer's Bunny is face up. After it comes the first seat, which got this seat's Lion for a Stone."""
    state = lay(
        "0 1 3 0000 7", up=(4,), turns=(Turn("swapped", 3, 0, 3), Turn("held"), Turn("held")), holds=(3, 1, 2, 0, 4)
    )
    assert swap.view(state, 3)["known"] == ("0000", None, None, "0", "7")
    assert list_choices(level, state) == {"hold"}


@every_level
@pytest.mark.parametrize("card", BLOCKERS[:4])
def test_blocks_when_it_can(level, card):
    state = play(lay(f"0 {card} 5 3 2", blocking="ask"), "swap")
    assert list_choices(level, state) == {"block"}


@every_level
def test_accepts_when_it_cannot_block(level):
    assert list_choices(level, play(lay("0 5 5 3", blocking="ask"), "swap")) == {"accept"}


def test_steady_sometimes_holds_and_sometimes_swaps_a_four():
    assert list_choices("steady", lay("4 2 5 3")) == {"hold", "swap"}
    assert list_choices("steady", lay("5 2 5 3")) == {"hold"}
    assert list_choices("steady", lay("3 2 5 3")) == {"swap"}


def test_easy_holds_only_cards_above_six():
    assert list_choices("easy", lay("6 2 5 3")) == {"swap"}
    assert list_choices("easy", lay("7 2 5 3")) == {"hold"}


@pytest.mark.parametrize("level", ["steady", "sharp"])
def test_better_bots_hold_a_six(level):
    assert list_choices(level, lay("6 2 5 3")) == {"hold"}


def test_sharp_knows_that_the_card_it_gave_is_lower():
    """It got a Stone for an Orc, so whoever is left with the Orc loses."""
    state = play(lay("0 00 5 3", deck="1 2 3 4 5"), "swap")
    assert hands(state) == "00 0 5 3"
    assert list_choices("sharp", state) == {"hold"}
    assert list_choices("steady", state) == {"swap"}


def test_sharp_remembers_as_dealer_what_it_gave():
    """Only if it got a Stone for its Orc does it know that another player has a lower card."""
    with_orc = play(lay("3 2 00 0", deck="5 4 3 2 1"), "hold hold swap")
    assert hands(with_orc) == "3 2 0 00"
    assert list_choices("sharp", with_orc) == {"swap"}
    with_stone = play(lay("3 2 0 00", deck="5 4 3 2 1"), "hold hold swap")
    assert hands(with_stone) == "3 2 00 0"
    assert list_choices("sharp", with_stone) == {"hold"}
    assert list_choices("steady", with_stone) == {"swap"}


def dealer_to_move(cards, deck, shown):
    """Lay out a hand in which all others have held."""
    return lay(cards, deck=deck, shown=shown, turns=(Turn("held"),) * (len(cards.split()) - 1))


def test_sharp_counts_cards_that_were_shown():
    """The others held. Once all high cards have been shown, the deck has nothing better than the dealer's 2."""
    hands_and_deck = ["3", "3", "3", "2", "1", "0", "00", "0", "00"]
    others = list((Counter(CARDS) - Counter(hands_and_deck)).elements())
    low = [card for card in others if VALUE[card] < 3]
    high = [card for card in others if VALUE[card] >= 3]
    assert list_choices("sharp", dealer_to_move("3 3 3 2", "1 0 00 0 00", " ".join(high))) == {"hold"}
    assert list_choices("sharp", dealer_to_move("3 3 3 2", "1 0 00 0 00", " ".join(low))) == {"swap"}


def test_sharp_counts_on_the_cards_set_aside_when_the_deck_is_empty():
    """Every card outside the hands has been shown, and the dealer has a Wildcat."""
    shown = " ".join((Counter(CARDS) - Counter(["3", "3", "3", "W"])).elements())
    state = dealer_to_move("3 3 3 W", "", shown)
    assert state.unshown == state.deck == ()
    assert list_choices("sharp", state) == {"swap"}


@every_level
@pytest.mark.parametrize("seats", swap.SEATS)
def test_plays_with_every_option_and_number_of_seats(level, seats):
    for number, blocking in enumerate(("auto", "ask")):
        for carry_on in (True, False):
            setup = make_setup(swap, seats, {"blocking": blocking, "carry_on": carry_on})
            assert swap.result(play_game(setup, [level] * seats, number, most_moves=12)) is None or seats < 5


def play_game(setup, levels, seed, most_moves=None):
    """Play a game of these bots, and return its end or the state after `most_moves`."""
    dealer, dice = RandomDealer(seed), random.Random(seed)
    state, moves = swap.start(setup, dealer), 0
    while (waiting := swap.waiting(state)) and moves != most_moves:
        view, choices = swap.view(state, waiting[0]), swap.choices(state, waiting[0])
        move = BOTS[levels[waiting[0]]](view, choices, dice)
        state, _ = swap.play(state, waiting[0], move, dealer)
        moves += 1
    return state


class RandomDealer:
    """A dealer with its own dice."""

    def __init__(self, seed):
        self.dice = random.Random(f"deal {seed}")

    def below(self, label, n):
        return self.dice.randrange(n)

    def shuffle(self, label, cards):
        return tuple(self.dice.sample(cards, len(cards)))


@every_level
def test_the_same_view_and_dice_give_the_same_move(level):
    state = play(lay("3 2 5 4 6"), "hold")
    view, choices = swap.view(state, 1), swap.choices(state, 1)
    for seed in range(5):
        move = BOTS[level](view, choices, random.Random(seed))
        assert BOTS[level](json.loads(json.dumps(view)), choices, random.Random(seed)) == move
    assert view == swap.view(state, 1)


@pytest.mark.parametrize(
    ("strong", "weak", "games", "least"),
    [
        ("steady", "easy", 300, 0.29),
        pytest.param("steady", "easy", 5_000, 0.31, marks=pytest.mark.proof("luck")),
        pytest.param("sharp", "steady", 2_000, 0.27, marks=pytest.mark.proof("luck")),
    ],
)
def test_the_stronger_bot_wins_more_than_its_share(strong, weak, games, least):
    """It plays three weaker ones, so its share would be a quarter."""
    wins = 0
    for number in range(games):
        levels = [weak] * 4
        levels[number % 4] = strong
        state = play_game(make_setup(swap, 4, {}), levels, number)
        wins += swap.result(state).places[number % 4] == 1
    assert wins / games > least
