"""Dealing, turns, and answers to swaps: R30 and R31."""

import pytest

from games.rules import swap
from games.rules.base import Event, IllegalMove, Resign, make_setup
from games.rules.swap.cards import BLOCKERS, CARDS, COPIES, VALUE, canonical
from games.rules.swap.state import State, Turn
from tests.rules.swap.table import Stacked, hands, lay, play, play_with_events, public_events


def refused(state, seat, move):
    with pytest.raises(IllegalMove) as caught:
        swap.play(state, seat, move, Stacked())
    return caught.value.code, caught.value.facts


def test_there_are_55_cards_from_owl_to_wildcat():
    assert CARDS[:4] == ("10", "10", "10", "9")
    assert CARDS[-7:] == ("000", "0000", "0000", "0000", "W", "W", "W")
    assert [CARDS.count(card) for card in COPIES] == [3] * 5 + [5] * 5 + [3] * 5
    assert canonical(reversed(CARDS)) == CARDS
    worth = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -1, -2, -3, -3]
    assert list(VALUE.items()) == list(zip(COPIES, worth, strict=True))


def test_seats_options_and_moves():
    assert list(swap.SEATS) == [4, 5, 6, 7, 8, 9, 10, 11, 12]
    setup = make_setup(swap, 4, {})
    assert setup.options == {"blocking": "auto", "carry_on": True}
    blocking, carry_on = swap.OPTIONS
    assert [choice.value for choice in blocking.choices] == ["auto", "ask"]
    assert [choice.value for choice in carry_on.choices] == [True, False]
    assert list(swap.MOVES) == ["hold", "swap", "accept", "block", "resign"]
    assert all(move.do == do for do, move in swap.MOVES.items())


def test_the_first_dealer_is_drawn_by_lot_and_deals():
    """The dealer is drawn by lot, and has the last card and the last turn."""
    dealer = Stacked("1 2 3 4 5 6", first=2)
    setup = make_setup(swap, 5, {})
    state = swap.start(setup, dealer)
    assert dealer.calls == [("dealer", 5), ("deck1", CARDS)]
    assert state == State(
        setup,
        tokens=(3, 3, 3, 3, 3),
        gone=(0, 0, 0, 0, 0),
        hand=1,
        dealer=2,
        deck=("6", *state.deck[1:]),
        shuffles=1,
        order=(3, 4, 0, 1, 2),
        dealt=("3", "4", "5", "1", "2"),
        holds=(0, 1, 2, 3, 4),
    )
    assert len(state.deck) == 50
    assert swap.waiting(state) == (3,)


def test_r30_holding_keeps_the_card():
    state, events = play_with_events(lay("0 2 5 9"), "hold")
    assert state == lay("0 2 5 9", turns=(Turn("held"),))
    assert events == [Event("held", {"seat": 0})]
    assert swap.waiting(state) == (1,)


def test_r30_example_1_the_stone_is_swapped_for_the_two():
    state, events = play_with_events(lay("0 2 5 9"), "swap")
    assert hands(state) == "2 0 5 9"
    assert state == lay("0 2 5 9", holds=(1, 0, 2, 3), turns=(Turn("swapped", 1, 0, 1),))
    assert events == [
        Event("swapped", {"seat": 0, "whom": 1}),
        Event("traded", {"seat": 0, "whom": 1, "gave": "0", "got": "2"}, (0, 1)),
    ]
    assert swap.waiting(state) == (1,)
    assert state.up == ()


def test_r30_a_swap_is_with_the_next_seat_still_in():
    state = lay("0 - 5 - 3")
    assert swap.choices(state, 0) == {"hold": {}, "swap": {"with": 2}, "resign": {}}
    assert hands(play(state, "swap")) == "5 - 0 - 3"


def test_r30_the_last_seat_swaps_with_the_first():
    """The order goes around the table if the dealer isn't the last seat."""
    state = lay("1 2 3 4", dealer=0)
    assert state.order == (1, 2, 3, 0)
    assert hands(play(state, "hold hold swap")) == "4 2 3 1"


def test_r30_the_dealer_swaps_with_the_deck():
    state = play(lay("3 2 5 1", deck="4 10 10 10 9"), "hold hold hold")
    assert swap.choices(state, 3) == {"hold": {}, "swap": {"with": None}, "resign": {}}
    after, events = play_with_events(state, "swap")
    assert public_events(events)[:3] == [
        ("drew", 3, None),
        ("shown", ((0, "3"), (1, "2"), (2, "5"), (3, "4"))),
        ("token", 1, 2, "lowest"),
    ]
    assert after.unshown == (*state.unshown, "1")
    assert after.shown == ("3", "2", "5", "4")
    assert after.tokens == (3, 2, 3, 3)
    assert after.deck == ()


def test_r30_the_card_that_the_dealer_draws_has_no_effect():
    """A Wolf that is drawn blocks nothing and takes no token; a single Wildcat is just low."""
    state = play(lay("3 2 5 1", deck="9 8 8 8 7"), "hold hold hold")
    after, events = play_with_events(state, "swap")
    assert [fact for fact in public_events(events) if fact[0] in ("blocked", "token")] == [("token", 1, 2, "lowest")]
    assert after.tokens == (3, 2, 3, 3)
    state = play(lay("3 2 5 1", deck="W 8 8 8 7"), "hold hold hold")
    assert play(state, "swap").tokens == (3, 3, 3, 2)


def test_r30_a_face_up_card_of_the_dealer_is_set_aside_face_up():
    state = play(lay("3 2 5 10", deck="4 8 8 8 7"), "hold hold swap")
    after, events = play_with_events(state, "swap")
    assert public_events(events)[0] == ("drew", 3, "10")
    assert after.shown == ("10", "3", "2", "5", "4")
    assert after.unshown == state.unshown


def test_r30_the_next_dealer_is_the_next_seat_still_in():
    after = play(lay("3 2 5 4", deck="1 2 3 4"), "hold hold hold hold")
    assert (after.dealer, after.order, after.hand) == (0, (1, 2, 3, 0), 3)
    after = play(lay("- 2 5 4 3 5", deck="1 2 3 4 5", dealer=4), "hold " * 5)
    assert (after.dealer, after.order) == (5, (1, 2, 3, 4, 5))
    after = play(lay("- 2 5 4 3 5", deck="1 2 3 4 5", dealer=5), "hold " * 5)
    assert (after.dealer, after.order) == (1, (2, 3, 4, 5, 1))


def test_r30_the_deal_passes_on_even_if_the_dealer_goes_out():
    after = play(lay("3 2 5 1", deck="1 2 3", tokens=(3, 3, 3, 1)), "hold hold hold hold")
    assert (after.dealer, after.order) == (0, (1, 2, 0))


@pytest.mark.parametrize("card", BLOCKERS)
def test_r31_a_card_from_six_to_ten_blocks_automatically(card):
    state, events = play_with_events(lay(f"0 {card} 5 3"), "swap")
    assert events[0] == Event("blocked", {"seat": 1, "card": card, "swapper": 0})
    assert state.up == (1,)
    assert state.holds[1] == 1
    assert swap.waiting(state) == (1,)


@pytest.mark.parametrize("card", [card for card in COPIES if card not in BLOCKERS])
def test_r31_no_other_card_blocks(card):
    state = play(lay(f"6 {card} 7 8"), "swap")
    assert hands(state) == f"{card} 6 7 8"
    assert state.up == ()


def test_r31_a_face_up_card_stays_face_up_wherever_it_goes():
    """The Inn blocks, then its holder, whose turn still comes, swaps it: everyone sees where it is."""
    state = play(lay("0 6 5 3"), "swap swap")
    assert hands(state) == "0 5 6 3"
    assert swap.view(state, None)["up"] == (None, None, "6", None)
    assert play(state, "hold hold").up == ()


def test_r31_a_face_up_card_can_block_again():
    state = play(lay("0 1 6 5 2 4"), "hold swap swap")
    assert hands(state) == "0 1 5 6 2 4"
    assert state.up == (2,)
    state = play(lay("0 7 6 5 2 4"), "swap swap")
    assert state.up == (1, 2)
    assert [turn.did for turn in state.turns] == ["blocked", "blocked"]


def test_r31_ask_every_seat_has_to_answer():
    """Even a seat that has no choice, so that the delay reveals nothing."""
    state, events = play_with_events(lay("0 2 9 3", blocking="ask"), "swap")
    assert events == [Event("asked", {"seat": 0, "whom": 1})]
    assert state == lay("0 2 9 3", blocking="ask", asked=1)
    assert swap.waiting(state) == (1,)
    assert swap.choices(state, 1) == {"accept": {}, "resign": {}}
    assert swap.choices(state, 0) == {"resign": {}}
    state, events = play_with_events(state, "accept")
    assert events == [
        Event("swapped", {"seat": 0, "whom": 1}),
        Event("traded", {"seat": 0, "whom": 1, "gave": "0", "got": "2"}, (0, 1)),
    ]
    assert state == lay("0 2 9 3", blocking="ask", holds=(1, 0, 2, 3), turns=(Turn("swapped", 1, 0, 1),))


def test_r31_ask_a_blocker_may_block():
    state = play(lay("0 2 9 3", blocking="ask"), "hold swap")
    assert swap.choices(state, 2) == {"accept": {}, "block": {"card": "9"}, "resign": {}}
    after, events = play_with_events(state, "block")
    assert public_events(events) == [("blocked", 2, "9", 1), ("token", 1, 2, "wolf")]
    assert after.asked is None
    assert after.tokens == (3, 2, 3, 3)


def test_r31_ask_a_blocker_may_accept():
    state = play(lay("0 2 9 3", blocking="ask"), "hold swap accept")
    assert hands(state) == "0 9 2 3"
    assert state.tokens == (3, 3, 3, 3)
    assert state.up == ()


def test_r31_ask_a_face_up_blocker_may_accept():
    state = play(lay("0 2 6 3", blocking="ask"), "hold swap block")
    assert state.up == (2,)
    state = play(lay("0 7 6 3 4", blocking="ask"), "swap block block swap accept")
    assert hands(state) == "0 6 7 3 4"
    assert state.up == (1, 2)


def test_r31_ask_a_low_card_cannot_block():
    state = play(lay("0 5 9 3", blocking="ask"), "swap")
    assert refused(state, 1, swap.MOVES["block"]()) == ("answer.cannot-block", {"card": "5"})


def test_r31_ask_the_answer_comes_first():
    state = play(lay("0 5 9 3", blocking="ask"), "swap")
    assert refused(state, 1, swap.MOVES["hold"]()) == ("answer.first", {"swapper": 0})
    assert refused(state, 1, swap.MOVES["swap"]()) == ("answer.first", {"swapper": 0})
    assert refused(state, 0, swap.MOVES["hold"]()) == ("turn.not-yours", {"waiting": (1,)})


@pytest.mark.parametrize("blocking", ["auto", "ask"])
def test_r31_an_answer_is_refused_if_no_one_was_asked(blocking):
    state = lay("0 9 9 3", blocking=blocking)
    assert refused(state, 0, swap.MOVES["accept"]()) == ("answer.not-asked", {})
    assert refused(state, 0, swap.MOVES["block"]()) == ("answer.not-asked", {})


def test_a_move_of_another_game_is_refused():
    class Draw:
        do = "draw"

    known = "hold, swap, accept, block, resign"
    assert refused(lay("0 9 9 3"), 0, Draw()) == ("move.unknown", {"do": "draw", "known": known})
    assert refused(lay("0 9 9 3"), 0, "hold") == ("move.unknown", {"do": "null", "known": known})


def test_a_move_by_an_unknown_seat_or_out_of_turn_is_refused():
    state = lay("0 9 9 3")
    hold = swap.MOVES["hold"]()
    assert refused(state, 1, hold) == ("turn.not-yours", {"waiting": (0,)})
    assert refused(state, 4, hold) == ("seat.unknown", {"seat": "4", "seats": 4})
    assert refused(state, -1, Resign()) == ("seat.unknown", {"seat": "-1", "seats": 4})


def test_other_seats_can_at_most_resign():
    state = lay("0 - 9 3", left=(3,))
    assert swap.choices(state, 0) == {"hold": {}, "swap": {"with": 2}, "resign": {}}
    assert swap.choices(state, 1) == {}
    assert swap.choices(state, 2) == {"resign": {}}
    assert swap.choices(state, 3) == {}
    assert swap.choices(state, 4) == {}
    assert swap.choices(state, -1) == {}
