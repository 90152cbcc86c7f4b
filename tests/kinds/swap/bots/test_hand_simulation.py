"""The simulation of a hand agrees with the rules."""

import random
from collections import Counter

import pytest

from games.kinds.swap.bots.card_guesses import follow_cards, guess_cards, read_view
from games.kinds.swap.bots.card_values import AVERAGE
from games.kinds.swap.bots.hand_simulation import WORTH, play_out, winning_chance
from games.rules import swap
from games.rules.base import make_setup
from games.rules.swap.cards import CARDS, VALUE
from games.rules.swap.state import card_of
from tests.kinds.swap.bots.test_moves import RandomDealer
from tests.rules.swap.table import lay, play


def know_everything(state, seat):
    """Return what the seat would know if it saw every card."""
    table = read_view(swap.view(state, seat))
    worth = [WORTH.get(state.dealt[dealt_to], 0) for dealt_to in state.order]
    known = table.known
    known.worth, known.draw = worth, WORTH[state.deck[0]]
    return known


def finish(state, do, dealer):
    """Play the hand to its end by the rules: the others swap cards below the average, and block."""
    hand = state.hand
    while state.hand == hand and (waiting := swap.waiting(state)):
        seat = waiting[0]
        if do is None:
            choices = swap.choices(state, seat)
            swaps = VALUE[card_of(state, seat)] < AVERAGE
            do = ("swap" if swaps else "hold") if "hold" in choices else "block" if "block" in choices else "accept"
        state, _ = swap.play(state, seat, swap.MOVES[do](), dealer)
        do = None
    return state


@pytest.mark.parametrize("blocking", ["auto", "ask"])
def test_a_simulated_hand_ends_as_by_the_rules(blocking, share):
    checked, games = Counter(), share(small=9, proofs=27, whole=270)
    for number in range(games):
        dealer, dice = RandomDealer(f"{blocking} {number}"), random.Random(number)
        state = swap.start(make_setup(swap, 4 + number % 9, {"blocking": blocking}), dealer)
        while waiting := swap.waiting(state):
            seat, order = waiting[0], state.order
            choices = [do for do in swap.choices(state, seat) if do != "resign"]
            for do in choices if state.deck else ():
                after = finish(state, do, dealer)
                others = [other for other in range(state.setup.seats) if other not in order and after.tokens[other]]
                tokens = play_out(know_everything(state, seat), do)
                assert tokens == [*(after.tokens[other] for other in order), *(1 for _ in others)]
                checked[do] += 1
            state, _ = swap.play(state, seat, swap.MOVES[dice.choice(choices)](), dealer)
    assert min(checked.values()) > games


def test_a_player_with_more_tokens_is_more_likely_to_win():
    assert winning_chance([3, 3, 3, 3], 0) == 0.25
    assert winning_chance([1, 2], 0) == 0.25
    assert winning_chance([0, 2], 0) == 0
    assert winning_chance([2, 0], 0) == 1


def test_guesses_never_contradict_known_cards():
    """Cards that were shown, turned up, given or received aren't guessed, and no card is guessed too often."""
    state = play(lay("0 2 5 6 3 4", shown="10 10 10 9 9 9 W W W", deck="1 2 3"), "swap hold swap")
    table = read_view(swap.view(state, 1))
    counts = Counter(WORTH[card] for card in CARDS)
    dice = random.Random(4)
    for _ in range(50):
        guess = guess_cards(table, dice)
        assert guess.worth[0] == 0
        assert guess.worth[1] == 2
        assert guess.worth[3] == 6
        assert not {10, 9, WORTH["W"]} & {*guess.worth, guess.draw}
        assert not Counter([*guess.worth, guess.draw]) - counts


def test_guesses_fit_the_moves_so_far():
    """A player who held likely has a high card, and one who was blocked a low one. A card got by a swap can't block."""
    state = play(lay("5 2 6 1 3 4 4", deck="1 2 3"), "hold swap hold swap")
    places = {seat: place for place, seat in enumerate(state.order)}
    _, _, fits = follow_cards(swap.view(state, 6), places)
    assert fits == [[(4, 10, 0.15)], [(-4, 3, 0.15)], [(4, 10, 0.15)], [(-4, 3, 0.15)], [(-4, 5, 0.0)], [], []]
    table = read_view(swap.view(state, 6))
    dice = random.Random(4)
    guesses = [guess_cards(table, dice).worth for _ in range(300)]
    means = [sum(worth[card] for worth in guesses) / 300 for card in range(7)]
    assert means[0] > 5
    assert means[1] < 1.5
    assert max(worth[4] for worth in guesses) == 5
    assert means[6] == 4


def test_a_card_sent_back_is_where_it_was_before():
    state = play(lay("0 1 2 8 4 5", deck="1 2 3"), "swap swap swap")
    places = {seat: place for place, seat in enumerate(state.order)}
    now, carried, fits = follow_cards(swap.view(state, 5), places)
    assert now == [0, 1, 2, 3, 4, 5]
    assert carried == []
    assert fits[0] == [(-4, 3, 0.15)] * 3
