"""Shuffling (R37), and the deal of a record."""

import random
from collections import Counter

import pytest

from games.rules import swap
from games.rules.base import BadRecord, make_setup
from games.rules.dealers import FairDealer, NotedDealer, RecordedDealer
from games.rules.swap.cards import CARDS, canonical
from tests.rules.swap.table import Stacked, hands, lay, play, play_with_events, public_events


def test_r37_all_cards_are_shuffled_for_each_hand_of_five():
    dealer = Stacked("2 2 2 2 2")
    state, events = play_with_events(lay("3 2 5 4 4", deck="1 1 1 1 1", shown="5"), "hold " * 5, dealer)
    assert dealer.calls == [("deck2", CARDS)]
    assert public_events(events)[-2:] == [("shuffled", 55), ("hand", 3, 0, (1, 2, 3, 4, 0))]
    assert hands(state) == "2 2 2 2 2"
    assert (len(state.deck), state.shown, state.unshown, state.shuffles) == (50, (), (), 2)


def test_r37_a_hand_of_four_is_dealt_from_what_is_left():
    dealer = Stacked()
    state, _ = play_with_events(lay("3 2 5 4", deck="9 8 7 6 10", shown="5"), "hold " * 4, dealer)
    assert dealer.calls == []
    assert hands(state) == "6 9 8 7"
    assert state.deck == ("10",)
    assert state.shown == ("5", "3", "2", "5", "4")


def test_r37_the_deck_is_carried_on_after_the_fifth_seat_goes_out():
    dealer = Stacked()
    state, _ = play_with_events(lay("3 2 5 4 4", deck="9 8 7 6", tokens=(3, 1, 3, 3, 3)), "hold " * 5, dealer)
    assert dealer.calls == []
    assert hands(state) == "6 - 9 8 7"


def test_r37_all_cards_are_shuffled_after_a_fifth_seat_comes_back():
    dealer = Stacked()
    play_with_events(lay("W W 5 4 -", dealer=3, deck="9 8 7 6"), "hold " * 4, dealer)
    assert dealer.calls == [("deck2", CARDS)]


def test_r37_without_carry_on_all_cards_are_shuffled_for_four_too():
    dealer = Stacked("2 2 2 2")
    state, _ = play_with_events(lay("3 2 5 4", deck="9 8 7 6", carry_on=False, shuffles=6), "hold " * 4, dealer)
    assert dealer.calls == [("deck7", CARDS)]
    assert hands(state) == "2 2 2 2"
    assert (len(state.deck), state.shown, state.unshown, state.shuffles) == (51, (), (), 7)


def test_r37_a_deck_that_runs_out_during_a_deal_is_reshuffled():
    """Two cards are left; the other two come from all cards set aside, face up or face down."""
    start = lay("3 2 5 4", deck="9 8", shown="5 10")
    dealer = Stacked("7 6")
    state, events = play_with_events(start, "hold " * 4, dealer)
    aside = canonical([*start.unshown, "5", "10", "3", "2", "5", "4"])
    assert dealer.calls == [("deck2", aside)]
    assert len(aside) == 53
    assert public_events(events)[-2:] == [("hand", 3, 0, (1, 2, 3, 0)), ("shuffled", 53)]
    assert hands(state) == "6 9 8 7"
    assert (state.shown, state.unshown, state.shuffles) == ((), (), 2)
    assert len(state.deck) == 51


def test_r37_an_empty_deck_is_reshuffled_before_a_deal():
    dealer = Stacked("7 6 9 8")
    state, _ = play_with_events(lay("3 2 5 4"), "hold " * 4, dealer)
    assert dealer.calls == [("deck2", CARDS)]
    assert hands(state) == "8 7 6 9"


def test_r37_a_deck_with_just_enough_cards_is_not_reshuffled():
    dealer = Stacked()
    state, _ = play_with_events(lay("3 2 5 4", deck="9 8 7 6"), "hold " * 4, dealer)
    assert dealer.calls == []
    assert state.deck == ()


def test_r37_an_empty_deck_is_reshuffled_for_the_dealers_draw():
    """The old card is set aside after the draw, so it isn't shuffled. The new deck is carried on."""
    start = lay("3 2 5 4", shown="10 9")
    dealer = Stacked("8 7 7 6 6")
    state, events = play_with_events(start, "hold hold hold swap", dealer)
    shuffled = canonical([*start.unshown, "10", "9"])
    assert dealer.calls == [("deck2", shuffled)]
    assert Counter(shuffled) == Counter(CARDS) - Counter(["3", "2", "5", "4"])
    assert public_events(events)[:3] == [
        ("shuffled", 51),
        ("drew", 3, None),
        ("shown", ((0, "3"), (1, "2"), (2, "5"), (3, "8"))),
    ]
    assert hands(state) == "6 7 7 6"
    assert state.unshown == ("4",)
    assert state.shown == ("3", "2", "5", "8")


def test_r37_the_first_hand_of_four_is_dealt_from_the_whole_deck():
    dealer = Stacked("7 6 9 8", first=3)
    state = swap.start(make_setup(swap, 4, {}), dealer)
    assert dealer.calls == [("dealer", 4), ("deck1", CARDS)]
    assert hands(state) == "7 6 9 8"
    assert state.dealer == 3
    assert (state.shown, state.unshown, state.shuffles) == ((), (), 1)


@pytest.mark.parametrize("carry_on", [True, False])
def test_r37_a_game_can_be_replayed_from_its_recorded_deal(carry_on):
    dealer = NotedDealer(FairDealer(b"many hands"))
    setup = make_setup(swap, 6, {"carry_on": carry_on})
    dice = random.Random(3)
    state, moves = swap.start(setup, dealer), []
    while waiting := swap.waiting(state):
        moves.append((waiting[0], swap.MOVES[dice.choice(["hold", "swap"])]()))
        state, _ = swap.play(state, *moves[-1], dealer)
    deal = swap.to_deal(dealer.drawn)
    assert list(deal) == ["dealer", "decks"]
    assert len(deal["decks"]) == state.shuffles > 1
    assert deal["decks"][0] == list(dealer.drawn["deck1"])
    assert swap.from_deal(deal, setup) == dealer.drawn
    again = swap.start(setup, RecordedDealer(swap.from_deal(deal, setup)))
    for seat, move in moves:
        again, _ = swap.play(again, seat, move, RecordedDealer(dealer.drawn))
    assert again == state


@pytest.mark.parametrize(
    ("deal", "what"),
    [
        ([], "object"),
        ({"dealer": 1}, "decks"),
        ({"dealer": 1, "decks": [], "first": 1}, "first"),
        ({"dealer": True, "decks": []}, "dealer"),
        ({"dealer": 1, "decks": [["10", 9]]}, "9"),
        ({"dealer": 1, "decks": "10"}, "10"),
    ],
)
def test_r37_a_malformed_deal_is_refused(deal, what):
    with pytest.raises(BadRecord) as caught:
        swap.from_deal(deal, make_setup(swap, 4, {}))
    assert caught.value.code == "deal.swap"
    assert what in caught.value.facts["what"]


@pytest.mark.parametrize(
    "deal", [{"dealer": 4, "decks": []}, {"dealer": 1, "decks": []}, {"dealer": 1, "decks": [["11"]]}]
)
def test_r37_an_impossible_deal_is_refused(deal):
    setup = make_setup(swap, 4, {})
    with pytest.raises(BadRecord):
        swap.start(setup, RecordedDealer(swap.from_deal(deal, setup)))


def test_records_in_progress_show_all_moves():
    state = lay("0 2 8 3")
    steps = []
    for word in ("swap", "hold"):
        move = swap.MOVES[word]()
        state, events = swap.play(state, swap.waiting(state)[0], move, Stacked())
        steps.append((0, move, events))
    assert swap.redact(steps, None) == [{"do": "swap"}, {"do": "hold"}]
    assert swap.redact(steps, 3) == swap.redact(steps, None)
    assert play(lay("0 2 8 3"), "swap hold") == state
